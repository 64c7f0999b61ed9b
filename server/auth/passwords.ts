import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../turns/turns.ts'

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// One hash at a time, and a queue that is worked off in about a second.
const turns = createTurns({ atOnce: 1, waitingMax: 19 })
// A hash that no password has: an unknown address costs the same work as a known one.
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export async function hashPassword(password: string): Promise<string> {
  return turns.take(async () => hash(password, cost))
}

/** Whether the password fits; without a hash to compare with it takes as long, and does not. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await turns.take(async () => verify(passwordHash ?? nobodysHash, password))
  return fits && passwordHash !== undefined
}

/** Whether one more password would be turned away. */
export function isHashingBusy(): boolean {
  return turns.isFull()
}
