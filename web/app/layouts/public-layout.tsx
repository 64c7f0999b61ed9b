import { Outlet } from '@tanstack/react-router'
import { SiteShell } from './site-shell.tsx'

export function PublicLayout() {
  return (
    <SiteShell width="full">
      <Outlet />
    </SiteShell>
  )
}
