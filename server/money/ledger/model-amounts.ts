import { createHash } from 'node:crypto'
import { fromUnits, toUnits } from '../../../contract/money.ts'
import type { rules } from './model-rules.ts'
import type { Request } from './model-world.ts'

/** The amounts that tell payments apart, as the model plays them. */

/** An amount that a member was quoted: the USDT of the price, and the tail. */
interface Reserved {
  usdt: bigint
  tail: bigint
  /** The moment of the reservation, by the clock of the amounts. */
  since: number
}

export interface Amounts {
  isOn: boolean
  reserved: Map<string, Reserved>
  /** The amounts that are taken by people who are no part of the model. */
  takenElsewhere: ReadonlySet<bigint>
  /** Counts reservations and transfers, so that one of two is the earlier one. */
  clock: number
}

/** The part of the model's world that the amounts depend on. */
interface World {
  amounts: Amounts
  requests: ReadonlyMap<string, Request>
  rules: typeof rules
}

const tails = 99
const step = toUnits('0.0001')

/** Returns the tail that a member would get for this price now, or undefined if all amounts are taken. */
export function planTail(world: World, userId: string, usdt: bigint): bigint | undefined {
  const { reserved, takenElsewhere } = world.amounts
  const open = listOpen(world)
  const own = reserved.get(userId)
  if (own?.usdt === usdt && !open.has(usdt + own.tail)) return own.tail
  const others = [...reserved].flatMap(([id, { usdt: price, tail }]) => (id === userId ? [] : [price + tail]))
  const kept = new Set([...others, ...takenElsewhere])
  const first = firstTail(userId, usdt)
  for (let n = 0; n < tails; n += 1) {
    const tail = BigInt(((first - 1 + n) % tails) + 1) * step
    if (!world.rules.isTaken(usdt + tail, open, kept)) return tail
  }
  return undefined
}

/** Keeps an amount for a member, in place of the one before. */
export function keepAmount(amounts: Amounts, userId: string, usdt: bigint, tail: bigint): void {
  if (tail === 0n) return
  const kept = amounts.reserved.get(userId)
  if (kept?.usdt === usdt && kept.tail === tail) return
  amounts.clock += 1
  amounts.reserved.set(userId, { usdt, tail, since: amounts.clock })
}

/** Returns the number of the tail to try first. Any other would do as well, if it is the same each time. */
function firstTail(userId: string, usdt: bigint): number {
  const digest = createHash('sha256')
    .update(`${userId} ${fromUnits(usdt)}`)
    .digest('hex')
  return 1 + (Number.parseInt(digest.slice(0, 7), 16) % tails)
}

function listOpen({ requests }: World): Set<bigint> {
  const open = [...requests.values()].filter(({ kind, status }) => kind === 'buy' && status === 'pending')
  return new Set(open.flatMap(({ usdt }) => (usdt === null ? [] : [usdt])))
}
