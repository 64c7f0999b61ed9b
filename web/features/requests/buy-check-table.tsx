import { Badge } from '../../ui/badge.tsx'
import { Cell, HeaderCell, Table } from '../../ui/table.tsx'
import { Check, TriangleAlert } from 'lucide-react'
import type { BuyCheck } from './buy-checks.ts'

export function BuyCheckTable({ checks }: { checks: readonly BuyCheck[] }) {
  const differing = checks.filter(({ agrees }) => agrees === false)
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-2 border border-line">
        <Table label="Check of the figures">
          <thead>
            <tr>
              <HeaderCell>Check</HeaderCell>
              <HeaderCell numeric>Request</HeaderCell>
              <HeaderCell numeric>Expected</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.name}>
                <Cell>{check.name}</Cell>
                <Cell numeric>{check.request}</Cell>
                <Cell numeric className={check.agrees === false ? 'font-semibold text-bad' : 'text-ink-2'}>
                  {check.agrees === false && <span className="sr-only">differs: </span>}
                  {check.expected}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {differing.length === 0 ? (
        <Badge tone="ok" className="h-auto justify-self-start px-2.5 py-1.5 text-sm">
          <Check aria-hidden="true" />
          Amounts agree with today’s prices
        </Badge>
      ) : (
        <Badge tone="wait" className="h-auto justify-self-start px-2.5 py-1.5 text-sm whitespace-normal">
          <TriangleAlert aria-hidden="true" />
          Prices have changed since: compare the slip with the request
        </Badge>
      )}
    </div>
  )
}
