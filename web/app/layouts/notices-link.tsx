import { Bell } from 'lucide-react'
import { t, tn } from '../../../contract/translate.ts'
import { unreadText } from '../../features/chat/unread-count.ts'
import { useNoticeCount } from '../../features/notice-count.ts'
import { usePushRenewal } from '../../features/push.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CountBadge } from '../../ui/count-badge.tsx'

/** The bell of a member. A new count is read aloud, and the focus stays where it is. */
export function NoticesLink() {
  usePushRenewal()
  const unread = useNoticeCount().data?.unread ?? 0
  const label = t('Notifications')
  return (
    <>
      <Button variant="quiet" asChild className="relative aspect-square px-0">
        <AppLink href="/dashboard/notifications" title={label}>
          <Bell aria-hidden="true" />
          <span className="sr-only">{label}</span>
          <CountBadge
            count={unread}
            max={9}
            label={unreadText(unread)}
            tone="bad"
            className="absolute start-1/2 top-0"
          />
        </AppLink>
      </Button>
      <span aria-live="polite" className="sr-only">
        {unread > 0 && tn('{count} unread notification', '{count} unread notifications', unread)}
      </span>
    </>
  )
}
