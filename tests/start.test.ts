import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { withConnection } from '../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { stopLeftoverPostgres } from '../server/platform/db/postgres-leftover.ts'
import { builtInDatabaseUrl } from './helpers/built-in-database.ts'
import { memoryFolder, onDatabase } from './helpers/database-cluster.ts'
import { createTestDatabase } from './helpers/database.ts'

type Run = { child: ChildProcess; output: () => string; url: string; ended: Promise<number | null> }

// Each test starts servers with several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const root = join(import.meta.dirname, '..')
let folder: string
let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder(), 'et-start-'))
  dataDir = join(folder, 'data')
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  if (existsSync(join(dataDir, 'postgres'))) await stopLeftoverPostgres(join(dataDir, 'postgres'))
  rmSync(folder, { recursive: true })
})

test('an invalid setting is reported in one clear line, and nothing is created', async () => {
  await expectRefusal({ PORT: 'abc' }, 'PORT: expected a whole number from 1 to 65535, got "abc"')
})

test('production without a mail server is one clear line, and nothing is made', async () => {
  const line = 'SMTP_URL: production needs a mail server, because members confirm addresses and get notices by mail.'
  await expectRefusal({ NODE_ENV: 'production', PUBLIC_URL: 'https://coins.example.org' }, line)
})

test('a port in use is reported in one clear line, and nothing is created', async () => {
  const other = createServer()
  const port = await listen(other)
  await expectRefusal(
    { PORT: String(port) },
    `Port ${port} is in use by another program. Stop that one, or set PORT to another port.`,
  )
  other.close()
})

test('an unreachable database is reported in one clear line, and nothing is created', async () => {
  const reason = 'PostgreSQL at 127.0.0.1:1 cannot be reached: connection refused.'
  await expectRefusal({ DATABASE_URL: 'postgresql://et:secret@127.0.0.1:1/et' }, reason)
})

test('a server that other machines reach shows no mails and prints none of their links', async () => {
  const near = await startServer()
  expect((await fetch(`${near.url}/dev/mail`)).status).toBe(200)
  near.child.kill('SIGTERM')
  await near.ended
  const far = await startServer({ HOST: '0.0.0.0' })
  expect((await fetch(`${far.url}/dev/mail`)).status).toBe(404)
  expect(far.output()).toContain('HOST or PUBLIC_URL is not of this machine alone, so no link is printed.')
})

test('a login of the application that can become the owner of the database is one clear line', async () => {
  const database = await createTestDatabase({ isEmpty: true })
  const ownerUrl = onDatabase(inject('cluster').adminUrl, new URL(database.ownerUrl).pathname.slice(1))
  const alone = await run({ DATABASE_URL: ownerUrl })
  expect(await alone.ended).toBe(1)
  expect(alone.output()).toMatch(/^The application's login "\w+" owns the database or can become its owner, so .*\n$/)
  const apart = await startServer({ DATABASE_URL: ownerUrl, APP_DATABASE_URL: database.appUrl })
  apart.child.kill('SIGTERM')
  expect(await apart.ended).toBe(0)
  await database.drop()
})

test('encrypted data without its key, or with another one, is one clear line, and no other key is made', async () => {
  const first = await startServer()
  await withEmbeddedOwner((owner) => owner.query(`INSERT INTO mail_outbox (mail, due_at) VALUES ('\\x01', 'infinity')`))
  first.child.kill('SIGTERM')
  await first.ended
  rmSync(join(dataDir, 'encryption.key'))
  const second = await run()
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('The database holds encrypted data, and its key is missing: set ENCRYPTION_KEY')
  expect(existsSync(join(dataDir, 'encryption.key'))).toBe(false)
  const third = await run({ ENCRYPTION_KEY: 'A'.repeat(43) })
  expect(await third.ended).toBe(1)
  expect(third.output()).toMatch(/^The key does not open the encrypted data of the database: [^\n]*\n$/)
})

test('backups without a key begin with a warning, also if the key is empty, and backups with one do not', async () => {
  const warning = 'BACKUP_DIR is set and BACKUP_KEY is not: backups are not encrypted.'
  const open = await startServer({ BACKUP_DIR: join(folder, 'open'), BACKUP_KEY: '' })
  expect(open.output()).toContain(warning)
  open.child.kill('SIGTERM')
  await open.ended
  const sealed = await startServer({ BACKUP_DIR: join(folder, 'sealed'), BACKUP_KEY: 'A'.repeat(43) })
  expect(sealed.output()).not.toContain(warning)
})

test('a data folder in use is reported in one clear line, and the other instance continues', async () => {
  const first = await startServer()
  const second = await run()
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(`The data folder ${dataDir} is in use by another instance (pid ${first.child.pid}).\n`)
  expect((await fetch(`${first.url}/api/openapi.json`)).status).toBeLessThan(500)
})

test('a data folder of an earlier commit is refused in one clear line with advice', async () => {
  const earlier = await startEmbeddedPostgres(dataDir)
  await withConnection(earlier.ownerUrl, (owner) =>
    owner.query(`CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL);
                 INSERT INTO schema_migrations VALUES ('0001_accounts.sql', 'a')`),
  )
  await earlier.stop()
  const refused = await run()
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('This database was made by a commit from before the first release')
  expect(refused.output()).toContain('Start with an empty data folder (DATA_DIR)')
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops the server and its database in good order', async (signal) => {
  const server = await startServer()
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(idle, 'connect')
  const begun = Date.now()
  server.child.kill(signal)
  expect(await server.ended).toBe(0)
  expect(Date.now() - begun, 'nobody waits for a connection without a request').toBeLessThan(3_500)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('SIGHUP ends no server without a terminal, and a single process says that nothing takes its place', async () => {
  const server = await startServer({ WORKERS: '1' })
  server.child.kill('SIGHUP')
  await expect.poll(server.output).toContain('WORKERS is 1: a single process cannot be replaced while it serves.')
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
})

test('the server stops when the command that started it was killed', async () => {
  const server = await startServer()
  server.child.disconnect()
  expect(await server.ended).toBe(0)
})

test('kill -9 leaves a data folder that the next start can open, with the same secrets and data', async () => {
  const first = await startServer()
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
  first.child.kill('SIGKILL')
  await first.ended
  const second = await startServer()
  expect(second.output()).toContain('First administrator: ')
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
})

test('the server starts a PostgreSQL that was ended again, and stops with a sentence when it cannot', async () => {
  const server = await startServer()
  const endPostgres = () =>
    process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
  endPostgres()
  await expect.poll(server.output, { timeout: 10_000 }).toMatch(/PostgreSQL ended \(exit code 0\) and runs again/)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  endPostgres()
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/PostgreSQL cannot be kept running: .* holds PostgreSQL files of version 17.*7 times/)
})

/** Runs work on the database of the running server, as its owner. */
async function withEmbeddedOwner(work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  await withConnection(builtInDatabaseUrl(dataDir, 'owner'), work)
}

async function expectRefusal(settings: Record<string, string>, line: string): Promise<void> {
  const { output, ended } = await run(settings)
  expect(await ended).toBe(1)
  expect(output()).toBe(`${line}\n`)
  expect(existsSync(dataDir)).toBe(false)
}

async function startServer(settings: Record<string, string> = {}): Promise<Run> {
  const server = await run(settings)
  while (!server.output().includes('is ready at')) {
    if (server.child.exitCode !== null) throw new Error(`The server did not start: ${server.output()}`)
    await sleep(20)
  }
  return server
}

async function run(settings: Record<string, string> = {}): Promise<Run> {
  const probe = createServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  const env = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, ...settings }
  const options = ['--no-deprecation', join(root, 'server/main.ts')]
  const child = spawn(process.execPath, options, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  children.push(child)
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = Promise.all([
    once(child, 'exit'),
    ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'close')),
  ]).then(([[code]]) => code as number | null)
  return { child, output: () => text, url: `http://localhost:${port}`, ended }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
