import type { FastifyReply, FastifyRequest } from 'fastify'
import { isInDuty, type Duty, type Role } from '../../../contract/roles.ts'
import type { Db } from '../db/client.ts'
import { Refusal, refuseDuty } from '../db/refusal.ts'
import { findSession, type LiveSession, type Renewals } from '../sessions.ts'
import type { Caller, SignedIn } from './route.ts'
import { readSessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, found by the session cookie. */
    caller: Caller
    /** Refuses a caller who has been signed out meanwhile, or has lost the right to this route. */
    checkCaller?: () => Promise<void>
    /** The moment at which the caller was found, in milliseconds of a clock that never jumps. */
    callerFoundAt: number
  }
  interface FastifyContextConfig {
    /** The roles that may call this route. A route without it needs no session. */
    access?: readonly Role[]
    /** The duties of which an administrator needs one. */
    duties?: readonly Duty[]
    /** True if an administrator may call this route before setting up a required second factor. */
    isBeforeEnrolment?: boolean
    /** True if the answer never ends. Such a route refuses pages of other sites even for reading. */
    isStream?: boolean
  }
}

const changingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface AccessRules {
  cookieName: string
  /** True if every administrator must have a second factor. */
  mustAdminsEnrol: boolean
}

/**
 * Finds the caller and checks their access before the body is read. Only calls that change something count as activity.
 * Polling and refetching do not.
 */
export function checkAccess(db: Db, rules: AccessRules, renewals: Renewals) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    request.checkCaller = async () => void (await findCaller(db, rules, request))
    const session = await findCaller(db, rules, request)
    request.callerFoundAt = performance.now()
    if (session?.isRenewable && !isReading(request)) renewals.add(session)
  }
}

/** A body that takes longer comes from a slow sender. */
const promptMs = 100

/**
 * Checks again after a slow body has arrived, because its sender may have been signed out meanwhile. After a prompt one
 * the first check is fresh, and the transaction of each change judges the caller once more.
 */
export function checkAccessAgain(db: Db, rules: AccessRules) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const isPrompt = performance.now() - request.callerFoundAt < promptMs
    if (!isReading(request) && !isPrompt) await findCaller(db, rules, request)
  }
}

/**
 * Stores the caller in the request, freshly read. Refuses with 401 without a session, and with 403 for another role,
 * without a required second factor, or for another duty.
 */
async function findCaller(
  db: Db,
  { cookieName, mustAdminsEnrol }: AccessRules,
  request: FastifyRequest,
): Promise<LiveSession | undefined> {
  const { access, duties, isBeforeEnrolment } = request.routeOptions.config
  if (!access) return undefined
  const cookie = readSessionCookie(request, cookieName)
  const session = await findSession(db, cookie)
  request.caller = session ? toCaller(session, cookie) : { role: 'visitor' }
  if (!access.includes(request.caller.role)) throw new Refusal(session ? 'forbidden' : 'not_signed_in')
  const mustEnrol = mustAdminsEnrol && session?.role === 'admin' && !session.hasTwoFactor
  // An administrator without the required factor may do all that visitors may, because they could sign out for it.
  const isOpen = isBeforeEnrolment || access.includes('visitor')
  if (mustEnrol && !isOpen) throw new Refusal('two_factor_required')
  if (session?.role === 'admin' && !isInDuty(session.duty, { duties })) throw refuseDuty(duties)
  return session
}

function toCaller({ role, userId, id, duty, payoutTarget }: LiveSession, token = ''): SignedIn {
  return { role, userId, sessionId: id, duty, token, payoutTarget }
}

/**
 * Refuses changes by pages of other sites, which can make a browser send a form with the member's cookie. Browsers name
 * the origin of a call, and a page cannot forge it. A change without an origin is refused.
 */
export function checkOrigin(publicUrl: string) {
  const own = new URL(publicUrl)
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (isOwn(request, own) || (isReading(request) && !isForeignStream(request))) return done()
    done(new Refusal('foreign_origin'))
  }
}

function isReading(request: FastifyRequest): boolean {
  return !changingMethods.has(request.method)
}

/**
 * True if a page of another site opens the stream. Its browser names an origin; a program that is no browser names
 * none.
 */
function isForeignStream({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isStream === true && (headers.origin ?? headers['sec-fetch-site']) !== undefined
}

function isOwn(request: FastifyRequest, own: URL): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return true
  if (site !== undefined && site !== 'none') return false
  const { origin } = request.headers
  return origin === own.origin || (isLoopback(own.hostname) && isListeningAddress(request, origin))
}

/** True for every name of this machine at the real port, for a site that runs on the user's own machine. */
function isListeningAddress(request: FastifyRequest, origin: string | undefined): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const address = new URL(origin)
  return (
    address.protocol === 'http:' &&
    isLoopback(address.hostname) &&
    Number(address.port || 80) === request.socket.localPort
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}
