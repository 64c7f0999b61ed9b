import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { sizeOf } from '../helpers/faults/scenario.ts'
import { startMovingProxy, type MovingProxy } from '../helpers/moving-proxy.ts'
import { findFreePort, startServer, type TestServer } from '../helpers/server.ts'
import { createSpenders, expectAllAnswered, startSteadyLoad } from '../helpers/steady-load.ts'

const perSecond = sizeOf({ short: 40, full: 200 })
const members = 20
const beforeMs = 1_000

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const nextVersion = '999.0.0'
let next: string

beforeAll(() => {
  next = makeNextRelease()
})
afterAll(() => rmSync(next, { recursive: true }))

let database: TestDatabase
let dataDir: string
let proxy: MovingProxy
let running: TestServer[]
let sessions: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'et-upgrade-'))
  proxy = await startMovingProxy(await findFreePort())
  running = []
  sessions = await createSpenders(database, members)
})
afterEach(async () => {
  for (const server of running) await server.stop()
  await proxy.close()
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

test(
  'an upgrade and the way back lose no call, while both servers run for a moment',
  { timeout: 120_000 },
  async () => {
    const old = await start(root)
    proxy.moveTo(old.port)
    const load = startSteadyLoad({ url: proxy.url, sessions, perSecond })
    await sleep(beforeMs)
    const upgraded = await start(next)
    await moveFrom(old, upgraded)
    expect(await readVersion()).toBe(nextVersion)
    await sleep(beforeMs)
    const back = await start(root)
    expect(back.server.output()).toContain('The database is of a newer release (9999_next.sql)')
    await moveFrom(upgraded, back)
    expect(await readVersion()).toBe(version)
    await sleep(beforeMs)
    await load.end()
    await expectAllAnswered(database, load)
    // The server of the release before leaves the newer functions and tables as they are.
    expect((await database.owner.query('SELECT one FROM next_view, next_table')).rows).toEqual([])
  },
)

test('an upgrade of a lone server makes calls wait at the proxy, and loses none', { timeout: 120_000 }, async () => {
  const old = await start(root)
  proxy.moveTo(old.port)
  const load = startSteadyLoad({ url: proxy.url, sessions, perSecond })
  await sleep(beforeMs)
  await stopServer(old)
  const upgraded = await start(next, old.port)
  expect(await readVersion()).toBe(nextVersion)
  await sleep(beforeMs)
  await load.end()
  await stopServer(upgraded)
  await expectAllAnswered(database, load)
})

interface Running {
  server: TestServer
  port: number
}

/** Starts the server of a folder beside those that run, on the same database and the same files. */
async function start(folder: string, port?: number): Promise<Running> {
  const own = port ?? (await findFreePort())
  const server = await startServer({
    command: [process.execPath, join(folder, 'server/main.ts')],
    env: {
      PORT: String(own),
      DATA_DIR: dataDir,
      PUBLIC_URL: proxy.url,
      DATABASE_URL: database.ownerUrl,
      APP_DATABASE_URL: database.appUrl,
    },
  })
  running.push(server)
  return { server, port: own }
}

/** Points the proxy to the next server, and then ends the old one, which answers what it has begun. */
async function moveFrom(old: Running, { port }: Running): Promise<void> {
  proxy.moveTo(port)
  await stopServer(old)
}

async function stopServer({ server }: Running): Promise<void> {
  await server.kill('SIGTERM')
  running = running.filter((one) => one !== server)
}

async function readVersion(): Promise<string> {
  const answer = (await (await fetch(`${proxy.url}/api/version`)).json()) as { version: string }
  return answer.version
}

/**
 * Copies these sources as those of a later release. Its migration adds to tables that calls use, and its functions run
 * again, so it takes the locks that a real one takes.
 */
function makeNextRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'et-next-'))
  for (const name of ['contract', 'server', 'web/languages']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'et', type: 'module', version: nextVersion }))
  writeFileSync(
    join(folder, 'server/schema/migrations/9999_next.sql'),
    `-- additive: the release before names the columns that it reads and writes.
ALTER TABLE profiles ADD COLUMN nickname text;
ALTER TABLE ledger.requests ADD COLUMN mark text;
CREATE TABLE next_table (word text PRIMARY KEY);
`,
  )
  appendFileSync(join(folder, 'server/schema/views.sql'), '\nCREATE OR REPLACE VIEW next_view AS SELECT 1 AS one;\n')
  return folder
}
