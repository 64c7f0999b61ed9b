import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'

interface StepsProps {
  labels: readonly string[]
  /** The index of the current step. The steps before it are done. */
  current: number
  label: string
  className?: string | undefined
}

/** Shows the current step of a form with several steps. */
export function Steps({ labels, current, label, className }: StepsProps) {
  return (
    <ol aria-label={label} className={cn('flex gap-2 text-sm', className)}>
      {labels.map((text, index) => (
        <li
          key={text}
          aria-current={index === current ? 'step' : undefined}
          className={cn(
            'flex-1 border-t-3 pt-1.5',
            index < current && 'border-ok text-ink-2',
            index === current && 'border-brand font-semibold',
            index > current && 'border-line text-ink-3',
          )}
        >
          {index + 1} {text}
          {index < current && <span className="sr-only"> {t('(done)')}</span>}
        </li>
      ))}
    </ol>
  )
}
