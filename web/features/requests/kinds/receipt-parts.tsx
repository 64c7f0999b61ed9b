import { formatRate } from '../../../../contract/money.ts'
import type { BuyRequest, Request, WithdrawalRequest } from '../../../../contract/requests.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { toast } from '../../../ui/toast.ts'

export function valueRowName({ rate }: Request): string {
  return t('Value, at {rate} per ET', { rate: formatRate(rate, 5) })
}

export function UsdtRateRow({ request }: { request: BuyRequest | WithdrawalRequest }) {
  if (request.usdt_rate === null) return null
  return (
    <FactRow name={t('USDT rate')}>
      {t('{rate} per USDT', { rate: formatRate(request.usdt_rate, 4) })}
      {request.usdt_rate_is_fallback && (
        <span className="block text-wait">{t('Fallback: no exchange rate was to be had')}</span>
      )}
    </FactRow>
  )
}

/** A text with a button to copy it. It is never cut, as money depends on it. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="mono min-w-0 break-all">{text}</span>
      <CopyButton
        text={text}
        label={label}
        variant="quiet"
        className="print:hidden"
        onCopied={() => toast(toasts.copied)}
      />
    </span>
  )
}
