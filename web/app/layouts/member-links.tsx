import { LayoutDashboard, LogOut, MessageSquare } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { chatIconId, toggleChat, useIsChatOpen } from '../../features/chat/chat-open.ts'
import { PaletteButton } from '../command-palette/palette-button.tsx'
import { PackageBadge } from '../../features/packages/package-badge.tsx'
import { AppLink } from '../../lib/app-link.tsx'
import { homePathOf } from '../../lib/home-path.ts'
import { useSession } from '../../lib/session.ts'
import { unreadText, useUnreadCount } from '../../features/chat/unread-count.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSignOut } from './use-sign-out.ts'

interface MemberLinksProps {
  hasSidebar: boolean
  /** The bell, on the pages of members. */
  bell?: ReactNode
}

/** The links in the bar for a person who is signed in. */
export function MemberLinks({ hasSidebar, bell }: MemberLinksProps) {
  const { isAdmin, profile, package: ownPackage } = useSession()
  const { isSigningOut, signOut } = useSignOut()
  const unread = useUnreadCount()
  return (
    <>
      {isAdmin && hasSidebar && <PaletteButton />}
      {ownPackage && <PackageBadge package={ownPackage} className="me-1 max-sm:hidden" />}
      {isAdmin ? <BarLink href="/admin/chat" {...chatLook} unread={unread} /> : <OwnChatLink unread={unread} />}
      {bell}
      <BarLink
        href={homePathOf(isAdmin)}
        label={t('Dashboard')}
        icon={<LayoutDashboard aria-hidden="true" />}
        className="max-[359px]:hidden"
      />
      {!isAdmin && (
        <BarLink
          href="/dashboard/profile"
          label={t('Profile')}
          icon={
            profile?.full_name ? (
              <Avatar name={profile.full_name} size={26} />
            ) : (
              <Skeleton className="size-[26px] rounded-full" />
            )
          }
        />
      )}
      <Button
        variant="quiet"
        aria-label={t('Sign out')}
        title={t('Sign out')}
        busy={isSigningOut}
        onClick={signOut}
        className={barButtonStyles}
      >
        <LogOut aria-hidden="true" />
        <span className="max-xl:hidden">{t('Sign out')}</span>
      </Button>
    </>
  )
}

const chatLook = { label: t('Chat'), icon: <MessageSquare aria-hidden="true" /> }

/** Opens the chat beside the current page. As a link, it also works in another tab. */
function OwnChatLink({ unread }: { unread: number }) {
  const isOpen = useIsChatOpen()
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    toggleChat()
  }
  return (
    <BarLink
      {...chatLook}
      href="/dashboard?openChat=true"
      id={chatIconId}
      unread={unread}
      aria-expanded={isOpen}
      onClick={open}
    />
  )
}

interface BarLinkProps extends ComponentProps<'a'> {
  href: string
  label: string
  icon: ReactNode
  /** The number of unread messages behind the link. Without it, the link has no count. */
  unread?: number
}

function BarLink({ href, label, icon, unread, className, ...props }: BarLinkProps) {
  const isCounted = unread !== undefined
  return (
    <Button variant="quiet" asChild className={cn(barButtonStyles, 'relative', className)}>
      <AppLink href={href} aria-label={isCounted ? undefined : label} title={label} {...props}>
        {icon}
        <span className={isCounted ? 'max-xl:sr-only' : 'max-xl:hidden'}>{label}</span>
        {isCounted && (
          <CountBadge
            count={unread}
            label={unreadText(unread)}
            tone="bad"
            className="absolute start-1/2 top-0 xl:static xl:-me-2"
          />
        )}
      </AppLink>
    </Button>
  )
}

const barButtonStyles = 'max-xl:aspect-square max-xl:px-0'
