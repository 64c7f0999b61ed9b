import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { sendMessage } from '../../../../contract/endpoints/chat.ts'
import type { ChatMessage } from '../../../../contract/chat.ts'
import { t } from '../../../../contract/translate.ts'
import { useSession } from '../../../lib/session.ts'
import { useMay } from '../../../lib/use-may.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { conversationQuery } from '../../../features/chat/conversation.ts'
import { ConversationView } from '../../../features/chat/conversation-view.tsx'
import { ownSpeaker, type Speaker } from '../../../features/chat/message-list.tsx'
import { resumeSending } from '../../../features/chat/outboxes.ts'
import { isSupportSide, type ConversationSide } from '../../../features/chat/conversation-side.ts'
import { unsentConversations } from '../../../features/chat/unsent.ts'
import { useSupportReadReports } from './use-support-read-reports.ts'

interface SupportConversationProps {
  memberId: string
  memberName: string
}

/** A member's conversation as administrators see it, with the name of the administrator who wrote a message. */
export function SupportConversation({ memberId, memberName }: SupportConversationProps) {
  const { user } = useSession()
  const { message } = useSearch({ from: '/admin/chat' })
  const writerId = user?.id ?? ''
  const side = useMemo(() => ({ memberId, writerId }), [memberId, writerId])
  const { data: shown } = useQuery(conversationQuery(memberId))
  const mayWrite = useMay()(sendMessage)
  useSupportReadReports(memberId, mayWrite ? shown : undefined)
  return (
    <ConversationView
      side={side}
      mayWrite={mayWrite}
      foundNumber={message === undefined ? undefined : Number(message)}
      speakerOf={(message) => speakerIn(side, memberName, message)}
      empty={
        <EmptyState icon={MessageSquare} title={t('No messages yet')} className="m-auto">
          {mayWrite ? t('What you write appears in the support chat of {name}.', { name: memberName }) : undefined}
        </EmptyState>
      }
    />
  )
}

/** Resumes the sending of messages, in any conversation, that were unsent when the administrator left the page. */
export function useUnsentMessages(adminId: string | undefined): void {
  const mayWrite = useMay()(sendMessage)
  useEffect(() => {
    if (adminId !== undefined && mayWrite) unsentConversations(adminId).filter(isSupportSide).forEach(resumeSending)
  }, [adminId, mayWrite])
}

/** All administrators are on the same side of the conversation. */
function speakerIn({ writerId }: ConversationSide, memberName: string, message: ChatMessage): Speaker {
  if (!message.is_from_support) return { speaker: memberName, isOwn: false }
  return message.sender_id === writerId ? ownSpeaker : { speaker: message.sender_name ?? t('Support'), isOwn: true }
}
