import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { makeId } from '../../platform/backup/backup-folder.ts'
import { noteBackup, recordOutsideBackup } from '../../platform/backup/last-backup.ts'
import { withConnection } from '../../platform/db/connect.ts'
import { readBackupState } from './backup-state.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 2, 10, 12)
let place: string
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'et-backup-state-'))
})
afterEach(() => rmSync(place, { recursive: true }))

const folder = () => join(place, 'backups')

/** Leaves a finished backup of so many hours ago, and returns its moment. */
function leaveBackup(hours: number): Date {
  const at = new Date(now - hours * hourMs)
  mkdirSync(join(folder(), 'base', makeId(at, '000000010000000000000002')), { recursive: true })
  return at
}

async function read(
  config: { databaseUrl?: string; backupDir?: string; backupWarnHours?: number } = { backupDir: folder() },
  isDemo = false,
  at = now,
) {
  const settings = { dataDir: place, databaseUrl: undefined, backupDir: undefined, backupWarnHours: 48, ...config }
  return readBackupState({ db: database.appDb, config: settings, installation: { isDemo } }, at)
}

test('no backup, an unfinished one, and one that is gone are said to be none', async () => {
  expect(await read()).toEqual({ state: 'none', last_backup_at: null, warn_hours: 48 })
  mkdirSync(join(folder(), 'base', '.draft-half'), { recursive: true })
  expect((await read()).state).toBe('none')
  noteBackup(place, join(place, 'unplugged'), new Date(now))
  expect((await read({})).state).toBe('none')
})

test('a backup is good until the hours of the setting are over', async () => {
  const at = leaveBackup(47)
  expect(await read()).toEqual({ state: 'good', last_backup_at: at.toISOString(), warn_hours: 48 })
  expect((await read({ backupDir: folder(), backupWarnHours: 46 })).state).toBe('late')
})

test('a backup that was made by hand into a named folder counts', async () => {
  const at = leaveBackup(1)
  noteBackup(place, folder(), at)
  expect(await read({})).toMatchObject({ state: 'good', last_backup_at: at.toISOString() })
})

test('a demonstration and a warning that is switched off watch nothing', async () => {
  expect((await read({ backupDir: folder(), backupWarnHours: 0 })).state).toBe('unwatched')
  expect((await read({}, true)).state).toBe('unwatched')
})

test('a backup of a PostgreSQL of the operator counts once it is recorded, and a folder says nothing about it', async () => {
  leaveBackup(1)
  const outside = { databaseUrl: 'postgresql://db', backupDir: folder() }
  expect(await read(outside)).toMatchObject({ state: 'unknown', last_backup_at: null })
  const before = Date.now()
  await withConnection(database.ownerUrl, recordOutsideBackup)
  await withConnection(database.ownerUrl, recordOutsideBackup)
  const { state, last_backup_at: last } = await read(outside, false, before + 47 * hourMs)
  expect(state).toBe('good')
  expect(Date.parse(last ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect((await read(outside, false, before + 49 * hourMs)).state).toBe('late')
})

test('the application cannot say that there was a backup', async () => {
  const write = database.app.query('INSERT INTO outside_backups (finished_at) VALUES (now())')
  await expect(write).rejects.toMatchObject({ code: '42501' })
})
