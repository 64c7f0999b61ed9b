import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { HashingResult, HashingTask } from './hashing-thread.ts'

// One hash at a time, on a thread of its own and of low priority, and a rest while others wait: a flood of sign-ins takes a
// third of one core, and that only while nobody else needs it. The queue is worked off in about a second.
const limit = createConcurrencyLimit({ atOnce: 1, waitingMax: 19, restShare: 2 })
/** A hash that no password has: an unknown address costs the same work as a known one. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export async function hashPassword(password: string): Promise<string> {
  const result = await limit.run(async () => askThread({ password }))
  if ('hash' in result) return result.hash
  throw new Error('a password was not hashed', { cause: result })
}

/** Whether the password fits; without a hash to compare with it takes as long, and does not. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const result = await limit.run(async () => askThread({ password, compareWith: passwordHash ?? nobodysHash }))
  if ('fits' in result) return result.fits && passwordHash !== undefined
  throw new Error('a password was not compared', { cause: result })
}

/** Whether one more password would be turned away. */
export function isHashingBusy(): boolean {
  return limit.isFull()
}

let thread: Worker | undefined

async function askThread(task: HashingTask): Promise<HashingResult> {
  thread ??= startThread()
  const asked = thread
  const settled = new AbortController()
  const { signal } = settled
  asked.ref()
  asked.postMessage(task)
  try {
    const answer = once(asked, 'message', { signal }) as Promise<[HashingResult]>
    const [result] = await Promise.race([answer, once(asked, 'exit', { signal }).then(refuseEnd)])
    return result
  } finally {
    settled.abort()
    // A process whose other work is done need not wait for it.
    asked.unref()
  }
}

function refuseEnd(): never {
  throw new Error('the thread that hashes passwords ended')
}

function startThread(): Worker {
  const worker = new Worker(new URL('hashing-thread.ts', import.meta.url))
  worker.on('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}
