import { Outlet } from '@tanstack/react-router'
import { phoneScreen, useIsChatOpen } from '../../features/chat/chat-open.ts'
import { useSession } from '../../lib/session.ts'
import { useMedia } from '../../ui/use-media.ts'
import { ChatDock } from './chat-dock.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { ToastDock } from './toast-dock.tsx'
import { UnreadWatch } from './unread-watch.ts'

export function RootLayout() {
  const { isAuthenticated } = useSession()
  const isChatOpen = useIsChatOpen()
  const isPhone = useMedia(phoneScreen)
  return (
    <>
      {/* Makes the page inert while the chat covers it. The element itself has no box. */}
      <div inert={isChatOpen && isPhone} className="contents">
        <Outlet />
      </div>
      <ChatDock />
      {isAuthenticated && <IdleWatch />}
      {isAuthenticated && <UnreadWatch />}
      <ToastDock />
    </>
  )
}
