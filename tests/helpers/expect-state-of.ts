import { expect } from 'vitest'
import { withDatabase } from './api.ts'
import type { TestServer } from './server.ts'
import type { SpendingLoad } from './spending-load.ts'

/** Demands every call that was acknowledged before the moment, and none that was made after it, in books that hold. */
export async function expectStateOf(server: TestServer, moment: number, { acknowledged }: SpendingLoad): Promise<void> {
  await withDatabase(server, async (db) => {
    const rows = await db
      .selectFrom('ledger.requests')
      .select(['id', 'status'])
      .where('kind', '=', 'withdrawal')
      .execute()
    const present = new Set(rows.flatMap(({ id, status }) => [`submitted ${id}`, `${status} ${id}`]))
    const named = acknowledged.map((call) => ({ ...call, name: `${call.what} ${call.requestId}` }))
    const before = named.filter(({ answeredAt }) => answeredAt < moment)
    expect(before.length).toBeGreaterThan(10)
    expect(before.filter(({ name }) => !present.has(name))).toEqual([])
    expect(named.filter(({ madeAt, name }) => madeAt > moment && present.has(name))).toEqual([])
    expect(await db.selectFrom('ledger.violations').selectAll().execute()).toEqual([])
  })
}
