import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { coinsText } from '../../lib/coins-text.ts'
import { FactRow } from '../../ui/fact-row.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { kindDisplayOf } from './kinds/kinds.ts'
import { CopyableText } from './kinds/receipt-parts.tsx'

/** The figures that were stored with a request, as on a paper receipt. */
export function RequestReceipt({ request }: { request: Request }) {
  const { ReceiptRows, writtenTexts } = kindDisplayOf(request)
  return (
    <dl className="grid text-sm">
      <FactRow name={t('Request')}>
        <CopyableText text={request.number} label={t('Copy the request number')} />
      </FactRow>
      <FactRow name={t('Amount')}>{coinsText(request.amount_coins)}</FactRow>
      <ReceiptRows request={request} />
      {writtenTexts(request).map(({ name, text }) => (
        <FactRow key={name} name={name}>
          {text ?? <span className="font-normal text-ink-3">{t('None given')}</span>}
        </FactRow>
      ))}
      {request.reversal && (
        <>
          <FactRow name={t('Reversed on')}>
            <TimeText value={request.reversal.at} />
          </FactRow>
          <FactRow name={t('Reason')}>
            <span className="wrap-anywhere whitespace-pre-line">
              <bdi>{request.reversal.reason}</bdi>
            </span>
          </FactRow>
        </>
      )}
      <FactRow name={t('Full ID')}>
        <CopyableText text={request.id} label={t('Copy the full ID')} />
      </FactRow>
    </dl>
  )
}
