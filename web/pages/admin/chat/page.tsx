import { useSearch } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { pageTitles } from '../../../../contract/pages.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { useUnsentMessages } from './support-conversation.tsx'
import { useSession } from '../../../lib/session.ts'
import { useUnreadCount } from '../../../features/chat/unread-count.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { tableScreen, useMedia } from '../../../ui/use-media.ts'
import { MemberChat } from './member.tsx'
import { MemberList } from './list.tsx'
import { PhoneChat } from './phone.tsx'

/**
 * All members on the left, the conversation with one of them on the right. On a phone the conversation covers the list.
 */
export function ChatPage() {
  const { user: memberId } = useSearch({ from: '/admin/chat' })
  const { user } = useSession()
  const unread = useUnreadCount()
  const hasRoom = useMedia(tableScreen)
  useUnsentMessages(user?.id)
  return (
    <div className="-mb-8 flex h-[calc(100dvh-var(--topbar)-var(--ticker)-2.25rem)] min-h-[26rem] flex-col gap-4 lg:h-[calc(100dvh-var(--topbar)-var(--ticker)-2.75rem)]">
      <PageTitle aside={unread > 0 && <p className="text-ink-2">{tn('{count} unread', '{count} unread', unread)}</p>}>
        {pageTitles['/admin/chat']}
      </PageTitle>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] overflow-hidden rounded-3 border border-line bg-surface md:grid-cols-[18rem_minmax(0,1fr)] min-[90rem]:grid-cols-[20rem_minmax(0,1fr)]">
        <MemberList />
        {hasRoom && (memberId ? <MemberChat key={memberId} memberId={memberId} /> : <NoConversationChosen />)}
      </div>
      {!hasRoom && memberId && <PhoneChat key={memberId} memberId={memberId} />}
    </div>
  )
}

function NoConversationChosen() {
  return (
    <EmptyState icon={MessagesSquare} title={t('Choose a conversation')} className="m-auto">
      {t('Open one from the list, or search for any member to write to them.')}
    </EmptyState>
  )
}
