import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createBuyer, decide, withdraw, withDatabase } from '../helpers/api.ts'
import { addCoins } from '../helpers/faults/add-coins.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const edits = sizeOf({ short: 1, full: 10 })
const foundWithinMs = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server.stop())

test(
  'a coin that an edit of the database adds is found within a minute, and stops the decisions of its member [R21]',
  { timeout: 60_000 + edits * 70_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R21', faults: `${edits} edits` })
    const admin = await createAdmin(server)
    // A finding may stop all approvals, so everything that needs one is made before the first edit.
    const made = []
    for (let count = 0; count < edits; count += 1) {
      const member = await createBuyer(admin)
      made.push({ member, request: await withdraw(member, 1000) })
    }
    let longestMs = 0
    for (const { member, request } of made) {
      await addCoins(member, chance.pick([1, -1, 1000]))
      const begun = Date.now()
      const countFindings = async () =>
        withDatabase(server, async (db) => {
          const query = db.selectFrom('ledger.findings').select('rule').where('account_id', '=', member.userId)
          return (await query.execute()).length
        })
      await expect.poll(countFindings, { timeout: foundWithinMs, interval: 200 }).toBeGreaterThan(0)
      longestMs = Math.max(longestMs, Date.now() - begun)
      await expect(decide(admin, request, 'approved')).rejects.toThrow(/(account|platform)_under_review/)
    }
    note(`found within ${(longestMs / 1000).toFixed(1)} s`)
  },
)
