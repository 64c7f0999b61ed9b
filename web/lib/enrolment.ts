import type { Session } from '../../contract/auth.ts'

/**
 * True if a person still has to set up the second factor that this installation requires. Until then the server refuses
 * all other calls.
 */
export function mustEnrol(session: Session | null | undefined): boolean {
  return session?.two_factor.is_required === true && !session.two_factor.is_on
}
