import { formatCoins, formatUsd } from '../../../../contract/money.ts'
import type { StatementLine } from '../../../../contract/statement.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { typeName } from '../../../lib/transaction-display.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { CoinChange } from './sums-table.tsx'

interface LinesProps {
  lines: readonly StatementLine[]
}

export function StatementTable({ lines }: LinesProps) {
  const { mask } = useHiddenAmounts()
  return (
    <Table label={t('Statement')}>
      <thead>
        <tr>
          <HeaderCell className="ps-5">{t('Date')}</HeaderCell>
          <HeaderCell>{t('Type')}</HeaderCell>
          <HeaderCell>{t('Details')}</HeaderCell>
          <HeaderCell numeric>{t('Amount')}</HeaderCell>
          <HeaderCell numeric>{t('Value')}</HeaderCell>
          <HeaderCell numeric className="pe-5">
            {t('Balance')}
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <Cell className="ps-5 whitespace-nowrap text-ink-3">
              <TimeText value={line.created_at} />
            </Cell>
            <Cell>{typeName(line.type)}</Cell>
            <Cell className="max-w-72 wrap-anywhere text-ink-2">
              <LineDetails line={line} />
            </Cell>
            <Cell numeric>
              <LineAmount line={line} />
            </Cell>
            <Cell numeric>{mask(formatUsd(line.value_usd))}</Cell>
            <Cell numeric className="pe-5">
              {coinsText(line.balance_after, mask)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The lines as cards, for screens without room for a table. */
export function StatementCards({ lines }: LinesProps) {
  const { mask } = useHiddenAmounts()
  return (
    <ul aria-label={t('Statement')}>
      {lines.map((line) => (
        <li key={line.id} className="grid gap-0.5 border-t border-line px-5 py-3.5 first:border-t-0">
          <div className="flex items-baseline justify-between gap-3">
            <p className="font-semibold">{typeName(line.type)}</p>
            <LineAmount line={line} />
          </div>
          <div className="text-sm wrap-anywhere text-ink-2">
            <LineDetails line={line} />
          </div>
          <div className="flex items-baseline justify-between gap-3 text-sm text-ink-3">
            <TimeText value={line.created_at} />
            <span>{t('Balance {coins} ET', { coins: mask(formatCoins(line.balance_after)) })}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function LineAmount({ line: { coins } }: { line: StatementLine }) {
  const { mask } = useHiddenAmounts()
  return <CoinChange coins={coins} mask={mask} className="font-semibold" />
}

/** The other side of the line, or the reason of a correction, with a link to the own request. */
function LineDetails({ line: { other, reason, request } }: { line: StatementLine }) {
  return (
    <>
      {other && (
        <p>
          <PersonName>{other.full_name}</PersonName>{' '}
          {other.member_id && <span className="mono whitespace-nowrap text-ink-3">{other.member_id}</span>}
        </p>
      )}
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      {request && (
        <AppLink href={`/dashboard/activity?request=${request.id}`} className="mono whitespace-nowrap">
          {request.number}
        </AppLink>
      )}
    </>
  )
}
