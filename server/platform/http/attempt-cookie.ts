import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { cookieOptions } from './session-cookie.ts'

const tenMinutesSeconds = 600

/**
 * Returns the name of the cookie that marks a browser's attempt to sign in. The challenge for a passkey is bound to it, so
 * an answer counts only in the browser that asked.
 */
export function attemptCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-attempt' : 'attempt'
}

export function readAttemptCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name]
}

export function setAttemptCookie(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(name, value, { ...cookieOptions(name), maxAge: tenMinutesSeconds })
}
