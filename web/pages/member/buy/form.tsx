import { ArrowLeft } from 'lucide-react'
import { useRef, type SubmitEvent } from 'react'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { BuySummary, SendExactly } from './buy-summary.tsx'
import { DepositAddress, type OpenDeposit } from '../../../features/requests/deposit-address.tsx'
import { MadeUpPaymentNote } from '../../../features/made-up-payment-note.tsx'
import { UsdtRateNote } from './usdt-rate-note.tsx'
import type { BuyForm as BuyFormState } from './use-buy-form.ts'
import type { BuySteps } from './use-buy-step.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import type { SlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { ActionBar } from '../../../ui/action-bar.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { AmountStep } from './amount-step.tsx'
import { BuySection } from './section.tsx'
import { SlipStep } from './slip-step.tsx'

interface BuyFormProps {
  form: BuyFormState
  slip: SlipUpload
  steps: BuySteps
  packages: readonly MembershipPackage[]
  deposit: OpenDeposit
}

/** The steps before the review: the current one on a narrow screen, otherwise all of them. */
export function BuyForm({ form, slip, steps, packages, deposit }: BuyFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const { step, isPhone } = steps
  const shows = (one: typeof step) => !isPhone || step === one
  const isLast = !isPhone || step === 'slip'
  const proceed = () => {
    if (!isLast) return form.checkChoice() && steps.go(step === 'amount' ? 'send' : 'slip')
    if (slip.progress === undefined) return form.checkAll() && steps.go('review')
    slip.refuse(t('The slip is still being uploaded. Please wait a moment.'))
    return false
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (proceed() === false) focusFirstFault(element.current)
  }
  const button = (
    <SubmitButton size={isPhone ? 'lg' : 'md'} className="flex-1">
      {isLast ? t('Review request') : t('Continue')}
    </SubmitButton>
  )

  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-1 flex-col gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-5">
          {shows('amount') && <AmountStep form={form} packages={packages} topupCoinPrice={deposit.topup_coin_price} />}
          {shows('send') && <SendStep form={form} deposit={deposit} />}
          {shows('slip') && <SlipStep form={form} slip={slip} />}
          {form.faults.form && (
            <Notice tone="bad" role="alert">
              {form.faults.form}
            </Notice>
          )}
        </div>
        {!isPhone && (
          <div className="lg:sticky lg:top-[108px]">
            <BuySummary quote={form.quote.quote} isReading={form.quote.isReading}>
              <div className="flex max-lg:hidden">{button}</div>
            </BuySummary>
          </div>
        )}
      </div>
      <ActionBar until="lg" className="max-sm:mt-auto max-sm:-mb-12">
        {isPhone && step !== 'amount' && (
          <IconButton label={t('Back')} variant="ghost" size="lg" onClick={steps.back}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
        )}
        <ReceivedCoins form={form} />
        {button}
      </ActionBar>
    </form>
  )
}

function SendStep({ form, deposit }: Pick<BuyFormProps, 'form' | 'deposit'>) {
  const { quote, isReading, read } = form.quote
  return (
    <BuySection step="send" title={t('Send USDT')}>
      <SendExactly quote={quote} isReading={isReading} />
      <MadeUpPaymentNote />
      {quote && <UsdtRateNote quote={quote} onRefreshed={read.refetch} />}
      <DepositAddress address={deposit.address} deposit={deposit} />
    </BuySection>
  )
}

function ReceivedCoins({ form }: Pick<BuyFormProps, 'form'>) {
  const { quote, isReading } = form.quote
  return (
    <div className="min-w-24 flex-1 text-sm">
      <p className="text-ink-2">{t('You receive')}</p>
      <p className="font-semibold">
        {quote ? coinsText(quote.received_coins) : isReading ? '…' : t('Choose an amount')}
      </p>
    </div>
  )
}

/** Moves the focus to the first fault, which also scrolls it into sight. */
function focusFirstFault(form: HTMLFormElement | null) {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>(
      '[aria-invalid=true], fieldset[aria-describedby] input, [data-fault] button',
    )
    fault?.focus()
  })
}
