import { Printer } from 'lucide-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { formatExactMoment } from '../../ui/format-time.ts'
import { Rosette } from '../../ui/rosette.tsx'
import { deciderText, requesterOf, requestTitle, statusText } from './request-display.ts'
import { RequestReceipt } from './request-receipt.tsx'

/** Prints one request as a separate sheet. The browser can also save it as a PDF. */
export function PrintReceipt({ request }: { request: Request }) {
  return (
    <Button variant="ghost" onClick={() => printReceipt(request)}>
      <Printer aria-hidden="true" />
      {t('Print receipt')}
    </Button>
  )
}

/**
 * Renders the sheet beside the page and not in it: paper has another width, for which the page may be laid out anew.
 */
function printReceipt(request: Request): void {
  removeSheet()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  // Browsers suggest the title as the name of the PDF.
  const pageTitle = document.title
  document.title = t('ET receipt {number}', { number: request.number })
  removeSheet = () => {
    document.title = pageTitle
    root.unmount()
    host.remove()
    removeSheet = () => {}
  }
  // The sheet has to be rendered before the browser takes its picture.
  flushSync(() => root.render(<Sheet request={request} at={new Date()} />))
  addEventListener('afterprint', () => removeSheet(), { once: true })
  print()
}

let removeSheet = () => {}

/** The names of the moment at which a request ended without a decision. */
const endNames: Partial<Record<Request['status'], string>> = { cancelled: t('Cancelled'), expired: t('Expired') }

function Sheet({ request, at }: { request: Request; at: Date }) {
  const person = requesterOf(request)
  return (
    <div className="hidden print:block">
      <article data-printed data-theme="light" className="mx-auto grid max-w-form gap-6 bg-surface text-ink">
        <header className="flex items-center gap-3 border-b border-line-strong pb-4">
          <BrandMark size={40} />
          <span className="serif text-2xl">ET</span>
          <span className="ms-auto text-lg text-ink-2">{t('Receipt')}</span>
        </header>
        <div className="flex items-center gap-4">
          <span className="text-brass-ink">
            <Rosette seed={request.id} size={72} bands={2} strokeWidth={0.35} />
          </span>
          <div>
            <h1 className="serif text-2xl">{requestTitle(request)}</h1>
            <p className="text-ink-2">
              {person.full_name} · <span className="mono">{person.member_id}</span>
            </p>
          </div>
        </div>
        <dl className="grid text-sm">
          <FactRow name={t('Status')}>{statusText(request)}</FactRow>
          <FactRow name={t('Requested')}>{formatExactMoment(new Date(request.created_at))}</FactRow>
          {request.decided_at && (
            <FactRow name={endNames[request.status] ?? t('Decided')}>
              {formatExactMoment(new Date(request.decided_at))}
            </FactRow>
          )}
          {request.decided_by_name && <FactRow name={t('Decided by')}>{deciderText(request.decided_by_name)}</FactRow>}
          {request.admin_notes && <FactRow name={t('Note')}>{request.admin_notes}</FactRow>}
        </dl>
        <RequestReceipt request={request} />
        <footer className="border-t border-line-strong pt-3 text-xs text-ink-2">
          {request.status === 'pending' && `${t('This request waits for a decision.')} `}
          {t('Printed {time} from {site}', { time: formatExactMoment(at), site: location.host })}
        </footer>
      </article>
    </div>
  )
}
