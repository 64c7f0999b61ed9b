import { useEffect, useState, type ComponentType } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { setChatOpen, useIsChatOpen } from '../../features/chat/chat-open.ts'
import { hasUnsentMessages } from '../../features/chat/unsent.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

/** Holds a member's chat beside each page. The chat loads when it is first opened. */
export function ChatDock() {
  const { user, isAdmin } = useSession()
  const userId = isAdmin ? undefined : user?.id
  useEffect(() => {
    if (userId === undefined) setChatOpen(false)
  }, [userId])
  return userId === undefined ? null : <MemberChat key={userId} userId={userId} />
}

function MemberChat({ userId }: { userId: string }) {
  const isOpen = useIsChatOpen()
  const [Panel, setPanel] = useState<ComponentType<{ userId: string }>>()
  // Messages that were unsent when the page was left are sent now, even if the chat stays closed.
  const [hasUnsent] = useState(() => hasUnsentMessages(userId))
  const isWanted = isOpen || hasUnsent
  useEffect(() => {
    if (!isWanted) return
    import('../chat/chat-panel.tsx').then(
      ({ ChatPanel }) => setPanel(() => ChatPanel),
      () => {
        setChatOpen(false)
        toast({ ...toasts.chatFailed, variant: 'destructive' })
      },
    )
  }, [isWanted])
  return Panel ? <Panel userId={userId} /> : null
}
