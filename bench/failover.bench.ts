import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../tests/helpers/api.ts'
import { letOneAdministratorDecide } from '../tests/helpers/second-owner.ts'
import { startServer } from '../tests/helpers/server.ts'
import { startSpendingLoad, type SpendingLoad } from '../tests/helpers/spending-load.ts'
import { startCluster, type Cluster } from './failover/cluster.ts'
import type { BenchRow } from './figures.ts'

/** More of them by `FAILOVERS=10` before the command. */
const failovers = Number(process.env['FAILOVERS'] ?? 3)
const loadMs = 5_000
const awayMaxSeconds = 30

/**
 * Kills the host of the leading PostgreSQL under load, again and again, with Patroni in charge of three of them. No acknowledged call
 * may be lost, and members can act again soon.
 */
export const bench = {
  name: 'failover',
  async run(): Promise<{ rows: BenchRow[] }> {
    const cluster = await startCluster()
    const { ownerUrl, appUrl } = cluster
    const server = await startServer({ env: { DATABASE_URL: ownerUrl, APP_DATABASE_URL: appUrl } })
    try {
      await letOneAdministratorDecide(ownerUrl)
      const load = await startSpendingLoad(server)
      const away = []
      for (let count = 0; count < failovers; count += 1) away.push(await failOver(cluster, load))
      await load.end()
      const lost = await withDatabase(server, async (db) => {
        const rows = await db.selectFrom('ledger.requests').select(['id', 'status']).execute()
        const statuses = new Map(rows.map(({ id, status }) => [id, status]))
        const isLost = ({ what, requestId }: (typeof load.acknowledged)[number]) =>
          what === 'cancelled' ? statuses.get(requestId) !== 'cancelled' : !statuses.has(requestId)
        const violations = await db.selectFrom('ledger.violations').selectAll().execute()
        const submitted = load.acknowledged.filter(({ what }) => what === 'submitted').length
        const withdrawals = await db
          .selectFrom('ledger.requests')
          .select('id')
          .where('kind', '=', 'withdrawal')
          .execute()
        return {
          calls: load.acknowledged.filter(isLost).length,
          doubled: withdrawals.length - submitted,
          violations: violations.length,
        }
      })
      return { rows: rowsOf(load, lost, away) }
    } finally {
      await server.stop()
      cluster.stop()
    }
  },
}

/** Kills the leader, waits for the next acknowledged call, and returns the seconds in between. Then the killed host returns. */
async function failOver(cluster: Cluster, load: SpendingLoad): Promise<number> {
  await sleep(loadMs)
  const bringBack = await cluster.killLeader()
  const killedAt = Date.now()
  const isMade = () => load.acknowledged.some(({ madeAt }) => madeAt > killedAt)
  while (!isMade() && Date.now() < killedAt + 4 * awayMaxSeconds * 1_000) await sleep(50)
  const seconds = (Date.now() - killedAt) / 1_000
  bringBack()
  await cluster.expectFollowers(2)
  return seconds
}

function rowsOf(
  load: SpendingLoad,
  { calls, doubled, violations }: Record<'calls' | 'doubled' | 'violations', number>,
  away: number[],
): BenchRow[] {
  const longest = Math.max(...away)
  const none = (name: string, value: number): BenchRow => ({
    name,
    value: String(value),
    bar: '= 0',
    pass: value === 0,
  })
  const figure = (name: string, value: number): BenchRow => ({ name, value: String(value), pass: true })
  return [
    figure('hosts of the leading PostgreSQL killed', away.length),
    figure('acknowledged calls', load.acknowledged.length),
    none('acknowledged calls lost', calls),
    none('calls done twice', doubled),
    none('rows against a rule of the ledger', violations),
    {
      name: `from the kill to the next acknowledged call, longest of ${away.map((one) => one.toFixed(1)).join(', ')} s`,
      value: `${longest.toFixed(1)} s`,
      bar: `<= ${awayMaxSeconds} s`,
      pass: longest <= awayMaxSeconds,
    },
    figure('answers of 503, each with a time for another try', load.answers.get(503) ?? 0),
    figure('broken connections', load.answers.get(0) ?? 0),
  ]
}
