import { useQuery } from '@tanstack/react-query'
import { tn } from '../../contract/translate.ts'
import { unreadCountQuery } from './queries.ts'
import { useSession } from './session.ts'

/** The unread chat messages of whoever is signed in; none while nothing is known. */
export function useUnreadCount(): number {
  return useUnreadCountQuery().data?.unread ?? 0
}

/** Read out in the place of the bare number. */
export function unreadText(count: number): string {
  return tn('{count} unread', '{count} unread', count)
}

/** Nothing is asked for before an administrator has set up the second factor that is required. */
export function useUnreadCountQuery() {
  const { session } = useSession()
  const isOpen = session !== null && (session.two_factor.is_on || !session.two_factor.is_required)
  return useQuery({ ...unreadCountQuery, enabled: isOpen })
}
