import type { BuyRequest } from '../../../../contract/requests.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { toast } from '../../../ui/toast.ts'

/** The details of the payment that the member gave, to compare with the slip. */
export function PaymentFacts({ request }: { request: BuyRequest }) {
  const { transaction_hash: hash, usdt_rate_is_fallback: isFallback } = request
  if (hash === null && !isFallback) return null
  return (
    <dl className="grid gap-2 text-sm">
      {hash !== null && (
        <div>
          <dt className="text-ink-2">{t('Transaction hash')}</dt>
          <dd className="flex items-start gap-1">
            <span className="mono min-w-0 break-all">{hash}</span>
            <CopyButton
              text={hash}
              label={t('Copy the transaction hash')}
              variant="quiet"
              onCopied={() => toast(toasts.copied)}
            />
          </dd>
        </div>
      )}
      {isFallback && (
        <div>
          <dt className="text-ink-2">{t('USDT rate')}</dt>
          <dd className="font-semibold text-wait">{t('Fallback: no exchange rate was to be had')}</dd>
        </div>
      )}
    </dl>
  )
}
