import { useEffect, useRef } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { markFavicon } from '../../lib/favicon.ts'
import { useUnreadCountQuery } from '../../lib/unread-count.ts'
import { countInTitle } from '../../lib/window-title.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Shows what is unread to whoever looks at another tab: in the title of the window and on its icon. Says once that it
 * cannot be counted, when that begins; each repeat is only logged.
 */
export function UnreadWatch() {
  const { data, error, isSuccess } = useUnreadCountQuery()
  const unread = data?.unread ?? 0
  useEffect(() => {
    showUnread(unread)
    return () => showUnread(0)
  }, [unread])
  const isFailing = useRef(false)
  // A count that was never there is pending again while it is asked for once more, so only a success ends the failure.
  useEffect(() => {
    if (isSuccess) isFailing.current = false
    if (!error || isFailing.current || isSignedOut(error)) return
    isFailing.current = true
    toast({ ...toasts.unreadFailed, variant: 'destructive' })
  }, [error, isSuccess])
  return null
}

function showUnread(count: number) {
  countInTitle(count)
  void markFavicon(count > 0)
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}
