import { useQuery } from '@tanstack/react-query'
import { getUnreadCount } from '../../../contract/endpoints/chat.ts'
import { tn } from '../../../contract/translate.ts'
import { queryOf } from '../../lib/query-of.ts'
import { useSession } from '../../lib/session.ts'

export const unreadCountQuery = queryOf(getUnreadCount, ['chat'], {})

/** Returns the number of the person's unread chat messages; 0 until it is known. */
export function useUnreadCount(): number {
  return useUnreadCountQuery().data?.unread ?? 0
}

/** Screen readers read this text instead of the bare number. */
export function unreadText(count: number): string {
  return tn('{count} unread', '{count} unread', count)
}

/** Reads the count, but not before an administrator has set up the required second factor. */
export function useUnreadCountQuery() {
  const { session } = useSession()
  const isOpen = session !== null && (session.two_factor.is_on || !session.two_factor.is_required)
  return useQuery({ ...unreadCountQuery, enabled: isOpen })
}
