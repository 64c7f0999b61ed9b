import type { Session } from '../../contract/auth.ts'

/** Whether a person has yet to set up the second factor that this installation requires: until then the server answers nothing else. */
export function mustEnrol(session: Session | null | undefined): boolean {
  return session?.two_factor.is_required === true && !session.two_factor.is_on
}
