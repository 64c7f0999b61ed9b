import { coinStep, formatUsd, formatUsdt, maxRequestCoins, type Decimal } from '../../../../contract/money.ts'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { BuyKind } from './buy-summary.tsx'
import { readBuyAmount } from './buy-amount.ts'
import type { BuyForm } from './use-buy-form.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { AmountStepper } from '../../../ui/amount-stepper.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PackageChoice } from './package-choice.tsx'
import { BuySection } from './section.tsx'

interface AmountStepProps {
  form: BuyForm
  packages: readonly MembershipPackage[]
  topupCoinPrice: Decimal
}

export function AmountStep({ form, packages, topupCoinPrice }: AmountStepProps) {
  const { chosen, draft, faults, isLocked } = form
  const amount = readBuyAmount(draft.amount)
  const coins = 'coins' in amount ? String(amount.coins) : null
  const boughtId = chosen && chosen.min_coin_purchase === coins ? chosen.id : null
  const offer = coins !== null && boughtId === null ? packageFor(coins, packages, chosen) : null
  const packageChoice = <PackageChoice form={form} packages={packages} boughtId={boughtId} />
  return (
    // A member who tops up knows the amount. For a first purchase the member chooses a package, which has its amount.
    <BuySection step="amount" title={t('Choose what to buy')}>
      {isLocked && packageChoice}
      <Field
        label={t('Amount')}
        error={faults.amount}
        hint={isLocked ? t('Your first purchase is the amount of the package.') : t('In steps of 1,000 ET.')}
      >
        <AmountStepper
          value={draft.amount}
          onChange={form.typeAmount}
          onBlur={form.leaveAmount}
          readOnly={isLocked}
          step={coinStep}
          min={coinStep}
          max={maxRequestCoins}
          unit="ET"
          decreaseLabel={t('1,000 ET less')}
          increaseLabel={t('1,000 ET more')}
          className="max-w-80"
        />
      </Field>
      <PurchaseTerms form={form} topupCoinPrice={topupCoinPrice} />
      {offer && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start max-sm:h-touch"
          onClick={() => form.choosePackage(offer.id)}
        >
          {t('Buy {name} instead: {coins}', {
            name: offer.package_name,
            coins: coinsText(offer.min_coin_purchase),
          })}
        </Button>
      )}
      {!isLocked && packageChoice}
    </BuySection>
  )
}

/** The kind of the purchase, package or top-up, with the price and the coins. */
function PurchaseTerms({ form, topupCoinPrice }: Pick<AmountStepProps, 'form' | 'topupCoinPrice'>) {
  const { quote, isReading } = form.quote
  return (
    <div role="status" aria-busy={isReading || undefined} className="grid gap-1">
      {isReading && <Skeleton className="h-17 max-w-120 sm:h-12" />}
      {quote && (
        <>
          <BuyKind quote={quote} topupCoinPrice={topupCoinPrice} />
          <p className="text-sm text-ink-2">
            {t('You pay {price}, which is {usdt}, and receive {coins}.', {
              price: formatUsd(quote.amount_usd),
              usdt: `${formatUsdt(quote.usdt_amount)}\u00a0USDT`,
              coins: coinsText(quote.received_coins),
            })}
          </p>
        </>
      )}
    </div>
  )
}

/**
 * Returns the package to offer instead of a top-up: the one of this amount, which has a bonus, or the one chosen
 * before.
 */
function packageFor(coins: string, packages: readonly MembershipPackage[], chosen: MembershipPackage | null) {
  return packages.find((offer) => offer.min_coin_purchase === coins) ?? chosen
}
