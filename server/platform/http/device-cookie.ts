import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { readSecret } from '../db/secret-token.ts'
import { cookieOptions } from './session-cookie.ts'

const secureName = '__Host-device'
const plainName = 'device'
const oneYearSeconds = 365 * 24 * 3600

/**
 * Returns the name of the cookie by which an account recognises its owner's browser. It signs no one in, and outlives
 * the session.
 */
export function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? secureName : plainName
}

export function readDeviceCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name]
}

/** True if the call brings a device cookie of the right form, under either name. No account need know it. */
export function bringsDeviceCookie({ cookies }: FastifyRequest): boolean {
  return [secureName, plainName].some((name) => readSecret(cookies[name]) !== undefined)
}

export function setDeviceCookie(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(name, value, { ...cookieOptions(name), maxAge: oneYearSeconds })
}
