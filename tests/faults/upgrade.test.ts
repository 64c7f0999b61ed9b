import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { createDb, createPool } from '../../server/platform/db/client.ts'
import { caddyFolder, startCaddy, type Caddy } from '../helpers/caddy.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { sizeOf } from '../helpers/faults/scenario.ts'
import { findFreePort, startServer, type TestServer } from '../helpers/server.ts'
import { createSpenders, expectAllAnswered, startSteadyLoad, type SteadyLoad } from '../helpers/steady-load.ts'

const perSecond = sizeOf({ short: 40, full: 200 })
const members = 20
const beforeMs = 1_000
/** The proxy holds a call for as long, and a busy server may ask the caller to come again. */
const longestMs = 60_000

/**
 * Answers that callers may have to repeat on a busy machine. Then the proxy learns late that a server stops. No call may fail all the
 * same, none may be cut, and few may be repeated.
 */
const ofBusyMachine = ['503 overloaded', '503 ', '502 ']
const repeatedMax = 0.05

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
/** The ports of the first and of the second server, as 3000 and 3001 in the manual. */
let ports: [number, number]
let proxy: Caddy
let running: TestServer[]
let sessions: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'et-upgrade-'))
  ports = [await findFreePort(), await findFreePort()]
  proxy = await startCaddy({ domain: 'http://localhost', ports })
  running = []
  sessions = await createSpenders(database, members)
})
afterEach(async () => {
  for (const server of running) await server.stop()
  await proxy.stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.runIf(caddyFolder)('behind the proxy of deploy/Caddyfile (needs packages of Debian)', () => {
  test(
    'an upgrade and the way back fail no call and cut none, while both servers run for a moment',
    { timeout: 180_000 },
    async () => {
      const old = await start(root, ports[0])
      const load = startSteadyLoad({ url: proxy.httpUrl, sessions, perSecond })
      await sleep(beforeMs)
      const upgraded = await start(next, ports[1])
      await stopServer(old)
      expect(await readVersion()).toBe(nextVersion)
      await sleep(beforeMs)
      const back = await start(root, ports[0])
      expect(back.output()).toContain('The database is of a newer release (9999_next.sql)')
      await stopServer(upgraded)
      expect(await readVersion()).toBe(version)
      await sleep(beforeMs)
      await load.end()
      await expectAllAnswered(database, load)
      expectFewRepeated(load)
      // The server of the release before leaves the newer functions and tables as they are.
      expect((await database.owner.query('SELECT one FROM next_view, next_table')).rows).toEqual([])
    },
  )

  test('an upgrade of a lone server makes calls wait at the proxy, and fails none', { timeout: 180_000 }, async () => {
    await upgradeLoneServer(await start(root, ports[0]), database)
  })

  test('a lone server with the built-in PostgreSQL is upgraded in the same way', { timeout: 240_000 }, async () => {
    const old = await start(root, ports[0], {})
    const builtIn = openBuiltIn(old)
    sessions = await createSpenders(builtIn, members)
    await builtIn.ownerDb.destroy()
    await upgradeLoneServer(old)
  })
})

/** Upgrades a server under load that nothing stands in for. Its database is the built-in one, unless another one is given. */
async function upgradeLoneServer(old: TestServer, external?: TestDatabase): Promise<void> {
  const load = startSteadyLoad({ url: proxy.httpUrl, sessions, perSecond })
  await sleep(beforeMs)
  await stopServer(old)
  const upgraded = await start(next, ports[0], external ?? {})
  expect(await readVersion()).toBe(nextVersion)
  await sleep(beforeMs)
  await load.end()
  const held = external ?? openBuiltIn(upgraded)
  try {
    await expectAllAnswered(held, load)
  } finally {
    if (!external) await held.ownerDb.destroy()
  }
  // The calls that have waited arrive at once. The new server may ask some to come again.
  expectFewRepeated(load)
}

function expectFewRepeated({ repetitions, repeated, calls, longestMs: longest }: SteadyLoad): void {
  expect(Object.keys(repetitions).filter((answer) => !ofBusyMachine.some((ending) => answer.endsWith(ending)))).toEqual(
    [],
  )
  expect(repeated).toBeLessThan(repeatedMax * calls)
  expect(longest).toBeLessThan(longestMs)
}

/** Opens the database of a server, which the server starts and ends itself. */
function openBuiltIn(server: TestServer): Pick<TestDatabase, 'owner' | 'ownerDb'> {
  const onError = (error: Error) => console.error(error)
  const owner = createPool(server.databaseUrl('owner'), { max: members, onError })
  return { owner, ownerDb: createDb(owner) }
}

/** Starts the server of a folder beside those that run, on the same files and, unless it has the built-in one, the same database. */
async function start(folder: string, port: number, external: Partial<TestDatabase> = database): Promise<TestServer> {
  const { ownerUrl, appUrl } = external
  const server = await startServer({
    dataDir,
    command: [process.execPath, join(folder, 'server/main.ts')],
    env: {
      PORT: String(port),
      PUBLIC_URL: proxy.httpUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(ownerUrl && appUrl && { DATABASE_URL: ownerUrl, APP_DATABASE_URL: appUrl }),
    },
  })
  running.push(server)
  return server
}

/** Ends a server, which answers what it has begun. */
async function stopServer(server: TestServer): Promise<void> {
  await server.kill('SIGTERM')
  running = running.filter((one) => one !== server)
}

async function readVersion(): Promise<string> {
  const answer = (await (await fetch(`${proxy.httpUrl}/api/version`)).json()) as { version: string }
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
