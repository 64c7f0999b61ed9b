import { useEffect, useRef } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useUnreadCountQuery } from '../../features/chat/unread-count.ts'
import { showCountInTitle } from '../../lib/window-title.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Shows the number of unread messages to people who look at another tab: in the window's title and on its icon. If the
 * count starts to fail, it says so once; further failures are only logged.
 */
export function UnreadWatch() {
  const { data, error, isSuccess } = useUnreadCountQuery()
  const unread = data?.unread ?? 0
  useEffect(() => {
    showCountInTitle('messages', unread)
    return () => showCountInTitle('messages', 0)
  }, [unread])
  const isFailing = useRef(false)
  // A count that has never been read is "pending" again during each retry. So only a success ends the failure.
  useEffect(() => {
    if (isSuccess) isFailing.current = false
    if (!error || isFailing.current || isSignedOut(error)) return
    isFailing.current = true
    toast({ ...toasts.unreadFailed, variant: 'destructive' })
  }, [error, isSuccess])
  return null
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}
