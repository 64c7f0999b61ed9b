import { expect } from 'vitest'
import { withDatabase } from '../api.ts'
import type { TestServer } from '../server.ts'
import type { Chance } from './chance.ts'
import { findBreaches } from './compare-books.ts'
import { expectNoDeadlocks } from './deadlocks.ts'
import type { Entry } from './journal.ts'
import type { MoneyLoad } from './money-load.ts'
import { repeatAll } from './send.ts'

const mostRepeated = 200

/**
 * Demands that the books agree with what the callers of a load know, and that a repetition of their calls gives the same answers
 * and changes nothing. No calls may have deadlocked. Returns the figures in a few words.
 */
export async function expectWholeBooks(server: TestServer, load: MoneyLoad, chance: Chance): Promise<string> {
  const { journal, answers } = load
  await expectAgreement(server, load)
  const route = { url: server.url, origin: server.url }
  expect(await repeatAll(pickSome(journal.entries, chance), route, load)).toEqual([])
  await expectAgreement(server, load)
  await expectNoDeadlocks(server, load)
  const acknowledged = journal.entries.filter(({ answeredAt }) => answeredAt !== undefined).length
  const buys = journal.entries.filter(({ what, purchase }) => purchase && what === 'approved').length
  const counts = [...answers].toSorted(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`)
  return `${acknowledged} calls kept, ${buys} approvals of buys; answers ${counts.join(', ')}`
}

/** Demands that the books agree with what the callers of a load know. */
export async function expectAgreement(server: TestServer, { journal }: Pick<MoneyLoad, 'journal'>): Promise<void> {
  await withDatabase(server, async (db) => expect((await findBreaches(db, journal)).slice(0, 5)).toEqual([]))
}

function pickSome(entries: readonly Entry[], chance: Chance): Entry[] {
  if (entries.length <= mostRepeated) return [...entries]
  return Array.from({ length: mostRepeated }, () => chance.pick(entries))
}
