import { cn } from './cn.ts'

interface ProgressBarProps {
  percent: number
  label: string
  className?: string | undefined
}

export function ProgressBar({ percent, label, className }: ProgressBarProps) {
  const shown = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className="h-full rounded-full bg-brand transition-[width] duration-(--dur-2)"
        style={{ width: `${shown}%` }}
      />
    </div>
  )
}
