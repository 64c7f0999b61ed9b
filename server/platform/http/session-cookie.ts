import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { absoluteHours } from '../sessions.ts'

/** The prefix makes browsers insist on Secure, on this very host, and on the whole site; it needs https. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-session' : 'session'
}

export function readSessionCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name]
}

/** Scripts never see the token, and other sites' forms do not carry it. */
export function setSessionCookie(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(name, value, { ...cookieOptions(name), maxAge: absoluteHours * 3600 })
}

export function clearSessionCookie(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, cookieOptions(name))
}

/** Out of reach of scripts, of other sites’ forms and, where the site is on https, of any other host. */
export function cookieOptions(name: string) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: name.startsWith('__Host-') } as const
}
