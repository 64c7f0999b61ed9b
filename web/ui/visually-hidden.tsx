import type { ReactNode } from 'react'

/** For words that only those who listen to the page need. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
