import { Link, useLocation, useSearch } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { ChatMember } from '../../../../contract/chat.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { fileKindText } from '../../../features/chat/file-kind-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { AgoText } from '../../../ui/time-text.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True if one step back from this conversation leads to the list. */
    isChosenFromList?: boolean
  }
}

/** A member of the list. Pointing at the row marks nothing as read; only opening the conversation does. */
export function MemberRow({ member }: { member: ChatMember }) {
  const { user_id: id, full_name: name, admin_unread_count: unread, last_message_at: lastAt } = member
  const { user: openId } = useSearch({ from: '/admin/chat' })
  const { isChosenFromList = false } = useLocation({ select: (location) => location.state })
  const isOpen = id === openId
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/admin/chat"
        search={(before) => ({ ...before, user: id, message: undefined })}
        // Replaces an open conversation in the history, so that one step back always leads to the list.
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

/** The last message, with the administrator who wrote it. In a search it is the member's id and email instead. */
function Detail({ member }: { member: ChatMember }) {
  const { search } = useSearch({ from: '/admin/chat' })
  const { member_id: memberId, email, last_content: content, last_sender_name: sender } = member
  const fileType = member.last_file_type
  if (search || content === null) {
    return (
      <span className="min-w-0 flex-1 truncate">
        <span className="mono">{memberId}</span> {search && email}
      </span>
    )
  }
  const message = content === '' && fileType ? fileKindText(fileType) : content
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {sender ? t('{speaker}: {message}', { speaker: firstWordOf(sender), message }) : message}
    </span>
  )
}

function firstWordOf(name: string): string {
  return name.split(' ', 1)[0] ?? name
}

const steps: Record<string, 1 | -1 | undefined> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }

/** Moves the focus from row to row with J and K, or the arrow keys. */
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
