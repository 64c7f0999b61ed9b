import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryFolder } from '../../../tests/helpers/database-cluster.ts'
import { withConnection } from './connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { locateBinaries } from './postgres-binaries.ts'
import { stopLeftoverPostgres } from './postgres-leftover.ts'

const root = join(import.meta.dirname, '../../..')
const isRoot = process.getuid?.() === 0
const nobody = 65534

let folder: string
let servers: EmbeddedPostgres[]
let holders: ChildProcess[]

beforeEach(() => {
  // The folder is closed to others, like a home folder. PostgreSQL must still work in it.
  folder = mkdtempSync(join(memoryFolder(), 'et-embedded-'))
  servers = []
  holders = []
})
afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  for (const server of servers) await server.stop()
  if (existsSync(join(folder, 'postgres'))) await stopLeftoverPostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true })
})

test('the first start makes a database with its own logins, which survives a restart', async () => {
  const first = await start()
  await run(first.ownerUrl, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('here')")
  await expect(run(first.appUrl, 'SELECT * FROM kept')).rejects.toThrow('permission denied')
  await first.stop()
  const second = await start()
  expect(await run(second.ownerUrl, 'SELECT word FROM kept')).toEqual([{ word: 'here' }])
})

test('a confirmed commit is on the disk, pages are checksummed, and only this machine can connect', async () => {
  const { superuserUrl } = await start()
  expect(
    await run(
      superuserUrl,
      `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
              current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS checksums,
              current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets`,
    ),
  ).toEqual([{ fsync: 'on', pages: 'on', commit: 'on', checksums: 'on', addresses: '127.0.0.1', sockets: '' }])
  await expect(run(superuserUrl.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('the passwords and the data are readable by their owner only', async () => {
  await start()
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
})

test('a second instance on the folder is refused by one clear line, and the first goes on', async () => {
  const { superuserUrl } = await start()
  await expect(start()).rejects.toThrow(`The data folder ${folder} is in use by another instance (pid ${process.pid}).`)
  expect(await run(superuserUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('an instance in another process is noticed too, and named', async () => {
  const { holder } = await hold()
  await expect(start()).rejects.toThrow(`in use by another instance (pid ${holder.pid})`)
})

test('kill -9 of the application loses nothing, and the next start succeeds by itself', async () => {
  const { holder, url } = await hold()
  await run(url, 'CREATE TABLE kept (n int)')
  for (let n = 0; n < 20; n += 1) await run(url, `INSERT INTO kept VALUES (${n})`)
  holder.kill('SIGKILL')
  const { superuserUrl } = await start()
  expect(await run(superuserUrl, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 20 }])
  await expect(run(url, 'SELECT 1')).rejects.toThrow('cannot be reached')
})

test('the next start recovers from kill -9 of the application and PostgreSQL together', async () => {
  const { holder, url } = await hold()
  await run(url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)')
  const pid = await postmasterPid(url)
  holder.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const { superuserUrl } = await start()
  expect(await run(superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('a killed first start leaves no incomplete folder', async () => {
  const holder = spawn(process.execPath, ['tests/helpers/hold-database.ts', folder], { cwd: root })
  holders.push(holder)
  while (!readdirSync(folder).some((name) => name.startsWith('postgres.new-'))) await sleep(2)
  holder.kill('SIGKILL')
  const { superuserUrl } = await start()
  expect(await run(superuserUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('a stale pid file with the number of another process does not prevent the start', async () => {
  const first = await start()
  await first.stop()
  const pidFile = join(folder, 'postgres/postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${folder}\n0\n0\n\n127.0.0.1\n\n`, { mode: 0o600 })
  if (isRoot) chownSync(pidFile, nobody, nobody)
  const { superuserUrl } = await start()
  expect(await run(superuserUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a folder without its secrets, or of another PostgreSQL version, is refused by one clear line', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('holds PostgreSQL files of version 17, this one reads 18.')
  rmSync(join(folder, 'secrets.json'))
  await expect(start()).rejects.toThrow('secrets.json is missing')
})

test('PostgreSQL that ends on its own is reported', async () => {
  const { superuserUrl, exited } = await start()
  process.kill(await postmasterPid(superuserUrl), 'SIGQUIT')
  expect(await exited).toBe('exit code 0')
})

test('PostgreSQL that was killed is started again at the same address, and not after a stop', async () => {
  const server = await start()
  await run(server.superuserUrl, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)')
  process.kill(await postmasterPid(server.superuserUrl), 'SIGKILL')
  expect(await server.exited).toBe('signal SIGKILL')
  expect(await server.restart()).toBe(true)
  expect(await run(server.superuserUrl, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  await server.stop()
  expect(await server.restart()).toBe(false)
})

test.skipIf(!isRoot || !nobodyCanRun(process.execPath))('an ordinary user starts it as well as root', async () => {
  chownSync(folder, nobody, nobody)
  const { url } = await hold({ uid: nobody, gid: nobody })
  expect(await run(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.skipIf(!isRoot)(
  'binaries that only root can reach, and without their links, are copied to a usable folder',
  () => {
    const closed = join(folder, 'package')
    const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
    const installed = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..')
    cpSync(installed, closed, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
    writeFileSync(join(closed, 'package.json'), JSON.stringify({ version: randomUUID() }))
    const bin = locateBinaries(join(closed, 'native'))
    try {
      expect(bin.startsWith(folder)).toBe(false)
      expect(spawnSync(join(bin, 'initdb'), ['--version'], { uid: nobody, gid: nobody }).status).toBe(0)
      rmSync(join(bin, 'initdb'))
      expect(locateBinaries(join(closed, 'native'))).toBe(bin)
      expect(existsSync(join(bin, 'initdb')), 'an incomplete copy is made anew').toBe(true)
    } finally {
      rmSync(dirname(bin), { recursive: true })
    }
  },
)

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder)
  servers.push(server)
  return server
}

/** Starts another process that holds the folder until the test kills it. */
async function hold(user: { uid?: number; gid?: number } = {}): Promise<{ holder: ChildProcess; url: string }> {
  const options: SpawnOptions = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], ...user }
  const holder = spawn(process.execPath, ['tests/helpers/hold-database.ts', folder], options)
  holders.push(holder)
  const [line] = (await once(holder.stdout as Readable, 'data')) as [Buffer]
  return { holder, url: line.toString().trim() }
}

function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withConnection(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
}

async function postmasterPid(url: string): Promise<number> {
  const [row] = await run(url, "SELECT pg_read_file('postmaster.pid') AS text")
  return Number.parseInt(String(row?.['text']), 10)
}

function nobodyCanRun(program: string): boolean {
  return spawnSync(program, ['--version'], { uid: nobody, gid: nobody }).status === 0
}
