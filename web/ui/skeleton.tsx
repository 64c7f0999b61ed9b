import { cn } from './cn.ts'

/** Stands where content will be, with the same box, so that nothing moves when it arrives. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cn('block h-4 animate-pulse rounded-1 bg-line', className)} />
}
