import type { ReactNode } from 'react'
import { formatCoins, formatRate, formatUsd, formatUsdt, type Decimal } from '../../../contract/money.ts'
import type { BuyQuote } from '../../../contract/buy-quote.ts'
import { toasts } from '../../../contract/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactRow } from '../../ui/fact-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { kindOf } from './buy-kind.ts'

interface FiguresProps {
  quote: BuyQuote | null
  /** The figures are on their way. */
  isReading: boolean
}

/** Which of the two prices applies, and what it means. */
export function BuyKind({ quote, topupCoinPrice }: { quote: BuyQuote; topupCoinPrice: Decimal }) {
  const isTopUp = quote.package_name === null
  return (
    <p className="text-sm text-ink-2">
      <strong className="font-semibold text-ink">{kindOf(quote)}.</strong>{' '}
      {isTopUp ? `${formatTopupPrice(topupCoinPrice)} per ET` : formatUsd(quote.amount_usd)}
      {quote.bonus_coins === '0' ? ', without bonus.' : `, with ${formatCoins(quote.bonus_coins)}\u00a0ET bonus.`}
    </p>
  )
}

/** "Send exactly 50.0000 USDT", with the number alone on the copy button. */
export function SendExactly({ quote, isReading }: FiguresProps) {
  if (!quote) return isReading ? <Skeleton className="h-22 w-full" /> : <NoFigures />
  const text = formatUsdt(quote.usdt_amount)
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
          className="max-sm:h-touch"
          onCopied={() => toast(toasts.copied)}
        >
          <span>
            Copy<span className="max-sm:sr-only"> amount</span>
          </span>
        </CopyButton>
      </div>
      <p className="text-sm text-ink-2">
        for {formatCoins(quote.amount_coins)}&nbsp;ET · {formatUsd(quote.amount_usd)} at{' '}
        {formatRate(quote.usdt_rate, 4)} per USDT
      </p>
    </div>
  )
}

/** What is sent and what comes back, beside the form. */
export function BuySummary({ quote, isReading, children }: FiguresProps & { children: ReactNode }) {
  return (
    <section aria-labelledby="buy-summary" className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6">
      <h2 id="buy-summary" className="text-lg font-semibold">
        Summary
      </h2>
      {quote && <SummaryFigures quote={quote} />}
      {!quote && (isReading ? <Skeleton className="h-56 w-full" /> : <NoFigures />)}
      {children}
    </section>
  )
}

function SummaryFigures({ quote }: { quote: BuyQuote }) {
  return (
    <>
      <dl className="grid text-sm">
        <FactRow name="You send">{formatUsdt(quote.usdt_amount)}&nbsp;USDT</FactRow>
        <FactRow name="Price">{formatUsd(quote.amount_usd)}</FactRow>
        <FactRow name="USDT rate">
          {formatRate(quote.usdt_rate, 4)}
          {quote.usdt_rate_is_fallback && ' (fallback)'}
        </FactRow>
        <FactRow name="Coins">{formatCoins(quote.amount_coins)}&nbsp;ET</FactRow>
        <FactRow name="Bonus">{formatCoins(quote.bonus_coins)}&nbsp;ET</FactRow>
      </dl>
      <div className="border-t border-line pt-3">
        <p className="text-sm text-ink-2">You receive</p>
        <p className="text-[1.75rem]/9 font-semibold">
          <Amount value={formatCoins(quote.received_coins)} unit="ET" />
        </p>
        <p className="text-sm text-ink-3">after an administrator has approved it</p>
      </div>
    </>
  )
}

function NoFigures() {
  return <p className="text-sm text-ink-2">Choose an amount to see what you send and what you receive.</p>
}

/** A price keeps at least two decimals, and as many more as it has. */
function formatTopupPrice(price: Decimal): string {
  const decimals = price.split('.')[1]?.length ?? 0
  return decimals <= 2 ? formatUsd(price) : `$${price}`
}
