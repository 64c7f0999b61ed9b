import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limitConcurrentCalls } from './limit-concurrent-calls.ts'

function enterBy(limit: ReturnType<typeof limitConcurrentCalls>) {
  return async (userId: string): Promise<PassThrough> => {
    const raw = new PassThrough().resume()
    const request = { caller: { role: 'member', userId } } as unknown as FastifyRequest
    await limit(request, { raw } as unknown as FastifyReply)
    return raw
  }
}

test('calls under way are limited for one person and for all people, until they end [A211]', async () => {
  const enter = enterBy(limitConcurrentCalls({ ofOne: 2, ofAll: 3 }))
  const first = await enter('ada')
  await enter('ada')
  await expect(enter('ada')).rejects.toMatchObject({ code: 'too_many_requests' })
  await enter('eve')
  await expect(enter('joe')).rejects.toMatchObject({ code: 'server_busy' })
  first.destroy()
  await expect
    .poll(async () =>
      enter('joe').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})
