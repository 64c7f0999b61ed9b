import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../db/refusal.ts'

/**
 * Limits how many calls of a kind one person may have under way, and all people together. It refuses before the body is
 * read. Many bodies at once could fill the memory, or pass a limit together that each of them respects.
 */
export function limitConcurrentCalls({ ofOne, ofAll }: { ofOne: number; ofAll: number }) {
  const underWay = new Map<string, number>()
  let all = 0
  return async ({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (caller.role === 'visitor') return
    const { userId } = caller
    const count = underWay.get(userId) ?? 0
    if (count >= ofOne) throw new Refusal('too_many_requests')
    if (all >= ofAll) throw new Refusal('server_busy')
    underWay.set(userId, count + 1)
    all += 1
    finished(reply.raw, () => {
      all -= 1
      const left = (underWay.get(userId) ?? 1) - 1
      if (left > 0) underWay.set(userId, left)
      else underWay.delete(userId)
    })
  }
}
