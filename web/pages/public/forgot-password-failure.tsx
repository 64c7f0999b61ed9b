import { waitText } from '../../features/accounts/wait-text.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Notice } from '../../ui/notice.tsx'

/** Why no mail was asked for; it stays until the next attempt. */
export function ResetMailFailure({ error }: { error: unknown }) {
  if (!error) return null
  const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
      {waitSeconds && <> You can try again in {waitText(waitSeconds)}.</>}
    </Notice>
  )
}
