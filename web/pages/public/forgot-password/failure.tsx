import { messageOf } from '../../../lib/api-error.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The reason why the mail was not sent. It stays until the next attempt. */
export function ResetMailFailure({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
    </Notice>
  )
}
