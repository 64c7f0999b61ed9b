import type { TestServer } from '../../tests/helpers/server.ts'
import { addCallers, addSlips, withOwner } from '../people.ts'
import type { Caller } from './orders.ts'

/** Adds members who may buy any number of coins, each with a session. */
export async function createCallers(server: TestServer, name: string, count: number): Promise<Caller[]> {
  const people = await withOwner(server, async (owner) => addCallers(owner, name, count))
  return people.map(({ userId, token }) => ({ userId, token, slips: [] }))
}

/** Returns the same callers with new slips for so many purchases in all, or a few more. */
export async function giveSlips(server: TestServer, callers: readonly Caller[], purchases: number): Promise<Caller[]> {
  const each = Math.ceil(purchases / callers.length)
  const userIds = callers.flatMap(({ userId }) => Array.from({ length: each }, () => userId))
  const slips = await withOwner(server, async (owner) => addSlips(owner, userIds))
  return callers.map((caller, at) => ({ ...caller, slips: slips.slice(at * each, (at + 1) * each) }))
}
