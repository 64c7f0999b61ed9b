import { messageOf } from '../../../lib/api-error.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Why no mail was asked for; it stays until the next attempt. */
export function ResetMailFailure({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
    </Notice>
  )
}
