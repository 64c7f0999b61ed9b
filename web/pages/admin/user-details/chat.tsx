import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import type { ChatMessage } from '../../../../contract/chat.ts'
import { t, tn } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { userChatQuery } from './user-details-queries.ts'
import { AppLink } from '../../../lib/app-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

const LateFiles = loadWhenNeeded(async () => (await import('../../../features/chat/message-files.tsx')).MessageFiles)

/** The newest messages with a member, read-only. Reading them here marks none as read. */
export function UserChat({ user: { profile, has_conversation: hasConversation } }: { user: UserDetails }) {
  const { id: userId } = profile
  const read = useQuery({ ...userChatQuery(userId), enabled: hasConversation })
  const chat = read.data
  const messages = chat?.messages ?? []
  const isEmpty = !hasConversation || (chat !== undefined && messages.length === 0)
  return (
    <>
      {hasConversation && <ReadProblem reads={[read]} className="m-5" />}
      {hasConversation && read.isPending && <RowSkeletons />}
      {isEmpty && <EmptyState title={t('No messages yet.')} action={<ChatLink userId={userId} />} />}
      {chat && messages.length > 0 && (
        <div className="grid gap-4 p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-2">
              {chat.hasMore ? t('The newest {count} messages', { count: messages.length }) : t('All messages')}
              {chat.unread > 0 && (
                <>
                  {' '}
                  <Badge tone="bad">{tn('{count} unread', '{count} unread', chat.unread)}</Badge>
                </>
              )}
            </p>
            <ChatLink userId={userId} />
          </div>
          <ol aria-label={t('Messages')} className="grid gap-3">
            {messages.map((message) => (
              <Message key={message.id} userId={userId} message={message} />
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

function ChatLink({ userId }: { userId: string }) {
  return (
    <Button asChild variant="ghost">
      <AppLink href={`/admin/chat?user=${userId}`}>
        <MessageSquare aria-hidden="true" />
        {t('Open the conversation')}
      </AppLink>
    </Button>
  )
}

function Message({ userId, message }: { userId: string; message: ChatMessage }) {
  return (
    <li className="grid gap-0.5 border-s-2 border-line ps-3">
      <p className="text-sm text-ink-3">
        <span className="font-semibold text-ink-2">
          {message.is_from_support ? (message.sender_name ?? t('Support')) : t('Member')}
        </span>{' '}
        · <TimeText value={message.created_at} />
      </p>
      {message.content !== '' && <p className="max-w-reading wrap-anywhere whitespace-pre-wrap">{message.content}</p>}
      <LateFiles isNeeded={message.files.length > 0} props={{ memberId: userId, files: message.files }} />
    </li>
  )
}
