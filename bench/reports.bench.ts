import { setTimeout as sleep } from 'node:timers/promises'
import { getReport } from '../contract/reports.ts'
import { call, createAdmin, createMember, type Person } from '../tests/helpers/api.ts'
import { startServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'
import { writeHistory } from './long-history.ts'
import { quantile } from './measure-calls.ts'
import { withOwner } from './with-owner.ts'

/** Both have movements of each kind on every day of a year. */
const transactions = { long: 100_000, short: 10_000 }
const rounds = 100
const warmUpRounds = 10
const mostRatio = 1.5
const dayMs = 86_400_000

/** Measures how much slower a report of a year gets with a longer ledger. Two servers answer in turns. */
export const bench = {
  name: 'reports',
  async run(): Promise<{ rows: BenchRow[] }> {
    const admins: Person[] = []
    try {
      for (const count of [transactions.long, transactions.short]) admins.push(await openWorld(count))
      const times: number[][] = [[], []]
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        for (const [side, admin] of admins.entries()) {
          const start = performance.now()
          await readYear(admin)
          if (round >= 0) times[side]?.push(performance.now() - start)
        }
      }
      const [long = 0, short = 0] = times.map((side) => quantile(side, 0.5))
      const ratio = long / short
      const name = `report of a year: ${long.toFixed(1)} ms with ${transactions.long} transactions, ${short.toFixed(1)} ms with ${transactions.short}`
      return { rows: [{ name, value: ratio.toFixed(2), bar: `≤ ${mostRatio}`, pass: ratio <= mostRatio }] }
    } finally {
      for (const { server } of admins) await server.stop()
    }
  },
}

/** Starts a server with a ledger of a year, and waits until it is rolled up. */
async function openWorld(count: number): Promise<Person> {
  const server = await startServer()
  const [admin, member, other] = [await createAdmin(server), await createMember(server), await createMember(server)]
  await withOwner(server, async (owner) => {
    const ids = { userId: member.userId, otherId: other.userId, adminId: admin.userId }
    await writeHistory(owner, { ...ids, transactions: count, messages: 10 })
    await owner.query('ANALYZE')
    const fresh = 'SELECT FROM ledger.commands WHERE xid >= (SELECT watermark FROM ledger.rollup) LIMIT 1'
    while ((await owner.query(fresh)).rowCount !== 0) await sleep(500)
    await owner.query('VACUUM ANALYZE')
  })
  const { sums } = await readYear(admin)
  if (sums.length < 2) throw new Error('the year has no movements')
  return admin
}

async function readYear(admin: Person) {
  const dayOf = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
  return call(admin, getReport, { query: { from: dayOf(365), to: dayOf(0) } })
}
