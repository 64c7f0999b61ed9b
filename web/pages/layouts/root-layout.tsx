import { Outlet } from '@tanstack/react-router'
import { useSession } from '../../lib/session.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { UnreadWatch } from './unread-watch.ts'

export function RootLayout() {
  const { isAuthenticated } = useSession()
  return (
    <>
      <Outlet />
      {isAuthenticated && <IdleWatch />}
      {isAuthenticated && <UnreadWatch />}
      <Toaster />
    </>
  )
}
