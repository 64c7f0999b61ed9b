import { Printer } from 'lucide-react'
import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { formatExactMoment } from '../../ui/format-time.ts'
import { Rosette } from '../../ui/rosette.tsx'
import { printSheet } from '../../ui/print-sheet.ts'
import { PrintedSheet } from '../../ui/printed-sheet.tsx'
import { deciderText, requesterOf, requestTitle, statusText } from './request-display.ts'
import { RequestReceipt } from './request-receipt.tsx'

/** Prints one request as a separate sheet. The browser can also save it as a PDF. */
export function PrintReceipt({ request }: { request: Request }) {
  const print = () =>
    printSheet(t('ET receipt {number}', { number: request.number }), <Sheet request={request} at={new Date()} />)
  return (
    <Button variant="ghost" onClick={print}>
      <Printer aria-hidden="true" />
      {t('Print receipt')}
    </Button>
  )
}

/** The names of the moment at which a request ended without a decision. */
const endNames: Partial<Record<Request['status'], string>> = { cancelled: t('Cancelled'), expired: t('Expired') }

function Sheet({ request, at }: { request: Request; at: Date }) {
  const person = requesterOf(request)
  const note = request.status === 'pending' ? t('This request waits for a decision.') : undefined
  return (
    <PrintedSheet kind={t('Receipt')} note={note} at={at} className="mx-auto grid max-w-form gap-6">
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
        {request.admin_notes && (
          <FactRow name={t('Note')}>
            <bdi>{request.admin_notes}</bdi>
          </FactRow>
        )}
      </dl>
      <RequestReceipt request={request} />
    </PrintedSheet>
  )
}
