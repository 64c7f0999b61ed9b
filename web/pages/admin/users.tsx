import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { emptyTexts } from '../../../contract/texts.ts'
import { t, tn } from '../../../contract/translate.ts'
import { exportUsers } from '../../../contract/users.ts'
import { DensityButton } from '../../features/ledger-lists/density-button.tsx'
import { ExportButton } from '../../features/ledger-lists/export-button.tsx'
import { ListPager } from '../../features/ledger-lists/list-pager.tsx'
import { useListAddress } from '../../features/ledger-lists/use-list-address.ts'
import { UserSections } from '../../features/users/user-sections.tsx'
import { download } from '../../lib/api.ts'
import { usersQuery, type UsersFilter } from '../../lib/admin-queries.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { useMedia } from '../../ui/use-media.ts'
import type { AddedUser } from './users-add-member.tsx'
import { AddedNotice, AddUserDialog } from './users-add.tsx'
import { UserCards } from './users-cards.tsx'
import { UsersFilters } from './users-filters.tsx'
import { UsersSkeleton } from './users-skeleton.tsx'
import { sortWords } from './users-sort.ts'
import { UserTable } from './users-table.tsx'

/** Below this width a row of the table is a card. */
const tableScreen = '(min-width: 48rem)'

export function UsersPage() {
  const filter = useSearch({ from: '/admin/users' })
  const list = useQuery(usersQuery(filter))
  const { openPage } = useListAddress<UsersFilter>()
  const hasTable = useMedia(tableScreen)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<AddedUser | null>(null)
  const users = list.data?.items
  const nextCursor = list.isPlaceholderData ? null : (list.data?.next_cursor ?? null)
  const Users = hasTable ? UserTable : UserCards

  return (
    <div className="grid gap-4">
      <PageTitle
        lead={t('Everybody with an account.')}
        aside={
          <div className="flex flex-wrap gap-3">
            <Button variant="ghost" busy={list.isFetching} onClick={() => void list.refetch()}>
              <RefreshCw aria-hidden="true" />
              {t('Refresh')}
            </Button>
            <Button onClick={() => setIsAdding(true)}>
              <UserPlus aria-hidden="true" />
              {t('Add User')}
            </Button>
          </div>
        }
      >
        {t('Users')}
      </PageTitle>
      <UserSections />
      {added && <AddedNotice added={added} />}
      <UsersFilters hasSort={!hasTable} />
      <ReadProblem reads={[list]} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-ink-2">
          {users && !list.isPlaceholderData && shownWords(users.length, filter)}
        </p>
        <div className="flex items-center gap-2">
          {hasTable && <DensityButton />}
          <ExportButton
            load={(options) => download(exportUsers, { query: matchOf(filter) }, options)}
            fallbackName="et-users.csv"
          />
        </div>
      </div>
      {!users && !list.isError && <UsersSkeleton />}
      {users?.length === 0 && (
        <EmptyState title={emptyTexts.noUsers} className="rounded-3 border border-line bg-surface" />
      )}
      {users && users.length > 0 && (
        // The rows of the question before stay until the answer to this one is there.
        <div aria-busy={list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60')}>
          <Users users={users} />
        </div>
      )}
      <ListPager cursor={filter.cursor} nextCursor={nextCursor} isEarlier={list.isPlaceholderData} onOpen={openPage} />
      <AddUserDialog open={isAdding} onOpenChange={setIsAdding} onAdded={setAdded} />
    </div>
  )
}

function shownWords(count: number, filter: UsersFilter): string {
  const order = sortWords(filter)
  return tn('{count} shown, sorted by {order}.', '{count} shown, sorted by {order}.', count, { order })
}

/** The whole list, whichever page of it is shown. */
function matchOf({ search, status, sort, order }: UsersFilter) {
  return { ...(search && { search }), ...(status && { status }), ...(sort && { sort }), ...(order && { order }) }
}
