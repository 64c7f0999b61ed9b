import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { t } from '../../../contract/translate.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { phoneScreen, setChatOpen } from '../../features/chat/chat-open.ts'
import { conversationQuery } from '../../features/chat/conversation.ts'
import { ConversationView } from '../../features/chat/conversation-view.tsx'
import { ownSpeaker, type Speaker } from '../../features/chat/message-list.tsx'
import { ownSide } from '../../features/chat/conversation-side.ts'
import { useReadReports } from '../../features/chat/use-read-reports.ts'

/** A member's conversation with support. All administrators appear in it as one speaker. */
export function OwnConversation({ userId }: { userId: string }) {
  const { data: shown } = useQuery(conversationQuery(userId))
  const side = useMemo(() => ownSide(userId), [userId])
  useReadReports(userId, shown)
  return (
    <ConversationView
      side={side}
      onFollow={leaveOnPhone}
      speakerOf={speakerOf}
      empty={
        <EmptyState icon={MessageSquare} title={t('No messages yet')} className="m-auto">
          {t('Write to us: whatever it is about, an administrator reads it and answers here.')}
        </EmptyState>
      }
    />
  )
}

/** On a phone the chat covers the page with the request. */
function leaveOnPhone() {
  if (matchMedia(phoneScreen).matches) setChatOpen(false)
}

const support: Speaker = { speaker: t('Support'), isOwn: false }

function speakerOf(message: ChatMessage): Speaker {
  return message.is_from_support ? support : ownSpeaker
}
