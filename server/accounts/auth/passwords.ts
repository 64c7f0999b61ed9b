import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts'
import type { HashingResult, HashingTask } from './hashing-thread.ts'

// One hash is computed at a time, on a separate thread of low priority, with a rest while others wait. A flood of
// sign-ins therefore takes a third of one core, and only while nothing else needs it. A full lane takes about a
// second. The lanes take turns. So a flood of strangers holds up no member on a known browser, and no proof of a person who
// is signed in. An account has one place in those lanes, so no member fills them.
const ofOneAccount = { waitingMax: 20, waitingOfOne: 1 }
const limit = createConcurrencyLimit({
  atOnce: 1,
  lanes: { known: ofOneAccount, proof: ofOneAccount, stranger: { waitingMax: 19 } },
  restShare: 2,
})

/** The lane in which a password waits, and the account that it belongs to. A stranger has no account. */
export type HashingPlace = { lane: 'known' | 'proof'; accountId: string } | { lane: 'stranger'; accountId?: undefined }
const stranger: HashingPlace = { lane: 'stranger' }

/** A hash that fits no password. Comparing with it costs the same work for an unknown address as for a known one. */
export const unmatchableHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Returns the hash of a password, or refuses with server_busy if too many others wait. */
export async function hashPassword(password: string, { lane, accountId } = stranger): Promise<string> {
  const result = await limit.run(lane, accountId, async () => askThread({ password }))
  if ('hash' in result) return result.hash
  throw new Error('a password was not hashed', { cause: result })
}

/** Returns true if the password fits the hash. Without a hash it takes as long and returns false. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  { lane, accountId } = stranger,
): Promise<boolean> {
  const compareWith = passwordHash ?? unmatchableHash
  const result = await limit.run(lane, accountId, async () => askThread({ password, compareWith }))
  if ('fits' in result) return result.fits && passwordHash !== undefined
  throw new Error('a password was not compared', { cause: result })
}

/** Returns true while the lane of strangers is full, so that one more of their passwords would be refused. */
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
