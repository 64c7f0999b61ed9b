import type { FormEvent, ReactNode } from 'react'
import { coinStep, formatCoins, formatUsd, maxRequestCoins } from '../../../contract/money.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { BuyQuote } from '../../features/requests/buy-quote.ts'
import { BuyKind, BuySummary, SendExactly, type UsdtRate } from '../../features/requests/buy-summary.tsx'
import { DepositAddress, type DepositInstructions } from '../../features/requests/deposit-address.tsx'
import type { BuyForm as BuyFormState } from '../../features/requests/use-buy-form.ts'
import { SlipDrop } from '../../features/uploads/slip-drop.tsx'
import { useSlipUpload } from '../../features/uploads/use-slip-upload.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { AmountStepper } from '../../ui/amount-stepper.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Steps } from '../../ui/steps.tsx'
import { PackageChoice } from './buy-package-choice.tsx'

interface BuyFormProps {
  form: BuyFormState
  packages: readonly MembershipPackage[]
  deposit: DepositInstructions & { address: string }
  rate: UsdtRate
  quote: BuyQuote | null
}

export function BuyForm({ form, packages, deposit, rate, quote }: BuyFormProps) {
  const slip = useSlipUpload(form.draft.slip, form.keepSlip)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (slip.progress !== undefined) return slip.refuse('The slip is still being uploaded. Please wait a moment.')
    void form.submit().then(() => showFirstFault(element))
  }
  const button = (
    <Button type="submit" busy={form.isPending} className="flex-1">
      Submit request
    </Button>
  )

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PageTitle>Buy coins</PageTitle>
      <Steps
        label="Steps of a purchase"
        labels={['Amount', 'Send USDT', 'Slip']}
        current={form.draft.slip ? 2 : quote ? 1 : 0}
        className="max-w-form"
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-5">
          <AmountStep form={form} packages={packages} deposit={deposit} quote={quote} />
          <Section number={2} title="Send USDT">
            {quote && <SendExactly quote={quote} rate={rate} />}
            <DepositAddress address={deposit.address} deposit={deposit} />
          </Section>
          <Section number={3} title="Upload the payment slip">
            <SlipDrop
              slip={slip}
              label="Choose, drop or paste the payment slip"
              error={form.faults.slip}
              disabled={form.isPending}
            />
          </Section>
          {form.faults.form && (
            <Notice tone="bad" role="alert">
              {form.faults.form}
            </Notice>
          )}
        </div>
        <div className="lg:sticky lg:top-[108px]">
          <BuySummary quote={quote} rate={rate}>
            <div className="flex max-lg:hidden">{button}</div>
          </BuySummary>
        </div>
      </div>
      <ActionBar until="lg">
        <Receives quote={quote} />
        {button}
      </ActionBar>
    </form>
  )
}

function Receives({ quote }: Pick<BuyFormProps, 'quote'>) {
  return (
    <div className="flex-1 text-sm">
      <p className="text-ink-2">You receive</p>
      <p className="font-semibold whitespace-nowrap">
        {quote ? `${formatCoins(quote.receivedCoins)}\u00a0ET` : 'Choose an amount'}
      </p>
    </div>
  )
}

type AmountStepProps = Pick<BuyFormProps, 'form' | 'packages' | 'deposit' | 'quote'>

function AmountStep({ form, packages, deposit, quote }: AmountStepProps) {
  const { chosen, draft, faults, isLocked } = form
  const offer = quote && !quote.boughtPackage ? packageFor(quote.coins, packages, chosen) : null
  return (
    <Section number={1} title="Choose what to buy">
      <PackageChoice form={form} packages={packages} boughtId={quote?.boughtPackage?.id ?? null} />
      <Field
        label="Amount"
        error={faults.amount}
        hint={isLocked ? 'Your first purchase is the amount of the package.' : 'In steps of 1,000 ET.'}
      >
        <AmountStepper
          value={isLocked && quote ? formatCoins(quote.coins) : draft.amount}
          onChange={form.typeAmount}
          onBlur={form.checkAmount}
          readOnly={isLocked}
          step={coinStep}
          min={coinStep}
          max={maxRequestCoins}
          unit="ET"
          decreaseLabel="1,000 ET less"
          increaseLabel="1,000 ET more"
          className="max-w-80"
        />
      </Field>
      <div role="status" className="grid gap-1">
        {quote && <BuyKind quote={quote} topupCoinPrice={deposit.topup_coin_price} />}
        {quote && (
          <p className="text-sm text-ink-2">
            You pay {formatUsd(quote.usd)} and receive {formatCoins(quote.receivedCoins)}&nbsp;ET
            {quote.bonusCoins !== '0' && `, ${formatCoins(quote.bonusCoins)}\u00a0ET of it as bonus`}.
          </p>
        )}
      </div>
      {offer && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => form.choosePackage(offer.id)}>
          Buy {offer.package_name} instead: {formatCoins(offer.min_coin_purchase)}&nbsp;ET
        </Button>
      )}
    </Section>
  )
}

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={`buy-step-${number}`}
      className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={`buy-step-${number}`} className="text-lg font-semibold">
        {number}. {title}
      </h2>
      {children}
    </section>
  )
}

/** What a top-up could be instead: the package of this very amount, with its bonus, or the one chosen before. */
function packageFor(coins: string, packages: readonly MembershipPackage[], chosen: MembershipPackage | null) {
  return packages.find((offer) => offer.min_coin_purchase === coins) ?? chosen
}

/** After a refused submit the first part that is wrong comes into view, with the focus where it can be put right. */
function showFirstFault(form: HTMLFormElement) {
  requestAnimationFrame(() => {
    const fault = form.querySelector<HTMLElement>(
      '[aria-invalid=true], fieldset[aria-describedby] input, [data-fault] button',
    )
    fault?.focus()
  })
}
