import type { ReactNode, SubmitEvent } from 'react'
import { formatCoins, formatRate, formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { t } from '../../../../contract/translate.ts'
import { buyKindName } from '../../../features/requests/buy-kind.ts'
import { EmphasisedAddress, type OpenDeposit } from '../../../features/requests/deposit-address.tsx'
import { useBuyCheck } from './use-buy-check.ts'
import { TailNote } from './buy-summary.tsx'
import { UsdtRateNote } from './usdt-rate-note.tsx'
import type { BuyForm } from './use-buy-form.ts'
import type { BuySteps } from './use-buy-step.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { UnknownOutcomeNotice } from '../../../features/spending/unknown-outcome-notice.tsx'
import { SlipPreview } from './slip-preview.tsx'
import type { SlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BuySection } from './section.tsx'

interface BuyReviewProps {
  form: BuyForm
  slip: SlipUpload
  steps: BuySteps
  deposit: OpenDeposit
  userId: string
}

/** Is loaded before it is shown, so that the last step does not wait for the network. */
export function BuyReviewStep({ isShown, ...props }: BuyReviewProps & { isShown: boolean }) {
  return isShown ? <BuyReview {...props} /> : null
}

/** The whole request once more before it is sent: the payment with its address, the coins, and the slip. */
function BuyReview({ form, slip, steps, deposit, userId }: BuyReviewProps) {
  const { quote, read } = form.quote
  const { draft, faults } = form
  const check = useBuyCheck()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <form onSubmit={submit} noValidate className="flex w-full max-w-form flex-1 flex-col gap-5">
      <BuySection step="review" title={t('Review your request')}>
        {quote && <ReviewFigures quote={quote} deposit={deposit} onRefreshed={read.refetch} />}
        {!quote && <Skeleton className="h-64 w-full" />}
        <dl className="grid gap-4 border-t border-line pt-4">
          {draft.hash.trim() !== '' && (
            <ReviewPart name={t('Transaction hash')}>
              <span className="mono text-sm break-all">{draft.hash.trim()}</span>
            </ReviewPart>
          )}
          {draft.slip && (
            <ReviewPart name={t('Payment slip')}>
              <SlipPreview userId={userId} stored={draft.slip} file={slip.file} />
            </ReviewPart>
          )}
        </dl>
        <p className="text-sm text-ink-2">{check.review}</p>
      </BuySection>
      {form.mayHaveArrived && !form.isPending && <UnknownOutcomeNotice />}
      {faults.form && (
        <Notice tone="bad" role="alert">
          {faults.form}
        </Notice>
      )}
      <ActionBar className="max-sm:mt-auto max-sm:-mb-12">
        <Button variant="ghost" className="max-sm:h-touch" onClick={steps.back}>
          {t('Back')}
        </Button>
        <Button type="submit" busy={form.isPending} className="max-sm:h-touch max-sm:flex-1">
          {t('Submit request')}
        </Button>
      </ActionBar>
    </form>
  )
}

interface ReviewFiguresProps {
  quote: BuyQuote
  deposit: OpenDeposit
  onRefreshed: () => Promise<unknown>
}

function ReviewFigures({ quote, deposit, onRefreshed }: ReviewFiguresProps) {
  const paid = { price: formatUsd(quote.amount_usd), rate: formatRate(quote.usdt_rate, 4) }
  const bought = { kind: buyKindName(quote), coins: coinsText(quote.amount_coins), bonus: coinsText(quote.bonus_coins) }
  return (
    <dl className="grid gap-4">
      <ReviewPart name={t('You have sent')}>
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={formatUsdt(quote.usdt_amount)} unit="USDT" />
        </p>
        <p className="text-sm text-ink-2">
          {quote.usdt_rate_is_fallback
            ? t('for {price} at {rate} per USDT (fallback)', paid)
            : t('for {price} at {rate} per USDT', paid)}
        </p>
        <TailNote tail={quote.usdt_tail} />
        <UsdtRateNote quote={quote} onRefreshed={onRefreshed} />
      </ReviewPart>
      <ReviewPart name={t('To this address, on {network}', { network: deposit.network })}>
        <EmphasisedAddress address={deposit.address} />
      </ReviewPart>
      <ReviewPart name={t('You will receive')}>
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={formatCoins(quote.received_coins)} unit="ET" />
        </p>
        <p className="text-sm text-ink-2">
          {quote.bonus_coins === '0'
            ? t('{kind}. {coins}, without bonus.', bought)
            : t('{kind}. {coins} and {bonus} bonus.', bought)}
        </p>
      </ReviewPart>
    </dl>
  )
}

function ReviewPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-sm font-medium text-ink-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
