import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { mustEnrol } from './enrolment.ts'
import { homeOf } from './home-of.ts'
import { queryClient } from './query-client.ts'
import { toReturnPath } from './return-path.ts'
import { sessionQuery } from './session.ts'

/** Lets members in. Visitors log in first and come back; administrators have their own area. */
export async function requireMember({ location }: { location: ParsedLocation }): Promise<void> {
  const { isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) throw toLogin(location)
  if (isAdmin) throw redirect({ to: '/admin' })
}

/**
 * Lets administrators in. Visitors log in first and come back; members have their own area. Where a second factor is
 * required, there is one page until it is set up.
 */
export async function requireAdmin({ location }: { location: ParsedLocation }): Promise<void> {
  const { session, isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) throw toLogin(location)
  if (!isAdmin) throw redirect({ to: '/dashboard' })
  if (mustEnrol(session) && location.pathname !== '/admin/security') throw redirect({ to: '/admin/security' })
}

/** Sends whoever is signed in on to where they wanted to go, or to their own area. */
export async function requireVisitor({ search }: { search: object }): Promise<void> {
  const { isAuthenticated, isAdmin } = await queryClient.ensureQueryData(sessionQuery)
  if (!isAuthenticated) return
  throw redirect({
    href: toReturnPath('return' in search ? search.return : undefined) ?? homeOf(isAdmin),
    replace: true,
  })
}

function toLogin(location: ParsedLocation) {
  return redirect({ to: '/login', search: { return: toReturnPath(location.href) } })
}
