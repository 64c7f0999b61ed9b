import { createHash } from 'node:crypto'

/** Choices that a seed decides. The same seed and name give the same choices in the same order. */
export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number
  /** Returns a whole number from 0 up to, but not including, the limit. */
  below(limit: number): number
  pick<One>(list: readonly One[]): One
  /** Returns choices of their own for a part of the work, so that parallel parts do not take each other's. */
  fork(name: string): Chance
}

export function createChance(seed: number, name: string): Chance {
  let count = 0
  const fraction = () => {
    count += 1
    return createHash('sha256').update(`${seed} ${name} ${count}`).digest().readUInt32BE() / 2 ** 32
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    pick<One>(list: readonly One[]): One {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
    fork: (part) => createChance(seed, `${name} ${part}`),
  }
}
