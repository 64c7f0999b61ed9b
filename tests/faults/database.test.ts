import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../helpers/api.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { startSpendingLoad, type SpendingLoad } from '../helpers/spending-load.ts'

/** A longer run takes more kills: `DATABASE_KILLS=50`. */
const kills = Number(process.env['DATABASE_KILLS'] ?? 3)
const longestLoadMs = 1_500
/** The server gives up after some quick ends in a row, so now and then PostgreSQL lives for longer than that. */
const longLifeMs = 3_500
const longLifeEvery = 4
const backWithinMs = 20_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => server.stop())

const readHealth = async () => {
  const response = await fetch(`${server.url}/api/health`)
  return { status: response.status, body: (await response.json()) as { status: string }, headers: response.headers }
}

/** Returns the process id that PostgreSQL notes, or undefined while it does not run. */
function readPostmaster(): number | undefined {
  const pidFile = join(server.dataDir, 'postgres/postmaster.pid')
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined : undefined
}

/** Kills PostgreSQL and waits until the server is ready again. Returns the time in between. */
async function killDatabase(): Promise<number> {
  const postmaster = readPostmaster()
  if (postmaster === undefined) throw new Error('PostgreSQL does not run')
  const startMs = performance.now()
  process.kill(postmaster, 'SIGKILL')
  const { status, body, headers } = await readHealth()
  // The health may be asked before the connections have broken.
  if (status !== 200) expect([status, body.status, headers.get('retry-after')]).toEqual([503, 'live', '1'])
  expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
  // For a moment the connections outlive the process that was killed.
  await expect.poll(() => readPostmaster() ?? postmaster, { timeout: backWithinMs }).not.toBe(postmaster)
  await expect.poll(async () => (await readHealth()).body, { timeout: backWithinMs }).toEqual({ status: 'ready' })
  return performance.now() - startMs
}

/** Demands that the books hold each acknowledged call, and no request that was not asked for. */
async function expectKept({ acknowledged }: SpendingLoad): Promise<void> {
  await withDatabase(server, async (db) => {
    const rows = await db
      .selectFrom('ledger.requests')
      .select(['id', 'status'])
      .where('kind', '=', 'withdrawal')
      .execute()
    const ids = (what: string) => acknowledged.filter((one) => one.what === what).map(({ requestId }) => requestId)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids('submitted').toSorted())
    const cancelled = rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
    expect(cancelled.toSorted()).toEqual(ids('cancelled').toSorted())
    expect(await db.selectFrom('ledger.violations').selectAll().execute()).toEqual([])
  })
}

test(
  'the server starts a killed database again, and no acknowledged call is lost or done twice',
  { timeout: 30_000 + kills * 15_000 },
  async () => {
    const load = await startSpendingLoad(server)
    const times = []
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(kill % longLifeEvery === 0 ? longLifeMs : Math.random() * longestLoadMs)
      times.push(await killDatabase())
    }
    await load.end()
    expect(load.acknowledged.length).toBeGreaterThan(kills * 10)
    expect(load.answers.get(503), 'calls met the dead database').toBeGreaterThan(0)
    expect([load.answers.get(0), load.withoutRetryAfter]).toEqual([undefined, 0])
    await expectKept(load)
    expect(server.output().match(/runs again after/g)).toHaveLength(kills)
    const [longest = 0] = times.toSorted((one, other) => other - one)
    console.log(`${kills} kills, ${load.acknowledged.length} calls kept, ready again within ${Math.round(longest)} ms`)
  },
)
