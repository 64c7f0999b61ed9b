import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCoins, formatRate, formatUsd, formatUsdt, type Decimal } from '../../../../contract/money.ts'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { useBuyCheck } from './use-buy-check.ts'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { Amount } from '../../../ui/amount.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { buyKindName } from '../../../features/requests/buy-kind.ts'
import { coinsText, usdtAmount } from '../../../lib/coins-text.ts'

interface FiguresProps {
  quote: BuyQuote | null
  /** True while the figures are loading. */
  isReading: boolean
}

/** Says if the purchase is a package or a top-up, with its price and bonus. */
export function BuyKind({ quote, topupCoinPrice }: { quote: BuyQuote; topupCoinPrice: Decimal }) {
  const isTopUp = quote.package_name === null
  const price = isTopUp ? t('{price} per ET', { price: formatTopupPrice(topupCoinPrice) }) : formatUsd(quote.amount_usd)
  return (
    <p className="text-sm text-ink-2">
      <strong className="font-semibold text-ink">{buyKindName(quote)}.</strong>{' '}
      {quote.bonus_coins === '0'
        ? t('{price}, without bonus.', { price })
        : t('{price}, with {bonus} bonus.', { price, bonus: coinsText(quote.bonus_coins) })}
    </p>
  )
}

/** "Send exactly 50.0000 USDT". The copy button copies the number alone. */
export function SendExactly({ quote, isReading }: FiguresProps) {
  if (!quote) return isReading ? <Skeleton className="h-22 w-full" /> : <NoFigures />
  const text = formatUsdt(quote.usdt_amount)
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium text-ink-2">{t('Send exactly')}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={text} unit="USDT" />
        </p>
        <CopyButton
          text={formatPlainUsdt(quote.usdt_amount)}
          label={t('Copy the amount {amount}', { amount: text })}
          className="max-sm:h-touch"
          onCopied={() => toast(toasts.copied)}
        >
          <span aria-hidden="true" className="sm:hidden">
            {t('Copy')}
          </span>
          <span className="max-sm:sr-only">{t('Copy amount')}</span>
        </CopyButton>
      </div>
      <p className="text-sm text-ink-2">
        {t('for {coins} · {price} at {rate} per USDT', {
          coins: coinsText(quote.amount_coins),
          price: formatUsd(quote.amount_usd),
          rate: formatRate(quote.usdt_rate, 4),
        })}
      </p>
      <TailNote tail={quote.usdt_tail} />
    </div>
  )
}

/** Says why the amount has odd last digits. Empty for an amount without. */
export function TailNote({ tail }: { tail: Decimal | null }) {
  if (tail === null) return null
  return (
    <p className="text-sm text-ink-2">
      {t('Send it to the last digit: {tail} USDT of it tell your payment apart.', { tail: formatUsdt(tail) })}
    </p>
  )
}

/** The figures of the purchase, beside the form. */
export function BuySummary({ quote, isReading, children }: FiguresProps & { children: ReactNode }) {
  return (
    <section aria-labelledby="buy-summary" className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6">
      <h2 id="buy-summary" className="text-lg font-semibold">
        {t('Summary')}
      </h2>
      {quote && <SummaryFigures quote={quote} />}
      {!quote && (isReading ? <Skeleton className="h-56 w-full" /> : <NoFigures />)}
      {children}
    </section>
  )
}

function SummaryFigures({ quote }: { quote: BuyQuote }) {
  const { after } = useBuyCheck()
  const rate = formatRate(quote.usdt_rate, 4)
  return (
    <>
      <dl className="grid text-sm">
        <FactRow name={t('You send')}>{usdtAmount(formatUsdt(quote.usdt_amount))}</FactRow>
        <FactRow name={t('Price')}>{formatUsd(quote.amount_usd)}</FactRow>
        <FactRow name={t('USDT rate')}>{quote.usdt_rate_is_fallback ? t('{rate} (fallback)', { rate }) : rate}</FactRow>
        <FactRow name={t('Coins')}>{coinsText(quote.amount_coins)}</FactRow>
        <FactRow name={t('Bonus')}>{coinsText(quote.bonus_coins)}</FactRow>
      </dl>
      <div className="border-t border-line pt-3">
        <p className="text-sm text-ink-2">{t('You receive')}</p>
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={formatCoins(quote.received_coins)} unit="ET" />
        </p>
        <p className="text-sm text-ink-3">{after}</p>
        {quote.bonus_coins !== '0' && <BonusMaturity />}
      </div>
    </>
  )
}

/** Says when the bonus can be spent. Empty while it can be at once. */
function BonusMaturity() {
  const days = Number(useQuery(settingsQuery).data?.maturity_days ?? 0)
  if (days === 0) return null
  return (
    <p className="text-sm text-ink-2">
      {tn(
        'The bonus can be withdrawn and sent {count} day after the approval.',
        'The bonus can be withdrawn and sent {count} days after the approval.',
        days,
      )}
    </p>
  )
}

function NoFigures() {
  return <p className="text-sm text-ink-2">{t('Choose an amount to see what you send and what you receive.')}</p>
}

/** Formats an amount for the payment window of a wallet: digits and a point in every language. */
function formatPlainUsdt(amount: Decimal): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(4, '0')}`
}

/** Formats a price with at least two decimals, and as many more as it has. */
function formatTopupPrice(price: Decimal): string {
  return formatUsd(price, 2, 8)
}
