import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { refusalOf } from '../db/refusal.ts'
import { ipNetworkOf } from '../ip-network.ts'
import { createLocalBuckets } from '../rate-limits/local-buckets.ts'
import type {} from './access.ts'
import type {} from './client-address.ts'

/** More refusals than a person meets: 120 at once, and then one a second, are answered without a delay. */
const prompt = { name: 'refusal', atOnce: 120, refillMs: 1_000 }
const delayMs = 2_000
/** Each delayed answer keeps a connection and a little memory. */
const delayedMax = 2_000

/**
 * Returns a function that waits before a refusal is answered, if its caller has met many of them. A program that calls
 * again at each refusal would otherwise take a core by its refusals alone. The wait costs the server nothing, and it
 * holds up only that caller: an account, or the network of a visitor.
 */
export function createRefusalDelay(): (error: unknown, request: FastifyRequest) => Promise<void> {
  const buckets = createLocalBuckets()
  let delayed = 0
  return async (error, { caller, clientAddress }) => {
    const code = refusalOf(error)?.code
    if (code !== 'too_many_requests' && code !== 'server_busy') return
    const subject = caller !== undefined && caller.role !== 'visitor' ? caller.userId : ipNetworkOf(clientAddress)
    if (buckets.take(prompt, subject).isTaken || delayed >= delayedMax) return
    delayed += 1
    await sleep(delayMs, undefined, { ref: false })
    delayed -= 1
  }
}
