import type { ReactNode } from 'react'

/** Two ends of a range, which stand on one line wherever the filters stand in lines. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 md:flex md:gap-3">{children}</div>
}
