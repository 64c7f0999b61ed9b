import { Link, useLocation, useSearch } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { ChatMember } from '../../../../contract/chat.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { AgoText } from '../../../ui/time-text.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** One step back from this conversation is the list it was chosen from. */
    isChosenFromList?: boolean
  }
}

/** A member to write to. Nothing is read by pointing at it: only opening the conversation does that. */
export function MemberRow({ member }: { member: ChatMember }) {
  const { user_id: id, full_name: name, admin_unread_count: unread, last_message_at: lastAt } = member
  const { user: openId } = useSearch({ from: '/admin/chat' })
  const { isChosenFromList = false } = useLocation({ select: (location) => location.state })
  const isOpen = id === openId
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/admin/chat"
        search={(before) => ({ ...before, user: id })}
        // From any conversation one step back leads to the list, however many have been looked at.
        replace={openId !== undefined}
        state={{ isChosenFromList: openId === undefined || isChosenFromList }}
        resetScroll={false}
        preload={false}
        aria-current={isOpen ? 'true' : undefined}
        className={cn(
          'flex items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2',
          isOpen && 'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)] hover:bg-brand-soft',
        )}
      >
        <Avatar name={name} seed={id} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cn('min-w-0 flex-1', unread > 0 ? 'font-bold' : 'font-semibold')}>
              <PersonName isCut>{name}</PersonName>
            </span>
            {lastAt && <AgoText value={lastAt} className="flex-none text-xs text-ink-3" />}
          </span>
          <span className={cn('flex items-center gap-2 text-sm', isOpen ? 'text-ink-2' : 'text-ink-3')}>
            <Detail member={member} />
            {unread > 0 && (
              <CountBadge count={unread} label={tn('{count} unread', '{count} unread', unread)} tone="bad" />
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** What was written last, and which administrator wrote it; in a search, what else the member may have been found by. */
function Detail({ member }: { member: ChatMember }) {
  const { search } = useSearch({ from: '/admin/chat' })
  const { member_id: memberId, email, last_content: content, last_sender_name: sender } = member
  if (search || content === null) {
    return (
      <span className="min-w-0 flex-1 truncate">
        <span className="mono">{memberId}</span> {search && email}
      </span>
    )
  }
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {sender ? t('{speaker}: {message}', { speaker: firstWordOf(sender), message: content }) : content}
    </span>
  )
}

function firstWordOf(name: string): string {
  return name.split(' ', 1)[0] ?? name
}

const steps: Record<string, 1 | -1 | undefined> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }

/** J and K, or the arrows, move the focus from row to row. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key.toLowerCase()]
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const index = rows.findIndex((row) => row === document.activeElement)
  const next = index < 0 ? undefined : rows[index + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
