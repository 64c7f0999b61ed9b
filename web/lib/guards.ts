import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { mustEnrol } from './enrolment.ts'
import { homePathOf } from './home-path.ts'
import { queryClient } from './query-client.ts'
import { toReturnPath } from './return-path.ts'
import { sessionQuery } from './session.ts'

/** Lets members in. Visitors go to the login and return afterwards; administrators go to their own area. */
export async function requireMember({ location }: { location: ParsedLocation }): Promise<void> {
  const { isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) throw toLogin(location)
  if (isAdmin) throw redirect({ to: '/admin' })
}

/**
 * Lets administrators in. Visitors go to the login and return afterwards; members go to their own area. An
 * administrator without a required second factor gets only the page to set it up.
 */
export async function requireAdmin({ location }: { location: ParsedLocation }): Promise<void> {
  const { session, isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) throw toLogin(location)
  if (!isAdmin) throw redirect({ to: '/dashboard' })
  if (mustEnrol(session) && location.pathname !== '/admin/security') throw redirect({ to: '/admin/security' })
}

/** Lets visitors in. People who are signed in go to the page in `return`, or to their own area. */
export async function requireVisitor({ search }: { search: object }): Promise<void> {
  const { isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) return
  throw redirect({
    href: toReturnPath('return' in search ? search.return : undefined) ?? homePathOf(isAdmin),
    replace: true,
  })
}

function toLogin(location: ParsedLocation) {
  return redirect({ to: '/login', search: { return: toReturnPath(location.href) } })
}
