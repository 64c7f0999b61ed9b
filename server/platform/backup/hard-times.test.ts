import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreNumbers } from '../../../tests/helpers/restored-numbers.ts'
import { withConnection } from '../db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { listBackups, makeId, prune } from './backup-folder.ts'
import { takeBackup } from './base-backup.ts'
import { openBackups } from './open-backups.ts'

const key = randomBytes(32).toString('base64url')
let place: string
let folder: string
let servers: EmbeddedPostgres[]

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'et-hard-times-'))
  folder = join(place, 'backups')
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  rmSync(place, { recursive: true })
})

const dataDir = (name = 'data') => join(place, name)

async function start(name = 'data', settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir(name), settings)
  servers.push(server)
  return server
}

const run = async ({ superuserUrl }: EmbeddedPostgres, ...statements: string[]) =>
  withConnection(superuserUrl.replace(/postgres$/, 'et'), async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const backUp = async (server: EmbeddedPostgres, name = 'data', signal?: AbortSignal) =>
  takeBackup({ dataDir: dataDir(name), superuserUrl: server.superuserUrl }, { folder, key }, signal)

/** Opens the backups as the server does. */
const openJobs = ({ superuserUrl }: EmbeddedPostgres, onError: (error: unknown) => void) =>
  openBackups(
    { dataDir: dataDir(), backupDir: folder, backupKey: key, backupEveryHours: 24, backupKeep: 7 },
    { superuserUrl, uploads: new Set(), onError },
  )

const drafts = () => readdirSync(join(folder, 'base')).filter((name) => name.startsWith('.'))

const restoreTo = async (name: string, to?: Date) =>
  (await restoreNumbers({ dataDir: dataDir(name), from: { folder, key }, to })).numbers

test('a backup that breaks off leaves nothing, and the next one removes what a killed one left', async () => {
  const server = await start()
  mkdirSync(join(folder, 'base', '.draft-killed'), { recursive: true })
  const reason = new Error('stopped')
  await expect(backUp(server, 'data', AbortSignal.abort(reason))).rejects.toBe(reason)
  expect([drafts(), await listBackups(folder)]).toEqual([[], []])
}, 60_000)

test('a backup does not begin on a disk that has less room than the newest one takes', async () => {
  const server = await start()
  const newest = join(folder, 'base', makeId(new Date(), '000000010000000000000002'))
  mkdirSync(newest, { recursive: true })
  // The file has no blocks, and says that it is larger than any disk here.
  execFileSync('truncate', ['--size=4T', join(newest, 'huge')])
  await expect(backUp(server)).rejects.toThrow(/has \d+ MB of room, and a backup takes about \d+ MB/)
  expect(drafts()).toEqual([])
}, 60_000)

test('an uploaded file that cannot be read holds up neither the log nor the backup nor another file', async () => {
  const server = await start()
  await run(server, 'CREATE TABLE kept (n int)', 'GRANT SELECT ON kept TO et_owner', 'INSERT INTO kept VALUES (1)')
  const owner = join('files/payment_proofs', randomUUID())
  // To read a folder as a file fails, as a file on a bad disk does.
  mkdirSync(join(dataDir(), owner, '1.png'), { recursive: true })
  writeFileSync(join(dataDir(), owner, '2.png'), 'a picture')
  await expect(backUp(server)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(join(folder, owner))).toEqual(['2.png.zst.enc'])
  await run(server, 'INSERT INTO kept VALUES (2)')
  const errors: unknown[] = []
  const backups = openJobs(server, (error) => errors.push(error))
  await backups.stop()
  expect(errors).toMatchObject([{ code: 'EISDIR' }])
  expect(await restoreTo('again')).toEqual([1, 2])
}, 60_000)

test('the log of each kept backup stays, also of one that began earlier in the log than an older one', async () => {
  const server = await start()
  const next = async (of: EmbeddedPostgres, n: number) =>
    run(of, `INSERT INTO kept VALUES (${n})`, 'SELECT pg_switch_wal()')
  await run(server, 'CREATE TABLE kept (n int)', 'GRANT SELECT ON kept TO et_owner')
  await backUp(server)
  await next(server, 1)
  await sleep(20)
  const afterOne = new Date()
  await sleep(20)
  for (const n of [2, 3, 4, 5]) await next(server, n)
  await backUp(server)
  await server.stop()
  expect(await restoreTo('second', afterOne)).toEqual([1])
  const second = await start('second')
  await backUp(second, 'second')
  await run(second, 'INSERT INTO kept VALUES (20)')
  await prune(folder, 2)
  await backUp(second, 'second')
  const [first, , last] = await listBackups(folder)
  expect((first?.startSegment ?? '').slice(8) > (last?.startSegment ?? '').slice(8)).toBe(true)
  expect(await restoreTo('third')).toEqual([1, 20])
}, 120_000)

test('a backup without all of its log is none', async () => {
  const server = await start('data', { max_slot_wal_keep_size: '16MB', max_wal_size: '32MB', min_wal_size: '32MB' })
  await run(server, 'CREATE TABLE kept (n int)')
  // The copy waits for the bytes of this pipe, which stands for a slow disk.
  const pipe = join(dataDir(), 'postgres', 'pipe')
  execFileSync('mkfifo', [pipe])
  const backup = backUp(server).catch((error: unknown) => error)
  await expect.poll(() => drafts().length, { timeout: 20_000 }).toBe(1)
  for (let n = 0; n < 8; n += 1) await run(server, `INSERT INTO kept VALUES (${n})`, 'SELECT pg_switch_wal()')
  await run(server, 'CHECKPOINT')
  execFileSync('sh', ['-c', `echo > ${pipe}`])
  rmSync(pipe)
  expect(await backup).toMatchObject({ message: expect.stringContaining('dropped a part of the log') as string })
  expect([drafts(), await listBackups(folder)]).toEqual([[], []])
}, 60_000)

test('a backup of the future does not put off the next one', async () => {
  const server = await start()
  await run(server, 'CREATE TABLE kept (n int)')
  mkdirSync(join(folder, 'base', makeId(new Date(Date.now() + 3_600_000), '000000010000000000000001')), {
    recursive: true,
  })
  const backups = openJobs(server, () => {})
  const job = backups.jobs.find(({ name }) => name === 'backup')
  await job?.work(new AbortController().signal)
  expect(await listBackups(folder)).toHaveLength(2)
  await backups.stop()
}, 60_000)
