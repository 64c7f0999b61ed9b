import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { exportPayouts, type PayoutList } from '../../../../contract/endpoints/payouts.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { ListPager } from '../../../features/data-list/list-pager.tsx'
import { useListUrl } from '../../../features/data-list/use-list-url.ts'
import { payoutsQuery } from '../../../features/requests/payouts/payout-queries.ts'
import { download } from '../../../lib/api.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { emptyTexts } from './list-names.ts'
import { PayoutRow } from './row.tsx'

interface PayoutsListProps {
  list: PayoutList
  cursor: string | undefined
}

/** One list of the desk. Payouts that are due can be chosen for a file. */
export function PayoutsList({ list, cursor }: PayoutsListProps) {
  const read = useQuery(payoutsQuery(list, cursor))
  const { openPage } = useListUrl<object>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const items = read.data?.items
  const canChoose = list === 'to_pay'
  const choose = (number: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, number] : [...before].filter((other) => other !== number)))
  return (
    <Card className="grid gap-4">
      <ReadProblem reads={[read]} />
      {!items && !read.isError && <Skeleton className="h-40" />}
      {items?.length === 0 && <EmptyState icon={CircleCheck} title={emptyTexts[list]} />}
      {canChoose && items && items.length > 0 && <FileBar items={items} chosen={chosen} onChosen={setChosen} />}
      {items && items.length > 0 && (
        <ul className="grid gap-5 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-5">
          {items.map((payout) => (
            <PayoutRow
              key={payout.request_id}
              payout={payout}
              {...(canChoose && {
                isChosen: chosen.has(payout.number),
                onChosen: (isChosen: boolean) => choose(payout.number, isChosen),
              })}
            />
          ))}
        </ul>
      )}
      <ListPager
        cursor={cursor}
        nextCursor={read.data?.next_cursor ?? null}
        isEarlier={read.isPlaceholderData}
        onOpen={openPage}
      />
    </Card>
  )
}

interface FileBarProps {
  items: Payout[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** Saves the chosen payouts, or all that are due, as a file for the operator's wallet. */
function FileBar({ items, chosen, onChosen }: FileBarProps) {
  const numbers = items.map(({ number }) => number)
  const hasAll = numbers.every((number) => chosen.has(number))
  const query = chosen.size > 0 ? { numbers: [...chosen].join(',') } : {}
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Checkbox checked={hasAll} onChange={() => onChosen(new Set(hasAll ? [] : numbers))}>
        {t('Choose all of this page')}
      </Checkbox>
      <p role="status" className="w-full text-ink-2 sm:w-auto sm:flex-1">
        {chosen.size > 0
          ? tn('The file gets {count} payout.', 'The file gets {count} payouts.', chosen.size)
          : t('The file gets all that are due, at most 500.')}
      </p>
      <ExportButton
        endpoint={exportPayouts}
        load={(options) => download(exportPayouts, { query }, options)}
        fallbackName="et-payouts.csv"
      />
    </div>
  )
}
