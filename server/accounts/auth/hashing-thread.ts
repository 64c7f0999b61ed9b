import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** A task of the thread: it hashes the password or, with `compareWith`, compares the password with that hash. */
export type HashingTask = { password: string; compareWith?: string }
export type HashingResult = { hash: string } | { fits: boolean } | { failure: string }

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lowPriority = 15

// Linux gives each thread its own priority. On other systems this would change the priority of the whole server.
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
