import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { cookieOptions } from './session-cookie.ts'

const oneYearSeconds = 365 * 24 * 3600

/**
 * Returns the name of the cookie by which an account recognises its owner's browser. It signs no one in, and outlives
 * the session.
 */
export function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-device' : 'device'
}

export function readDeviceCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name]
}

export function setDeviceCookie(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(name, value, { ...cookieOptions(name), maxAge: oneYearSeconds })
}
