import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { ChatMember } from '../../../../contract/chat.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { inboxQuery } from './inbox-query.ts'
import { useMemberRows } from './use-member-rows.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { MemberFilters } from './filters.tsx'
import { moveAmongRows, MemberRow } from './row.tsx'

/** The members that an administrator may write to: those of the latest conversations, or those that a search finds. */
export function MemberList() {
  const { search, unread } = useSearch({ from: '/admin/chat' })
  const list = useInfiniteQuery(inboxQuery({ search, unread }))
  const more = useLoadMore(list)
  const members = useMemo(
    () => list.data?.pages.flatMap(({ items }) => items.map((member) => ({ ...member, id: member.user_id }))),
    [list.data],
  )
  const question = search ? `search ${search}` : (unread ?? '')
  const isFound = members && !list.isPlaceholderData
  return (
    <section aria-label={t('Members')} className="flex min-h-0 min-w-0 flex-col md:border-e md:border-line">
      <MemberFilters />
      <ReadProblem reads={[list]} className="mx-3 mb-3" />
      <p role="status" className="sr-only">
        {isFound && search && foundText(members.length, list.hasNextPage)}
      </p>
      {!members && !list.isError && <RowSkeletons />}
      {members && (
        <Rows
          latest={members}
          question={question}
          isEarlier={list.isPlaceholderData}
          isEnd={!list.hasNextPage}
          more={more}
          empty={emptyText(search, unread)}
        />
      )}
    </section>
  )
}

interface RowsProps {
  latest: readonly (ChatMember & { id: string })[]
  /** Names the filter of the list. */
  question: string
  /** True while the rows of the filter before are shown. */
  isEarlier: boolean
  /** True if no members follow the latest ones. */
  isEnd: boolean
  more: ReturnType<typeof useLoadMore>
  empty: string
}

function Rows({ more, empty, ...list }: RowsProps) {
  const { user: openId } = useSearch({ from: '/admin/chat' })
  const box = useRef<HTMLDivElement>(null)
  const { rows, isBehind, refresh, pointerProps, holdProps } = useMemberRows({ ...list, openId })
  const showLatest = () => {
    refresh()
    box.current?.scrollTo({ top: 0 })
  }
  return (
    <div {...pointerProps} className="relative flex min-h-0 flex-1 flex-col">
      <div {...holdProps} ref={box} className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line">
        {rows.length === 0 && <EmptyState title={empty} />}
        {/* Key presses in a row bubble up to the list, which knows the order of the rows. */}
        <ul aria-label={t('Conversations')} onKeyDown={moveAmongRows}>
          {rows.map((member) => (
            <MemberRow key={member.user_id} member={member} />
          ))}
        </ul>
        <LoadMore more={more} size="sm" className="p-3" />
      </div>
      {isBehind && (
        <Button
          size="sm"
          onClick={showLatest}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-full shadow-2"
        >
          <ArrowUp aria-hidden="true" />
          {t('Show the latest')}
        </Button>
      )}
    </div>
  )
}

function foundText(count: number, hasMore: boolean): string {
  if (hasMore) return t('More than {count} members found.', { count })
  return tn('{count} member found.', '{count} members found.', count)
}

function emptyText(search: string | undefined, unread: 'true' | undefined): string {
  if (search) return t('No members found.')
  return unread ? t('Nothing unread.') : emptyTexts.noConversations
}
