import { expect } from 'vitest'
import { withDatabase } from './api.ts'
import type { MoneyLoad } from './faults/money-load.ts'
import type { TestServer } from './server.ts'

/** Demands every call that was acknowledged before the moment, and none that was made after it, in books that hold. */
export async function expectStateOf(server: TestServer, moment: number, load: MoneyLoad): Promise<void> {
  const present = await expectStateSince(server, moment, load)
  expect(load.journal.entries.filter((entry) => entry.madeAt > moment && present.has(entry.key))).toEqual([])
}

/**
 * Demands every call that was acknowledged before the moment, in books that hold. Later ones may be there, too. Returns the keys of all
 * calls in the books.
 */
export async function expectStateSince(
  server: TestServer,
  moment: number,
  { journal }: MoneyLoad,
): Promise<Set<string>> {
  return withDatabase(server, async (db) => {
    const rows = await db.selectFrom('ledger.commands').select('key').execute()
    const present = new Set(rows.map(({ key }) => key))
    const before = journal.entries.filter(({ answeredAt }) => (answeredAt ?? Infinity) < moment)
    expect(before.length).toBeGreaterThan(10)
    expect(before.filter((entry) => !present.has(entry.key))).toEqual([])
    expect(await db.selectFrom('ledger.violations').selectAll().execute()).toEqual([])
    return present
  })
}
