import { useEffect, useRef } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useUnreadCountQuery } from '../../lib/unread-count.ts'
import { toast } from '../../ui/toast.ts'

/** Says once that the unread messages cannot be counted, when that begins; each repeat is only logged. */
export function UnreadWatch() {
  const { error, isSuccess } = useUnreadCountQuery()
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

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_signed_in'
}
