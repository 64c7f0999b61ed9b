import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../tests/helpers/api.ts'
import { createChance } from '../tests/helpers/faults/chance.ts'
import { findBreaches } from '../tests/helpers/faults/compare-books.ts'
import { startMoneyLoad, withoutStepUp, type MoneyLoad } from '../tests/helpers/faults/money-load.ts'
import { letOneAdministratorDecide } from '../tests/helpers/second-owner.ts'
import { startServer } from '../tests/helpers/server.ts'
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
    const server = await startServer({ env: { DATABASE_URL: ownerUrl, APP_DATABASE_URL: appUrl, ...withoutStepUp } })
    try {
      await letOneAdministratorDecide(ownerUrl)
      const load = await startMoneyLoad(server, { chance: createChance(1, 'failover') })
      const away = []
      for (let count = 0; count < failovers; count += 1) away.push(await failOver(cluster, load))
      await load.end()
      const breaches = await withDatabase(server, async (db) => findBreaches(db, load.journal))
      return { rows: rowsOf(load, breaches, away) }
    } finally {
      await server.stop()
      cluster.stop()
    }
  },
}

/** Kills the leader, waits for the next acknowledged call, and returns the seconds in between. Then the killed host returns. */
async function failOver(cluster: Cluster, load: MoneyLoad): Promise<number> {
  await sleep(loadMs)
  const bringBack = await cluster.killLeader()
  const killedAt = Date.now()
  const isMade = () => load.journal.entries.some((one) => one.madeAt > killedAt && one.answeredAt !== undefined)
  while (!isMade() && Date.now() < killedAt + 4 * awayMaxSeconds * 1_000) await sleep(50)
  const seconds = (Date.now() - killedAt) / 1_000
  bringBack()
  await cluster.expectFollowers(2)
  return seconds
}

function rowsOf(load: MoneyLoad, breaches: string[], away: number[]): BenchRow[] {
  const lost = breaches.filter((breach) => breach.includes('was acknowledged')).length
  const doubled = breaches.filter((breach) => breach.startsWith('no caller asked')).length
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
    figure('acknowledged calls', load.journal.entries.length),
    none('acknowledged calls lost', lost),
    none('calls done twice', doubled),
    none('rows against a rule of the ledger', breaches.length - lost - doubled),
    {
      name: `from the kill to the next acknowledged call, longest of ${away.map((one) => one.toFixed(1)).join(', ')} s`,
      value: `${longest.toFixed(1)} s`,
      bar: `<= ${awayMaxSeconds} s`,
      pass: longest <= awayMaxSeconds,
    },
    figure('answers of 503', load.answers.get(503) ?? 0),
    none('answers of 503 without a time for another try', load.withoutRetryAfter),
    figure('broken connections', load.answers.get(0) ?? 0),
  ]
}
