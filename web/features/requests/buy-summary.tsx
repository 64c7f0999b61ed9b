import type { ReactNode } from 'react'
import { formatCoins, formatRate, formatUsd, formatUsdt, type Decimal } from '../../../contract/money.ts'
import { toasts } from '../../../contract/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { toast } from '../../ui/toast.ts'
import type { BuyQuote } from './buy-quote.ts'

export interface UsdtRate {
  /** USD per 1 USDT. */
  value: Decimal
  /** The provider gave no rate, and 1 stands in for it. */
  isFallback: boolean
  fetchedAt: string | null
}

/** Which of the two prices applies, and what it means. */
export function BuyKind({ quote, topupCoinPrice }: { quote: BuyQuote; topupCoinPrice: Decimal }) {
  if (quote.boughtPackage) {
    const { package_name: name, bonus_percentage: percentage } = quote.boughtPackage
    return (
      <p className="text-sm text-ink-2">
        <strong className="font-semibold text-ink">Package purchase: {name}.</strong> {formatUsd(quote.usd)}
        {quote.bonusCoins === '0' ? ', without bonus.' : `, with ${formatCoins(percentage)} % bonus.`}
      </p>
    )
  }
  return (
    <p className="text-sm text-ink-2">
      <strong className="font-semibold text-ink">Top-up.</strong> {formatTopupPrice(topupCoinPrice)} per ET, without
      bonus.
    </p>
  )
}

/** "Send exactly 50.0000 USDT", with the number alone on the copy button. */
export function SendExactly({ quote, rate }: { quote: BuyQuote; rate: UsdtRate }) {
  const text = formatUsdt(quote.usdt)
  return (
    <div className="grid gap-1">
      <p className="text-sm font-medium text-ink-2">Send exactly</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={text} unit="USDT" />
        </p>
        <CopyButton
          text={text.replaceAll(',', '')}
          label={`Copy the amount ${text}`}
          onCopied={() => toast(toasts.copied)}
        >
          Copy amount
        </CopyButton>
      </div>
      <p className="text-sm text-ink-2">
        for {formatCoins(quote.coins)}&nbsp;ET · {formatUsd(quote.usd)} at {formatRate(rate.value, 4)} per USDT
      </p>
      <RateNote rate={rate} />
    </div>
  )
}

export function RateNote({ rate }: { rate: UsdtRate }) {
  if (rate.isFallback) {
    return (
      <p role="status" className="text-sm font-semibold text-wait">
        Fallback rate: the exchange rate is not available at the moment, so 1 USDT counts as $1.00.
      </p>
    )
  }
  return (
    rate.fetchedAt && (
      <p className="text-sm text-ink-3">
        Rate of <TimeText value={rate.fetchedAt} relative />
      </p>
    )
  )
}

interface BuySummaryProps {
  quote: BuyQuote | null
  rate: UsdtRate
  children: ReactNode
}

/** What is sent and what comes back, beside the form. */
export function BuySummary({ quote, rate, children }: BuySummaryProps) {
  return (
    <section aria-labelledby="buy-summary" className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6">
      <h2 id="buy-summary" className="text-lg font-semibold">
        Summary
      </h2>
      {quote ? (
        <>
          <dl className="grid gap-2 text-sm">
            <SummaryLine name="You send">{formatUsdt(quote.usdt)}&nbsp;USDT</SummaryLine>
            <SummaryLine name="Price">{formatUsd(quote.usd)}</SummaryLine>
            <SummaryLine name="USDT rate">
              {formatRate(rate.value, 4)}
              {rate.isFallback && ' (fallback)'}
            </SummaryLine>
            <SummaryLine name="Coins">{formatCoins(quote.coins)}&nbsp;ET</SummaryLine>
            <SummaryLine name="Bonus">{formatCoins(quote.bonusCoins)}&nbsp;ET</SummaryLine>
          </dl>
          <div className="border-t border-line pt-3">
            <p className="text-sm text-ink-2">You receive</p>
            <p className="text-[1.75rem]/9 font-semibold">
              <Amount value={formatCoins(quote.receivedCoins)} unit="ET" />
            </p>
            <p className="text-sm text-ink-3">after an administrator has approved it</p>
          </div>
        </>
      ) : (
        <p className="text-sm text-ink-2">Choose an amount to see what you send and what you receive.</p>
      )}
      {children}
    </section>
  )
}

export function SummaryLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  )
}

/** A price keeps at least two decimals, and as many more as it has. */
function formatTopupPrice(price: Decimal): string {
  const decimals = price.split('.')[1]?.length ?? 0
  return decimals <= 2 ? formatUsd(price) : `$${price}`
}
