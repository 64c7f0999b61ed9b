import { Equal, TriangleAlert } from 'lucide-react'
import { t, tc } from '../../../../contract/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import type { RequestCheck } from './kinds/kind-review.ts'

interface CheckTableProps {
  checks: readonly RequestCheck[]
  /** A decided request is not compared, as prices have changed since. */
  isDecided: boolean
  /** The sentence if all figures agree. It names exactly what was compared. */
  agreement: string
}

/** The figures of a request. While it is pending, today's figures stand beside them, with one line that sums up. */
export function CheckTable({ checks, isDecided, agreement }: CheckTableProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="overflow-hidden rounded-2 border border-line">
        <Table label={t('Check of the figures')} density="compact">
          <thead>
            <tr>
              <HeaderCell>{tc('of a figure', 'Check')}</HeaderCell>
              <HeaderCell numeric>{t('Request')}</HeaderCell>
              {!isDecided && <HeaderCell numeric>{t('Expected')}</HeaderCell>}
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.name}>
                <Cell className="hyphens-auto">{check.name}</Cell>
                <Cell numeric>{check.request}</Cell>
                {!isDecided && <ExpectedCell check={check} />}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {!isDecided && <Sum checks={checks} agreement={agreement} />}
    </div>
  )
}

function ExpectedCell({ check: { expected, agrees } }: { check: RequestCheck }) {
  return (
    <Cell numeric className={cn('whitespace-normal text-ink-2', agrees === false && 'font-semibold text-bad')}>
      <Verdict agrees={agrees} />
      {expected}
    </Cell>
  )
}

/** Sums up the comparison, without a tick or green: the figures do not prove a payment. */
function Sum({ checks, agreement }: Pick<CheckTableProps, 'checks' | 'agreement'>) {
  return checks.some(({ agrees }) => agrees === false) ? (
    <Badge tone="wait" className="h-auto justify-self-start px-2.5 py-1.5 text-sm whitespace-normal">
      <TriangleAlert aria-hidden="true" />
      {t('Prices have changed since: compare with the request')}
    </Badge>
  ) : (
    <Badge tone="neutral" className="h-auto justify-self-start px-2.5 py-1.5 text-sm whitespace-normal">
      {agreement}
    </Badge>
  )
}

/** An icon before the figure, so that colour is not the only sign. */
function Verdict({ agrees }: { agrees: boolean | undefined }) {
  if (agrees === undefined) return null
  const Icon = agrees ? Equal : TriangleAlert
  return (
    <>
      <Icon aria-hidden="true" size={14} className={cn('me-1.5 inline', agrees ? 'text-ink-3' : 'text-bad')} />
      <span className="sr-only">{agrees ? t('fits:') : t('differs:')} </span>
    </>
  )
}
