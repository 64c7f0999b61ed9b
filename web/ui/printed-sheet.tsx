import type { ReactNode } from 'react'
import { t } from '../../contract/translate.ts'
import { BrandMark } from './brand-mark.tsx'
import { cn } from './cn.ts'
import { formatExactMoment } from './format-time.ts'

interface PrintedSheetProps {
  /** The sort of sheet, such as a receipt. It stands beside the name of the platform. */
  kind: string
  children: ReactNode
  /** A sentence in front of the time of printing. */
  note?: string | undefined
  at: Date
  className?: string | undefined
}

/** A sheet of paper: the name of the platform, what the sheet says, and when it was printed. It is light in every theme. */
export function PrintedSheet({ kind, children, note, at, className }: PrintedSheetProps) {
  return (
    <article data-printed data-theme="light" className={cn('bg-surface text-ink', className)}>
      <header className="flex items-center gap-3 border-b border-line-strong pb-4">
        <BrandMark size={40} />
        <span className="serif text-2xl">ET</span>
        <span className="ms-auto text-lg text-ink-2">{kind}</span>
      </header>
      {children}
      <footer className="border-t border-line-strong pt-3 text-xs text-ink-2">
        {note && `${note} `}
        {t('Printed {time} from {site}', { time: formatExactMoment(at), site: location.host })}
      </footer>
    </article>
  )
}
