import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreNumbers } from '../../../tests/helpers/restored-numbers.ts'
import { withConnection } from '../db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { listBackups, openBackup, prune, readManifest } from './backup-folder.ts'
import { takeBackup } from './base-backup.ts'
import { pruneUploads } from './prune-uploads.ts'
import { shipLog } from './ship-log.ts'
import { openVault } from './vault.ts'

const key = randomBytes(32).toString('base64url')
let place: string
let dataDir: string
let folder: string
let server: EmbeddedPostgres
let others: EmbeddedPostgres[]

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'et-backup-'))
  dataDir = join(place, 'data')
  folder = join(place, 'backups')
  others = []
  server = await startEmbeddedPostgres(dataDir)
  await run(server, 'CREATE TABLE kept (n int)')
})
afterEach(async () => {
  for (const one of [server, ...others]) await one.stop()
  rmSync(place, { recursive: true })
})

async function run(on: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  return withConnection(on.ownerUrl, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
}

const write = async (n: number) => run(server, `INSERT INTO kept VALUES (${n})`)
const backUp = async (of = dataDir, from = server, withKey: string | undefined = key) =>
  takeBackup({ dataDir: of, superuserUrl: from.superuserUrl }, { folder, key: withKey })
const ship = async (from = server, of = dataDir) =>
  withConnection(from.superuserUrl, async (client) =>
    shipLog({ client, cluster: join(of, 'postgres'), vault: openVault(folder, key) }),
  )

const restoreTo = async (name: string, to?: Date, withKey: string | undefined = key) =>
  restoreNumbers({ dataDir: join(place, name), from: { folder, key: withKey }, to })

const moment = async () => {
  await sleep(20)
  const now = new Date()
  await sleep(20)
  return now
}

test('a database is restored to any moment since its backup, and to the last copied change', async () => {
  await write(1)
  await backUp()
  await write(2)
  const afterTwo = await moment()
  await write(3)
  const afterThree = await moment()
  await write(4)
  expect(await ship()).toBe(true)
  await write(5)
  expect((await restoreTo('to-two', afterTwo)).numbers).toEqual([1, 2])
  expect((await restoreTo('to-three', afterThree)).numbers).toEqual([1, 2, 3])
  // No change was copied after this moment, so all that was copied is there.
  const all = await restoreTo('to-now', new Date())
  expect(all.numbers).toEqual([1, 2, 3, 4])
  expect(new Date(all.lastChange ?? 0).getTime()).toBeGreaterThan(afterThree.getTime())
  expect((await restoreTo('to-end')).numbers).toEqual([1, 2, 3, 4])
}, 120_000)

test('a restored database is backed up into the same folder, and its new life is restored, not the old one', async () => {
  await write(1)
  await backUp()
  await write(2)
  const afterTwo = await moment()
  await write(3)
  await backUp()
  await restoreTo('second', afterTwo)
  const second = join(place, 'second')
  const again = await startEmbeddedPostgres(second)
  others.push(again)
  await run(again, 'INSERT INTO kept VALUES (20)')
  await ship(again, second)
  expect((await restoreTo('third')).numbers).toEqual([1, 2, 20])
  await backUp(second, again)
  await run(again, 'INSERT INTO kept VALUES (21)')
  await ship(again, second)
  expect((await restoreTo('fourth')).numbers).toEqual([1, 2, 20, 21])
}, 120_000)

test('nothing can be read, changed or exchanged without the key', async () => {
  await run(server, `CREATE TABLE words (word text); INSERT INTO words VALUES ('a plain word that is easy to find')`)
  const id = await backUp()
  const base = join(folder, 'base', id)
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  for (const { parentPath, name } of files) {
    expect(name).toMatch(/\.enc$/)
    expect(readFileSync(join(parentPath, name)).subarray(0, 4).toString()).toBe('ETB1')
  }
  const otherKey = randomBytes(32).toString('base64url')
  await expect(restoreTo('a', undefined, otherKey)).rejects.toThrow('BACKUP_KEY is another one')
  await expect(readManifest(openBackup(folder, id, undefined), id)).rejects.toThrow('cannot be read')
  const [one, other] = ['secrets.json', 'postgres/PG_VERSION'].map((name) => join(base, `${name}.zst.enc`))
  const original = readFileSync(one ?? '')
  writeFileSync(one ?? '', readFileSync(other ?? ''))
  await expect(restoreTo('b')).rejects.toThrow('secrets.json.zst.enc cannot be read')
  const changed = Buffer.from(original)
  changed[60] = (changed[60] ?? 0) ^ 1
  writeFileSync(one ?? '', changed)
  await expect(restoreTo('c')).rejects.toThrow('secrets.json.zst.enc cannot be read')
  writeFileSync(one ?? '', original)
  expect((await restoreTo('d')).numbers).toEqual([])
  await expect(startEmbeddedPostgres(join(place, 'c'))).rejects.toThrow('was cut short. Repeat it')
  const started = ['a', 'b', 'c', 'd'].filter((name) => existsSync(join(place, name, 'secrets.json')))
  expect(started).toEqual(['d'])
}, 120_000)

test('an unfinished backup is never taken for one, and a folder that is not empty is never written to', async () => {
  await write(1)
  const id = await backUp()
  const unfinished = join(folder, 'base', '.draft-half')
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'manifest.json.zst.enc'), '')
  expect((await listBackups(folder)).map((backup) => backup.id)).toEqual([id])
  await expect(restoreTo('data')).rejects.toThrow('is in use by another instance')
  mkdirSync(join(place, 'full/files'), { recursive: true })
  await expect(restoreTo('full')).rejects.toThrow('full is not empty. Stop its server')
  await expect(backUp(dataDir, server, randomBytes(32).toString('base64url'))).rejects.toThrow('another BACKUP_KEY')
  const early = new Date(Date.now() - 3_600_000)
  await expect(restoreTo('early', early)).rejects.toThrow('No backup leads to')
  expect((await restoreTo('good')).numbers).toEqual([1])
}, 60_000)

test('old backups and the log before the oldest kept one go, and another database is refused', async () => {
  await write(1)
  await backUp()
  await withConnection(server.superuserUrl, (client) => client.query('SELECT pg_switch_wal()'))
  await write(2)
  const second = await backUp()
  await withConnection(server.superuserUrl, (client) => client.query('SELECT pg_switch_wal()'))
  await write(3)
  const third = await backUp()
  const before = readdirSync(join(folder, 'log')).length
  await prune(folder, 2)
  expect((await listBackups(folder)).map(({ id }) => id)).toEqual([second, third])
  expect(readdirSync(join(folder, 'log')).length).toBeLessThan(before)
  expect((await restoreTo('kept')).numbers).toEqual([1, 2, 3])
  const stranger = await startEmbeddedPostgres(join(place, 'stranger'))
  others.push(stranger)
  await expect(backUp(join(place, 'stranger'), stranger)).rejects.toThrow('holds backups of another database')
}, 120_000)

test('uploaded files come back with the database that knows them, and a missing one is named', async () => {
  const bytes = randomBytes(40_000)
  const owner = randomUUID()
  const keep = (name: string) => {
    mkdirSync(join(dataDir, 'files/payment_proofs', owner), { recursive: true })
    writeFileSync(join(dataDir, 'files/payment_proofs', owner, name), bytes)
  }
  keep('1.png')
  const hash = createHash('sha256').update(bytes).digest('hex')
  await run(server, 'CREATE TABLE uploads (path text, sha256 bytea)')
  await run(server, `INSERT INTO uploads VALUES ('${owner}/1.png', '\\x${hash}'), ('${owner}/2.png', '\\x${hash}')`)
  await backUp()
  const restored = await restoreTo('again')
  expect([restored.uploads, restored.missingUploads]).toEqual([1, [`${owner}/2.png`]])
  expect(readFileSync(join(place, 'again/files/payment_proofs', owner, '1.png'))).toEqual(bytes)

  // A removed file stays for as long as a kept backup may know it.
  rmSync(join(dataDir, 'files/payment_proofs', owner, '1.png'))
  const copies = () => readdirSync(join(folder, 'files/payment_proofs', owner))
  await pruneUploads(dataDir, folder)
  expect(copies()).toEqual(['1.png.zst.enc'])
  await backUp()
  await prune(folder, 1)
  await pruneUploads(dataDir, folder)
  expect(copies()).toEqual([])
}, 60_000)
