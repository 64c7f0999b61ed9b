import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { Profile } from '../../../../contract/profiles.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { tn } from '../../../../contract/translate.ts'
import { exportUsers } from '../../../../contract/endpoints/users.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { ListPager } from '../../../features/data-list/list-pager.tsx'
import { useHeldRows } from '../../../lib/use-held-rows.ts'
import { useListUrl } from '../../../features/data-list/use-list-url.ts'
import { download } from '../../../lib/api.ts'
import type { UsersFilter } from '../../../lib/user-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { UserCards } from './cards.tsx'
import { keyArea, useUserShortcuts } from './shortcuts.ts'
import { useOpenUser } from './open.ts'
import { UsersSkeleton } from './skeleton.tsx'
import { sortText } from './sort.ts'
import { UserTable } from './table.tsx'

// These parts stand beside the list or over it, so the list does not move when they load.
const LatePanel = loadWhenNeeded(async () => (await import('./panel.tsx')).UserPanel)
const LateTools = loadWhenNeeded(async () => (await import('./tools.tsx')).TableTools)
const LateHelp = loadWhenNeeded(async () => (await import('./tools.tsx')).Help)

interface UserListProps {
  list: UseQueryResult<{ items: Profile[]; next_cursor: string | null }>
  filter: UsersFilter
  /** Identifies the filter of the list, and the time from which its answer counts. */
  question: string
  /** The id of the person shown beside the list. */
  openId: string | undefined
  hasTable: boolean
}

/** One page of the users' list, with one person beside it. */
export function UserList({ list, filter, question, openId, hasTable }: UserListProps) {
  const { openPage } = useListUrl<UsersFilter>()
  const opened = useOpenUser(openId)
  const [isHelping, setIsHelping] = useState(false)
  const isEarlier = list.isPlaceholderData
  const nextCursor = isEarlier ? null : (list.data?.next_cursor ?? null)
  const { rows, newCount, goneIds, refresh, topRef, pointerProps, holdProps } = useHeldRows({
    latest: list.data?.items,
    question,
    isEarlier,
    isEnd: list.data?.next_cursor === null,
  })
  // Deferred rendering works in pieces, between which the browser reacts to input.
  const users = useDeferredValue(rows)
  useUserShortcuts({ users: users ?? [], opened, onHelp: () => setIsHelping(true) })
  return (
    <>
      <div className={cn('grid items-start gap-4', opened.openId && 'min-[84rem]:grid-cols-[minmax(0,1fr)_22rem]')}>
        <div {...pointerProps} className="grid gap-4">
          <div ref={topRef} className="flex flex-wrap items-center gap-3">
            <ListLine
              words={users && !isEarlier ? shownText(users.length, filter) : undefined}
              newCount={newCount}
              goneCount={goneIds.size}
              onRefresh={refresh}
            />
            <div className="ms-auto flex items-center gap-2">
              {hasTable && <LateTools isNeeded props={{ onHelp: () => setIsHelping(true) }} />}
              <ExportButton
                endpoint={exportUsers}
                load={(options) => download(exportUsers, { query: withoutPage(filter) }, options)}
                fallbackName="et-users.csv"
              />
            </div>
          </div>
          {!users && !list.isError && <UsersSkeleton />}
          {users?.length === 0 && (
            <EmptyState title={emptyTexts.noUsers} className="rounded-3 border border-line bg-surface" />
          )}
          {users && users.length > 0 && (
            // The rows of the filter before stay until the answer for this one arrives.
            <div {...keyArea} {...holdProps} aria-busy={isEarlier} className={cn(isEarlier && 'opacity-60')}>
              {hasTable ? (
                <UserTable users={users} goneIds={goneIds} opened={opened} />
              ) : (
                <UserCards users={users} goneIds={goneIds} />
              )}
            </div>
          )}
          <ListPager cursor={filter.cursor} nextCursor={nextCursor} isEarlier={isEarlier} onOpen={openPage} />
        </div>
        {opened.openId && <LatePanel isNeeded props={{ userId: opened.openId, users: users ?? [], opened }} />}
      </div>
      <LateHelp isNeeded={isHelping} props={{ open: isHelping, onOpenChange: setIsHelping }} />
    </>
  )
}

interface ListLineProps {
  words: string | undefined
  /** `newCount` users joined and `goneCount` users changed while the rows were held in their places. */
  newCount: number
  goneCount: number
  onRefresh: () => void
}

function ListLine({ words, newCount, goneCount, onRefresh }: ListLineProps) {
  const line = useRef<HTMLParagraphElement>(null)
  // The line takes the focus first, as the button disappears with the refresh.
  const refresh = () => {
    line.current?.focus({ preventScroll: true })
    onRefresh()
  }
  return (
    <>
      <p ref={line} role="status" tabIndex={-1} className="text-sm text-ink-2">
        {words}
      </p>
      <div role="status" className="flex">
        {newCount + goneCount > 0 && (
          <Button size="sm" variant="quiet" onClick={refresh}>
            <RotateCw aria-hidden="true" />
            {newCount > 0
              ? tn('{count} new', '{count} new', newCount)
              : tn('{count} changed', '{count} changed', goneCount)}
          </Button>
        )}
      </div>
    </>
  )
}

function shownText(count: number, filter: UsersFilter): string {
  const order = sortText(filter)
  return tn('{count} shown, sorted by {order}.', '{count} shown, sorted by {order}.', count, { order })
}

/** Returns the filter and the order, for the whole list instead of one page. */
function withoutPage({ search, status, sort, order }: UsersFilter) {
  return { ...(search && { search }), ...(status && { status }), ...(sort && { sort }), ...(order && { order }) }
}
