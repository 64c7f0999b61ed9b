import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ListX } from 'lucide-react'
import { exportAuditEvents, auditActionNames } from '../../../../contract/endpoints/audit.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { auditQuery, type AuditFilter } from './audit-queries.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { ListCard } from '../../../features/data-list/list-card.tsx'
import { ListPager } from '../../../features/data-list/list-pager.tsx'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { useListUrl, type ListUrl } from '../../../features/data-list/use-list-url.ts'
import { download } from '../../../lib/api.ts'
import type { AuditSearch } from './search.ts'
import { oneOf } from '../../../lib/search.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { tableScreen, useMedia } from '../../../ui/use-media.ts'
import { AuditCards } from './cards.tsx'
import { AuditDetail } from './detail.tsx'
import { AuditFilters } from './filters.tsx'
import { AuditTable } from './table.tsx'

export const lead = t('Who did what, to whom, when and from where. Nothing here can be changed or removed.')

/** The log of recorded actions, newest first. */
export function AuditLogPage() {
  const { event, ...search } = useSearch({ from: '/admin/audit-log' })
  const url = useListUrl<AuditSearch>()
  const filter = filterOf(search)
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/audit-log']}</PageTitle>
      <AuditFilters filter={filter} change={url.change} />
      <AuditList filter={filter} url={url} />
      {event && <AuditDetail key={event} eventId={event} />}
    </div>
  )
}

/** The search of the log without any filter. */
const everything = {
  action: undefined,
  actor_id: undefined,
  subject_id: undefined,
  ip_address: undefined,
  from: undefined,
  to: undefined,
} satisfies AuditSearch

interface AuditListProps {
  filter: AuditFilter
  url: ListUrl<AuditSearch>
}

function AuditList({ filter, url }: AuditListProps) {
  const hasTable = useMedia(tableScreen)
  const { cursor, ...match } = filter
  const list = useQuery(auditQuery(filter))
  const isEarlier = list.isPlaceholderData
  const held = useHeldRows({ latest: list.data?.items, question: JSON.stringify(filter), isEarlier })
  const { rows } = held
  const nextCursor = isEarlier ? null : (list.data?.next_cursor ?? null)
  const Rows = hasTable ? AuditTable : AuditCards
  return (
    <>
      <ReadProblem reads={[list]} />
      <ListCard
        summary={rows && !isEarlier ? summaryOf(rows.length, cursor !== undefined || nextCursor !== null) : undefined}
        held={held}
        hasDensity={hasTable}
        isEarlier={isEarlier}
        onClear={Object.keys(match).length > 0 ? () => url.change(everything) : null}
        actions={
          <ExportButton
            endpoint={exportAuditEvents}
            key={JSON.stringify(match)}
            fallbackName="et-audit-log.csv"
            load={(options) => download(exportAuditEvents, { query: match }, options)}
          />
        }
      >
        {!rows && !list.isError && <RowSkeletons />}
        {rows?.length === 0 && <EmptyState icon={ListX} title={emptyTexts.noAuditEvents} />}
        {rows && rows.length > 0 && <Rows events={rows} />}
      </ListCard>
      <ListPager cursor={cursor} nextCursor={nextCursor} isEarlier={isEarlier} onOpen={url.openPage} />
    </>
  )
}

function summaryOf(count: number, isPart: boolean): string {
  return isPart
    ? tn('{count} entry on this page, newest first', '{count} entries on this page, newest first', count)
    : tn('{count} entry, newest first', '{count} entries, newest first', count)
}

/** Reads the filter from the address, without an action that the log does not know. */
function filterOf({ action, ...search }: Omit<AuditSearch, 'event'>): AuditFilter {
  const known = { action: oneOf(action, auditActionNames), ...search }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
