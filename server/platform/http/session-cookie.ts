import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { sessionMaxHours } from '../sessions.ts'

/** Returns the cookie's name. With the prefix, browsers insist on https, on this host alone and on the whole site. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-session' : 'session'
}

export function readSessionCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name]
}

/** Sets the cookie. Scripts cannot read its token, and forms of other sites do not carry it. */
export function setSessionCookie(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(name, value, { ...cookieOptions(name), maxAge: sessionMaxHours * 3600 })
}

export function clearSessionCookie(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, cookieOptions(name))
}

/** Returns options that hide the cookie from scripts, from other sites' forms and, on https, from other hosts. */
export function cookieOptions(name: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: name.startsWith('__Host-') } as const
}
