import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './public-queries.ts'

/**
 * True if a person checks each purchase. The sentences that promise this follow it. While the setting is unknown, they promise no
 * person.
 */
export function useIsCheckedByPerson(): boolean {
  return useQuery(settingsQuery).data?.is_automatic_approval_on === false
}
