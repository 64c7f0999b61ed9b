import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { t } from '../../../contract/translate.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { cn } from '../../ui/cn.ts'
import { formatExactMoment } from '../../ui/format-time.ts'

/**
 * Prints a sheet, which the browser can also save as a PDF. Renders it beside the page and not in it: paper has another
 * width, for which the page may be laid out anew. So the sheet has no router and no queries.
 */
export function printSheet(title: string, sheet: ReactNode): void {
  removeSheet()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  // Browsers suggest the title as the name of the PDF.
  const pageTitle = document.title
  document.title = title
  removeSheet = () => {
    document.title = pageTitle
    root.unmount()
    host.remove()
    removeSheet = () => {}
  }
  // The sheet has to be rendered before the browser takes its picture.
  flushSync(() => root.render(<div className="hidden print:block">{sheet}</div>))
  addEventListener('afterprint', () => removeSheet(), { once: true })
  print()
}

let removeSheet = () => {}

interface PrintedSheetProps {
  /** What the sheet is, such as a receipt. It stands beside the name of the platform. */
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
