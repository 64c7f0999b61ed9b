import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Files } from '../../platform/files/files.ts'
import { createFiles } from '../../platform/files/folder-files.ts'
import { createWrite } from '../../platform/db/write.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { listKeptFiles } from '../../../tests/helpers/list-kept-files.ts'
import { createMember } from '../../../tests/helpers/people.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { storeUpload } from './uploads.ts'

const twoDaysMs = 2 * 24 * 60 * 60 * 1000
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n')

let database: TestDatabase
let dataDir: string
let folder: string
let files: Files
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'et-sweep-'))
  folder = join(dataDir, 'files')
  files = createFiles(folder)
  userId = (await createMember(database.ownerDb)).id
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const sweep = async () => sweepUploads({ db: database.appDb, files }, 2)
const list = () => listKeptFiles(dataDir).map((path) => path.slice(folder.length + 1))

/** Stores an upload and makes it as old as this. */
async function upload(ageMs: number) {
  const deps = { db: database.appDb, files, write: createWrite(database.appDb, async () => {}) }
  const stored = await storeUpload(deps, { userId, bytes: pdf, declaredType: 'application/pdf' })
  await database.owner.query(
    `update uploads set created_at = now() - make_interval(secs => $2) where user_id = $1 and id = $3`,
    [userId, ageMs / 1000, stored.id],
  )
  makeOlder(stored.path, ageMs)
  return stored
}

function makeOlder(path: string, ageMs: number): void {
  const moment = new Date(Date.now() - ageMs)
  utimesSync(join(folder, path), moment, moment)
}

/** Attaches an upload to a request, as a submitted withdrawal does. */
async function use(uploadId: string): Promise<void> {
  await database.owner.query(
    `insert into ledger.requests (user_id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, wallet_address, upload_id)
     values ($1, 'withdrawal', 1000, 1, 1000, 1, 1000, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', $2)`,
    [userId, uploadId],
  )
}

test('an upload that no request has used for two days is removed with its record, and every other one stays', async () => {
  const unused = await upload(twoDaysMs + 60_000)
  const used = await upload(twoDaysMs + 60_000)
  const fresh = await upload(twoDaysMs - 60_000)
  await use(used.id)
  expect(await sweep()).toBe(1)
  expect(list()).toEqual([used.path, fresh.path].toSorted())
  const { rows } = await database.owner.query('select id from uploads where user_id = $1 order by id', [userId])
  expect(rows).toEqual([{ id: used.id }, { id: fresh.id }])
  await expect(files.open(unused.path)).resolves.toBeUndefined()
  expect(await sweep()).toBe(0)
})

test('files that killed uploads left are removed after two days, and those of uploads in progress stay', async () => {
  const before = list()
  const stray = [`${userId}/1.png`, `${userId}/.0b1c2d3e-0000-4000-8000-00000000000a.part`]
  const inProgress = [`${userId}/2.png`, `${userId}/.0b1c2d3e-0000-4000-8000-00000000000b.part`]
  for (const path of [...stray, ...inProgress]) writeFileSync(join(folder, path), 'piece')
  for (const path of stray) makeOlder(path, twoDaysMs + 60_000)
  expect(await sweep()).toBe(2)
  expect(list()).toEqual([...before, ...inProgress].toSorted())
})

test('nothing but files of uploads is touched', async () => {
  const foreign = ['notes.txt', `${userId}/notes`]
  mkdirSync(join(folder, 'other'), { recursive: true })
  for (const path of foreign) {
    writeFileSync(join(folder, path), 'mine')
    makeOlder(path, 2 * twoDaysMs)
  }
  expect(await sweep()).toBe(0)
  for (const path of foreign) expect(statSync(join(folder, path)).isFile()).toBe(true)
})

test('an upload that a submit is about to use stays', async () => {
  const { id, path } = await upload(twoDaysMs + 60_000)
  const submit = await database.owner.connect()
  try {
    await submit.query('begin')
    // The foreign key of the request takes this lock.
    await submit.query('select from uploads where user_id = $1 and id = $2 for key share', [userId, id])
    await sweep()
    expect(list()).toContain(path)
  } finally {
    await submit.query('rollback')
    submit.release()
  }
  await sweep()
  expect(list()).not.toContain(path)
})

test('the application cannot remove the record of an upload in any other way', async () => {
  await expect(database.app.query('delete from uploads')).rejects.toMatchObject({ code: '42501' })
})
