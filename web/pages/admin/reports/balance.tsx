import type { ReactNode } from 'react'
import { formatCoins, formatUsdt, type Decimal } from '../../../../contract/money.ts'
import type { PlatformBalance } from '../../../../contract/reports.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Amount } from '../../../ui/amount.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'

/** The coins of the platform now: line by line from those that were issued to those that are free to use. */
export function BalanceRows({ balance }: { balance: PlatformBalance }) {
  const { to_pay: toPay } = balance
  return (
    <dl>
      <FactRow name={t('Issued')}>
        <Coins value={balance.issued_coins} />
      </FactRow>
      <FactRow name={t('Redeemed')}>
        <Coins value={balance.redeemed_coins} sign="− " />
      </FactRow>
      <FactRow name={<Strong>{t('Held by members')}</Strong>}>
        <Coins value={balance.held_coins} />
      </FactRow>
      <FactRow name={t('Locked in requests')}>
        <Coins value={balance.locked_coins} sign="− " />
      </FactRow>
      <FactRow name={t('Bonuses and rewards that mature')}>
        <Coins value={balance.maturing_coins} sign="− " />
      </FactRow>
      <FactRow name={<Strong>{t('Matured and free to use')}</Strong>}>
        <Coins value={balance.matured_coins} />
      </FactRow>
      <FactRow name={tn('{count} payout still to pay', '{count} payouts still to pay', toPay.count)}>
        <Amount value={formatUsdt(toPay.usdt)} unit="USDT" />
      </FactRow>
    </dl>
  )
}

function Coins({ value, sign = '' }: { value: Decimal; sign?: string }) {
  return <Amount value={`${value === '0' ? '' : sign}${formatCoins(value)}`} unit="ET" />
}

function Strong({ children }: { children: ReactNode }) {
  return <strong className="font-semibold text-ink">{children}</strong>
}
