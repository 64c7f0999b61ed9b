import { formatCount, formatUsd } from '../../../../contract/money.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import type { StatementLine } from '../../../../contract/statement.ts'
import { t } from '../../../../contract/translate.ts'
import { coinsText } from '../../../lib/coins-text.ts'
import { openPeriodNote, utcPeriodText } from '../../../features/data-list/utc-period.ts'
import { printSheet } from '../../../ui/print-sheet.ts'
import { PrintedSheet } from '../../../ui/printed-sheet.tsx'
import { typeName } from '../../../lib/transaction-display.ts'
import { dateLocale } from '../../../ui/format-time.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { daysOf, periodText, type PeriodName } from './period.ts'
import type { PrintData } from './print-data.ts'
import { CoinChange, countOf, PeriodEnds, SumsTable } from './sums-table.tsx'

interface Print extends PrintData {
  member: { full_name: string; member_id: string | null }
  period: PeriodName | undefined
  at: Date
}

export function printStatement(print: Print): void {
  printSheet(
    t('ET statement {memberId} {period}', {
      memberId: print.member.member_id ?? print.member.full_name,
      period: periodText(print.period),
    }),
    <Sheet {...print} />,
  )
}

/** The statement on paper. It shows amounts also while they are hidden on the screen, because a hidden print says nothing. */
function Sheet({ member, period, at, lines, ...sums }: Print) {
  const count = countOf(sums.sums)
  return (
    <PrintedSheet kind={pageTitles['/dashboard/statement']} note={openPeriodNote(daysOf(period).to, at)} at={at}>
      <div className="my-6 flex flex-wrap justify-between gap-4">
        <div>
          <h1 className="serif text-2xl">{periodText(period)}</h1>
          <p className="text-ink-2">{daysText(period)}</p>
        </div>
        <p className="text-end text-ink-2">
          <PersonName className="block font-semibold text-ink">{member.full_name}</PersonName>
          <span className="mono">{member.member_id}</span>
        </p>
      </div>
      <PeriodEnds
        opening_coins={sums.opening_coins}
        closing_coins={sums.closing_coins}
        className="mb-6 grid grid-cols-3 gap-5"
      />
      {count === 0 ? <p className="mb-6">{t('No movements in this period.')}</p> : <SumsTable {...sums} />}
      {lines.length > 0 && <Lines lines={lines} />}
      {count > lines.length && (
        <p className="mb-6 font-semibold">
          {t('Only the newest {shown} of {count} movements are printed. The CSV file has all of them.', {
            shown: formatCount(lines.length),
            count: formatCount(count),
          })}
        </p>
      )}
    </PrintedSheet>
  )
}

/** Browsers repeat the head of this table on each sheet. It stands in no region that scrolls, since those do not break well. */
function Lines({ lines }: { lines: readonly StatementLine[] }) {
  const heads = [t('Date (UTC)'), t('Type'), t('Details'), t('Amount'), t('Value'), t('Balance')]
  return (
    <table className="my-6 w-full border-collapse text-xs">
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={`border-b border-line-strong py-1.5 pe-3 last:pe-0 ${at > 2 ? 'text-end' : 'text-start'}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="[&>td]:border-b [&>td]:border-line [&>td]:py-1.5 [&>td]:pe-3">
            <td className="whitespace-nowrap">{momentFormat.format(new Date(line.created_at))}</td>
            <td>{typeName(line.type)}</td>
            <td className="wrap-anywhere">
              <Details line={line} />
            </td>
            <td className="text-end">
              <CoinChange coins={line.coins} />
            </td>
            <td className="text-end whitespace-nowrap">{formatUsd(line.value_usd)}</td>
            <td className="pe-0! text-end whitespace-nowrap">{coinsText(line.balance_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Details({ line: { other, reason, request } }: { line: StatementLine }) {
  return (
    <>
      {other && (
        <div>
          <PersonName>{other.full_name}</PersonName>{' '}
          {other.member_id && <span className="mono">{other.member_id}</span>}
        </div>
      )}
      {reason && <div className="whitespace-pre-line">{reason}</div>}
      {request && <div className="mono">{request.number}</div>}
    </>
  )
}

/** Paper has no place for a reader's own zone, and the period is of UTC days. */
const momentFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

function daysText(period: PeriodName | undefined): string {
  const { from, to } = daysOf(period)
  if (from === undefined || to === undefined) return t('From the first movement to the time of printing')
  return utcPeriodText({ from, to })
}
