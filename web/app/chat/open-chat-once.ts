import { redirect } from '@tanstack/react-router'
import { setChatOpen } from '../../features/chat/chat-open.ts'

/** An address with ?openChat=true opens the chat, and loses that word, so that neither a reload nor Back opens it again. */
export function openChatOnce({
  search,
  preload,
}: {
  search: { openChat?: 'true' | undefined }
  preload: boolean
}): void {
  if (search.openChat === undefined || preload) return
  setChatOpen(true)
  throw redirect({ to: '/dashboard', replace: true })
}
