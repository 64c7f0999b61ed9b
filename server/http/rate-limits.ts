import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../db/refusal.ts'

/** How often one client may make a call that guesses, or that costs a password hash or a mail; others have no limit. */
export const callsPerMinute: Record<string, number> = {
  sign_in: 60,
  sign_up: 30,
  admin_sign_up: 30,
  confirm_email: 60,
  get_profile_by_member_id: 60,
}

/** Counts by account where there is one, else by address. */
export async function addRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    keyGenerator: ({ caller, ip }) => (caller.role === 'visitor' ? ip : caller.userId),
    errorResponseBuilder: () => new Refusal('too_many_requests'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
