import { Link } from '@tanstack/react-router'
import { formatCoins, formatRate, formatUsd } from '../../../contract/money.ts'
import { t } from '../../../contract/translate.ts'
import { directionOf, signedCoins, typeName } from '../../lib/transaction-display.ts'
import { Amount } from '../../ui/amount.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import type { LedgerEntry } from './ledger-entry.ts'

/** The transactions as cards, for screens without room for a table. */
export function LedgerCards({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <ul aria-label={t('Transactions')}>
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-1 border-b border-line px-4 py-3 text-sm last:border-b-0">
          <div className="flex items-baseline justify-between gap-3">
            <Link
              to="/admin/users/$userId"
              params={{ userId: entry.user_id }}
              className="link-quiet min-w-0 py-1 text-md font-semibold text-ink"
            >
              <PersonName isCut>{entry.full_name}</PersonName>
            </Link>
            <Amount
              value={signedCoins(entry.type, entry.amount)}
              unit="ET"
              direction={directionOf(entry.type)}
              className="text-md font-semibold"
            />
          </div>
          <div className="flex flex-wrap justify-between gap-x-3 text-ink-3">
            <span className="mono">{entry.member_id}</span>
            <TimeText value={entry.created_at} />
          </div>
          <p className="text-ink-2">{typeName(entry.type)}</p>
          <dl className="flex flex-wrap gap-x-4 text-ink-3">
            <Fact name={t('Value')}>{formatUsd(entry.total_usd_value)}</Fact>
            <Fact name={t('Rate')}>{formatRate(entry.rate, 5)}</Fact>
            <Fact name={t('Balance')}>{formatCoins(entry.balance_after)}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  )
}
