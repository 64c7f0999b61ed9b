import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../../contract/roles.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../db/refusal.ts'
import { findSession, renewSession, type LiveSession } from '../sessions.ts'
import type { Caller } from './route.ts'
import { readSessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, by the session cookie. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Who may call this route; a route without it asks for no session. */
    access?: readonly Role[]
    /** Also for an administrator who has yet to set up the second factor that is required here. */
    isBeforeEnrolment?: boolean
    /** The answer goes on for ever, so it is not for pages of other sites either. */
    isStream?: boolean
  }
}

const changingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface AccessRules {
  cookieName: string
  /** Whether every administrator has to have a second factor. */
  mustAdminsEnrol: boolean
}

/**
 * Before the body is read: who calls, and may they? Only what a person does counts as activity: a call that changes
 * something, never a poll or a refetch.
 */
export function checkAccess(db: Db, rules: AccessRules) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const session = await findCaller(db, rules, request)
    if (session?.isRenewable && !isReading(request)) await renewSession(db, session)
  }
}

/** The same once the body is there: whoever sends it slowly may have been signed out meanwhile. */
export function checkAccessAgain(db: Db, rules: AccessRules) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (!isReading(request)) await findCaller(db, rules, request)
  }
}

/**
 * Notes who calls, of all that is read anew at each look. Without a session 401, with another role 403, and so without the
 * second factor that is required.
 */
async function findCaller(
  db: Db,
  { cookieName, mustAdminsEnrol }: AccessRules,
  request: FastifyRequest,
): Promise<LiveSession | undefined> {
  const { access, isBeforeEnrolment } = request.routeOptions.config
  if (!access) return undefined
  const session = await findSession(db, readSessionCookie(request, cookieName))
  request.caller = session ? { role: session.role, userId: session.userId, sessionId: session.id } : { role: 'visitor' }
  if (!access.includes(request.caller.role)) throw new Refusal(session ? 'forbidden' : 'not_signed_in')
  const mustEnrol = mustAdminsEnrol && session?.role === 'admin' && !session.hasTwoFactor
  // What a visitor may do, somebody who has yet to enrol may do as well, as they could by signing out.
  const isOpen = isBeforeEnrolment || access.includes('visitor')
  if (mustEnrol && !isOpen) throw new Refusal('two_factor_required')
  return session
}

/**
 * A page of another site can make a browser send a form here with the member's cookie. Browsers say where a call comes
 * from, and a page cannot forge it; a call that changes something and does not say so is refused.
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

/** A browser that opens a stream for another site says so; a program that is no browser says nothing. */
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

/** On one's own machine the site answers by each of its names, on the port that really listens. */
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
