import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { HashingResult, HashingTask } from './hashing-thread.ts'

// One hash is computed at a time, on a separate thread of low priority, with a rest while others wait. A flood of
// sign-ins therefore takes a third of one core, and only while nothing else needs it. A full queue takes about a
// second.
const limit = createConcurrencyLimit({ atOnce: 1, lanes: { stranger: { waitingMax: 19 } }, restShare: 2 })
/** A hash that fits no password. Comparing with it costs the same work for an unknown address as for a known one. */
export const unmatchableHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export async function hashPassword(password: string): Promise<string> {
  const result = await limit.run('stranger', undefined, async () => askThread({ password }))
  if ('hash' in result) return result.hash
  throw new Error('a password was not hashed', { cause: result })
}

/** Returns true if the password fits the hash. Without a hash it takes as long and returns false. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const result = await limit.run('stranger', undefined, async () =>
    askThread({ password, compareWith: passwordHash ?? unmatchableHash }),
  )
  if ('fits' in result) return result.fits && passwordHash !== undefined
  throw new Error('a password was not compared', { cause: result })
}

/** Returns true while the queue is full, so that one more password would be refused. */
export function isHashingBusy(): boolean {
  return limit.isFull('stranger')
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
    // The process may exit while the thread is idle.
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
