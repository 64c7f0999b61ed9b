import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** What the thread is asked: to hash a password, or to compare it with a hash. */
export type HashingTask = { password: string; compareWith?: string }
export type HashingResult = { hash: string } | { fits: boolean } | { failure: string }

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lowPriority = 15

// Linux gives each thread a priority of its own; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(lowPriority)

parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(work(task)))

function work({ password, compareWith }: HashingTask): HashingResult {
  try {
    if (compareWith === undefined) return { hash: hashSync(password, cost) }
    return { fits: verifySync(compareWith, password) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
