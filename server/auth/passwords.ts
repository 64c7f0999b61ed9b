import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../db/refusal.ts'

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const queueLength = 20
// A hash that no password has: an unknown address costs the same work as a known one.
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

export async function hashPassword(password: string): Promise<string> {
  return takeTurn(async () => hash(password, cost))
}

/** Whether the password fits; without a hash to compare with it takes as long, and does not. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await takeTurn(async () => verify(passwordHash ?? nobodysHash, password))
  return fits && passwordHash !== undefined
}

/** One hash at a time: a flood of sign-ins cannot take all memory and every core, and the other calls go on. */
async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= queueLength) throw new Refusal('too_many_requests')
  waiting += 1
  const turn = last.then(work).finally(() => {
    waiting -= 1
  })
  last = turn.catch(() => {})
  return turn
}
