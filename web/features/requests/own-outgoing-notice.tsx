import { useQuery } from '@tanstack/react-query'
import { OutgoingNotice } from './outgoing-notice.tsx'
import { outgoingStateQuery } from './outgoing-state-query.ts'

/** The hold or stop of the member's own withdrawals and transfers. */
export function OwnOutgoingNotice() {
  const { data } = useQuery(outgoingStateQuery)
  return data ? <OutgoingNotice state={data} /> : null
}
