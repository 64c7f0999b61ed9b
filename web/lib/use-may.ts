import type { Endpoint } from '../../contract/endpoint.ts'
import { isInDuty } from '../../contract/roles.ts'
import { useSession } from './session.ts'

/** Tells which calls the duty of the administrator who is signed in covers. Screens leave out what it does not. */
export function useMay(): (endpoint: Pick<Endpoint, 'duties'>) => boolean {
  const { profile } = useSession()
  return (endpoint) => isInDuty(profile?.duty, endpoint)
}
