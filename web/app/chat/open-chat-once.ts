import { redirect } from '@tanstack/react-router'
import { setChatOpen } from '../../features/chat/chat-open.ts'

/**
 * Opens the chat if the address has ?openChat=true, and removes that parameter, so that neither a reload nor Back opens
 * it again.
 */
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
