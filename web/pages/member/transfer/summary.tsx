import type { ReactNode } from 'react'
import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { estimate, type KnownRate } from '../../../features/spending/estimate.ts'
import { RateText } from '../../../features/spending/rate-text.tsx'
import type { Recipient } from './use-recipient.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Rosette } from '../../../ui/rosette.tsx'

interface TransferSummaryProps {
  recipient: Recipient
  coins: number | null
  rate: KnownRate
  children: ReactNode
}

/** The recipient and the amount, beside the form. */
export function TransferSummary({ recipient, coins, rate, children }: TransferSummaryProps) {
  return (
    <section
      aria-labelledby="transfer-summary"
      className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="transfer-summary" className="text-lg font-semibold">
        {t('Summary')}
      </h2>
      {recipient.state === 'found' ? (
        <RecipientCard name={recipient.name} memberId={recipient.memberId} />
      ) : (
        <p className="text-sm text-ink-2">{t('Enter a member ID to see who receives the coins.')}</p>
      )}
      {coins !== null && (
        <div className="border-t border-line pt-3">
          <p className="text-sm text-ink-2">{t('You send')}</p>
          <p className="text-[1.75rem]/9 font-semibold">
            <Amount value={formatCoins(String(coins))} unit="ET" />
          </p>
          <p className="text-sm text-ink-2">
            ≈ {formatUsd(estimate(String(coins), rate).usd)} <RateText rate={rate} />
          </p>
        </div>
      )}
      <p className="text-sm text-ink-3">{t('The coins arrive after an administrator has approved the transfer.')}</p>
      {children}
    </section>
  )
}

/** A member's name and id, with the engraved figure of the id. */
export function RecipientCard({ name, memberId }: { name: string; memberId: string }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <span className="flex-none text-brass">
        <Rosette seed={memberId} size={72} strokeWidth={0.5} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mono text-sm text-ink-2">{memberId}</p>
      </div>
    </div>
  )
}
