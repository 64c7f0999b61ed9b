import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDataFolder } from '../db/data-folder.ts'
import { renameDurably } from '../db/durable-file.ts'
import { draftOfRestore, type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { lockDataFolder } from '../db/instance-lock.ts'
import { postgresUser } from '../db/postgres-binaries.ts'
import { stopLeftoverPostgres } from '../db/postgres-leftover.ts'
import { withConnection } from '../db/connect.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import type { BackupTarget } from './base-backup.ts'
import { logFolder, type Manifest, openBackup, readLogState } from './backup-folder.ts'
import { chooseBackup } from './choose-backup.ts'
import type { Files } from '../files/files.ts'
import { countSegments, timelineOf } from './log-names.ts'
import { findInBucket, listKnownUploads, restoreUploads } from './restore-uploads.ts'
import { listNames, openVault, type Vault } from './vault.ts'

export interface Restored {
  backup: string
  /** The moment of the last change in the restored database, if the log after the backup holds one. */
  lastChange: string | undefined
  /** The moment until which the log was kept. */
  keptUntil: string | undefined
  /** True if a part of the log is missing, so that what came after it cannot be restored from this backup. */
  hasGap: boolean
  uploads: number
  /** The paths of uploaded files that the backups do not hold as they were or, with a bucket, that are not in it. */
  missingUploads: string[]
}

interface Restoring {
  /** A data folder that does not exist yet, or is empty. */
  dataDir: string
  from: BackupTarget
  /** The moment to restore to. Without one, everything that the log holds is restored. */
  to?: Date | undefined
  /** Throws if the restored database is not sound. */
  verify: (server: EmbeddedPostgres) => Promise<unknown>
  /** The bucket that has the uploaded files. Without one, they come out of the backups. */
  bucket?: Files | undefined
}

/** The draft, the lock that this restore holds, and what a file system makes itself. */
const ownNames = /^(\.restoring|instance\..+|lost\+found)$/
const tooEarly = 'recovery ended before configured recovery target was reached'

/**
 * Makes a data folder from a backup and the log after it. A server cannot start on the folder before it is complete and the
 * database in it was verified.
 */
export async function restore({ dataDir, from, to, verify, bucket }: Restoring): Promise<Restored> {
  const target = resolve(dataDir)
  makeDataFolder(target)
  const unlock = lockDataFolder(target)
  try {
    assertEmpty(target)
    // The folder may be the root of a disk, so nothing is made beside it.
    const draft = join(target, draftOfRestore)
    await removeDraft(draft)
    const manifest = await chooseBackup(from, to)
    mkdirSync(draft, { mode: 0o700 })
    await restoreFiles(draft, openBackup(from.folder, manifest.id, from.key), manifest)
    const vault = openVault(from.folder, from.key)
    const hasGap = await restoreLog(draft, vault, manifest)
    const restored = await completeDraft(draft, vault, { to, verify, bucket })
    moveOut(draft, target)
    const keptUntil = (await readLogState(from.folder))?.keptUntil
    return { backup: manifest.id, keptUntil, hasGap, ...restored }
  } finally {
    unlock()
  }
}

/** Lets PostgreSQL recover, adds the uploaded files that it knows, and verifies all of it. */
async function completeDraft(
  draft: string,
  vault: Vault,
  { to, verify, bucket }: Pick<Restoring, 'to' | 'verify' | 'bucket'>,
) {
  const server = await recover(draft, to)
  try {
    const lastChange = await readLastChange(server)
    const known = await withConnection(server.ownerUrl, listKnownUploads)
    const uploads = bucket ? await findInBucket(bucket, known) : await restoreUploads(draft, vault, known)
    await verify(server)
    return { lastChange, ...uploads }
  } finally {
    await server.stop()
  }
}

/** The server does not start on a database without its secrets, so they come last. */
function moveOut(draft: string, target: string): void {
  const order = ['postgres', 'files', 'log', 'encryption.key', 'secrets.json']
  for (const name of order) {
    if (existsSync(join(draft, name))) renameDurably(join(draft, name), join(target, name))
  }
  rmSync(draft, { recursive: true })
}

function assertEmpty(target: string): void {
  const found = readdirSync(target).filter((name) => !ownNames.test(name))
  if (found.length === 0) return
  throw new StartRefusal(`${target} is not empty. Stop its server, move it away, and restore then.`)
}

/** Removes what a killed restore left. */
async function removeDraft(draft: string): Promise<void> {
  if (!existsSync(draft)) return
  if (existsSync(join(draft, 'postgres'))) await stopLeftoverPostgres(join(draft, 'postgres'))
  rmSync(draft, { recursive: true })
}

async function restoreFiles(draft: string, backup: Vault, { folders, files }: Manifest): Promise<void> {
  mkdirSync(join(draft, 'postgres'), { mode: 0o700 })
  give(join(draft, 'postgres'))
  for (const folder of folders.toSorted()) {
    mkdirSync(join(draft, folder), { recursive: true, mode: 0o700 })
    give(join(draft, folder))
  }
  for (const { path, sha256, size } of files) {
    const restored = await backup.read(path, join(draft, path))
    if (restored.sha256 !== sha256 || restored.size !== size) {
      throw new StartRefusal(`${path} of the backup is not the file that was saved.`)
    }
    if (path.startsWith('postgres/')) give(join(draft, path))
  }
}

/**
 * Puts the log since the backup in its place, and asks PostgreSQL to recover by it. Returns true if a part of the log is
 * missing. The log after it is left out then.
 */
async function restoreLog(
  draft: string,
  vault: Vault,
  { startSegment, segmentBytes }: Manifest & { startSegment: string },
) {
  const names = await listNames(logFolder(vault.folder))
  const numbers = new Set(names.filter((name) => timelineOf(name)).map((name) => countSegments(name, segmentBytes)))
  const first = countSegments(startSegment, segmentBytes)
  let end = first
  while (numbers.has(end)) end += 1
  for (const name of names) {
    const isSegment = timelineOf(name) !== undefined
    const number = isSegment ? countSegments(name, segmentBytes) : first
    const whole = name.replace('.partial', '')
    if (number < first || number >= end || (whole !== name && names.includes(whole))) continue
    const path = join(draft, 'postgres', 'pg_wal', whole)
    await vault.read(`log/${name}`, path)
    // Zeros follow the part of a segment that was written.
    if (isSegment) await truncate(path, segmentBytes)
    give(path)
  }
  const signal = join(draft, 'postgres', 'recovery.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  give(signal)
  return [...numbers].some((number) => number >= end)
}

/** Lets PostgreSQL apply the log until the moment. If no change was made after it, the log ends before that moment. */
async function recover(draft: string, to: Date | undefined): Promise<EmbeddedPostgres> {
  // All of the log is in its place, so the command finds nothing more. Without connections during the recovery, PostgreSQL
  // says that it is ready only once the recovery has ended.
  const settings = { restore_command: 'exit 1', recovery_target_action: 'promote', hot_standby: 'off' }
  if (to === undefined) return startEmbeddedPostgres(draft, settings)
  try {
    return await startEmbeddedPostgres(draft, {
      ...settings,
      recovery_target_time: to.toISOString().replace('Z', '+00'),
    })
  } catch (error) {
    if (!(error instanceof StartRefusal) || !error.message.includes(tooEarly)) throw error
    return startEmbeddedPostgres(draft, settings)
  }
}

async function readLastChange({ superuserUrl }: EmbeddedPostgres): Promise<string | undefined> {
  return withConnection(superuserUrl, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at')
    return rows[0]?.at?.toISOString()
  })
}

function give(path: string): void {
  if (postgresUser) chownSync(path, postgresUser.uid, postgresUser.gid)
}
