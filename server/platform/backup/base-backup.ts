import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { renameDurably } from '../db/durable-file.ts'
import { withConnection } from '../db/connect.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import {
  type Manifest,
  assertRoom,
  baseFolder,
  logFolder,
  makeId,
  openDraft,
  prune,
  removeDrafts,
  writeManifest,
} from './backup-folder.ts'
import { isMissing } from './is-missing.ts'
import { noteBackup } from './last-backup.ts'
import { parseLsn, segmentName } from './log-names.ts'
import { pruneUploads } from './prune-uploads.ts'
import { releaseLog, shipLog } from './ship-log.ts'
import { shipAllUploads } from './ship-uploads.ts'
import { listNames, openVault, type Vault } from './vault.ts'

export interface BackupSource {
  dataDir: string
  superuserUrl: string
}

export interface BackupTarget {
  folder: string
  key: string | undefined
  /** The number of backups that stay. Without one, all of them do. */
  keep?: number
}

const lockKey = 4_703_186
const copiesAtOnce = 4
/** PostgreSQL makes the contents of these folders anew. Its log is copied by itself. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const left =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal)$/
/** This file says from where PostgreSQL recovers, so it is copied last. */
const controlFile = 'global/pg_control'
/** The passwords of the database and the key of what is encrypted in it. */
const ownFiles = ['secrets.json', 'encryption.key']

/**
 * Copies the whole database while it is used, the uploaded files, and the log that makes the copy consistent. Returns
 * the id of the finished backup. An unfinished one is never taken for a backup, and leaves nothing. If an uploaded file cannot be
 * copied, the backup is made nevertheless, and then the error is thrown.
 */
export async function takeBackup(source: BackupSource, target: BackupTarget, signal?: AbortSignal): Promise<string> {
  const { dataDir, superuserUrl } = source
  const vault = openVault(target.folder, target.key)
  const uncopied: unknown[] = []
  // No copied row of the log lacks its file.
  const uploads = async () => shipAllUploads(dataDir, vault).catch((error: unknown) => uncopied.push(error))
  return withConnection(superuserUrl, async (client) => {
    const ship = async () => shipLog({ client, cluster: join(dataDir, 'postgres'), vault, uploads })
    // One backup waits for another.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    // A killed backup may have filled the disk, and may have left its hold on PostgreSQL's log.
    await removeDrafts(target.folder)
    if (target.keep !== undefined) await releaseLog(client, target.folder, 'others')
    // From now on PostgreSQL keeps its log, so that the copy can be completed.
    await ship()
    await assertRoom(target.folder)
    const draft = await openDraft(target.folder, target.key)
    try {
      const { id, finishedAt } = await fillDraft({ client, dataDir, vault, draft, ship, signal })
      renameDurably(draft.folder, join(baseFolder(target.folder), id))
      noteBackup(dataDir, target.folder, finishedAt)
      if (target.keep !== undefined) {
        await prune(target.folder, target.keep)
        await pruneUploads(dataDir, target.folder)
      }
      if (uncopied.length > 0) throw uncopied[0]
      return id
    } catch (error) {
      await rm(draft.folder, { recursive: true, force: true })
      throw error
    }
  })
}

interface Filling {
  client: pg.Client
  dataDir: string
  /** The folder of backups, and the new backup in it. */
  vault: Vault
  draft: Vault
  ship: () => Promise<boolean>
  signal: AbortSignal | undefined
}

/** Makes the draft a whole backup. Returns its id and the moment from which on it can be restored. */
async function fillDraft({ client, dataDir, vault, draft, ship, signal }: Filling) {
  const start = await client.query<{ lsn: string }>("SELECT pg_backup_start('et', fast => true)::text AS lsn")
  const startLsn = start.rows[0]?.lsn ?? ''
  const copied = await copyCluster(join(dataDir, 'postgres'), draft, signal)
  const stop = await client.query<{ lsn: string; label: string }>(
    'SELECT lsn::text AS lsn, labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
  )
  const { lsn: stopLsn = '', label = '' } = stop.rows[0] ?? {}
  copied.files.push(await copyFile(draft, 'postgres/backup_label', Readable.from([Buffer.from(label)])))
  for (const name of ownFiles) {
    const path = join(dataDir, name)
    if (existsSync(path)) copied.files.push(await copyFile(draft, name, createReadStream(path)))
  }
  const isWhole = await ship()
  const facts = await readFacts(client)
  if (!isWhole || !(await isLogThere(vault, { ...facts, startLsn, stopLsn }))) {
    throw new StartRefusal('The backup took so long that PostgreSQL dropped a part of the log that belongs to it.')
  }
  const finishedAt = new Date()
  const id = makeId(finishedAt, segmentName(facts.timeline, parseLsn(startLsn), facts.segmentBytes))
  await writeManifest(draft, { ...facts, ...copied, id, startLsn, stopLsn })
  return { id, finishedAt }
}

/** Looks for the log from the beginning of a backup to its end. The last segment may still be written. */
async function isLogThere(
  vault: Vault,
  {
    timeline,
    segmentBytes,
    startLsn,
    stopLsn,
  }: Pick<Manifest, 'segmentBytes' | 'startLsn' | 'stopLsn'> & { timeline: number },
): Promise<boolean> {
  const names = new Set(await listNames(logFolder(vault.folder)))
  const size = BigInt(segmentBytes)
  const last = (parseLsn(stopLsn) - 1n) / size
  for (let at = parseLsn(startLsn) / size; at <= last; at += 1n) {
    const name = segmentName(timeline, at * size, segmentBytes)
    if (!names.has(name) && !(at === last && names.has(`${name}.partial`))) return false
  }
  return true
}

async function readFacts(client: pg.Client) {
  const { rows } = await client.query<
    Pick<Manifest, 'systemIdentifier' | 'postgresVersion'> & Record<'timeline' | 'segmentBytes', string>
  >(
    `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier",
            current_setting('server_version') AS "postgresVersion",
            left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS "segmentBytes"`,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not answer about itself')
  return { ...row, timeline: Number.parseInt(row.timeline, 16), segmentBytes: Number(row.segmentBytes) }
}

async function copyCluster(
  cluster: string,
  draft: Vault,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const folders: string[] = []
  const paths: string[] = []
  await walk('')
  const files: Manifest['files'] = []
  const waiting = paths.filter((path) => path !== controlFile)
  const copyNext = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      signal?.throwIfAborted()
      try {
        files.push(await copyFile(draft, `postgres/${path}`, createReadStream(join(cluster, path))))
      } catch (error) {
        // A table may be dropped while it is copied. The log says so, too.
        if (isMissing(error)) continue
        waiting.length = 0
        throw error
      }
    }
  }
  // No copy is under way any more when the first error is thrown, so the draft can be removed.
  const ended = await Promise.allSettled(Array.from({ length: copiesAtOnce }, copyNext))
  for (const copy of ended) if (copy.status === 'rejected') throw copy.reason
  files.push(await copyFile(draft, `postgres/${controlFile}`, createReadStream(join(cluster, controlFile))))
  return { folders, files }

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (left.test(entry.name)) continue
      if (entry.isSymbolicLink()) throw new StartRefusal(`${path} leads out of the database's folder.`)
      if (!entry.isDirectory()) paths.push(path)
      else {
        folders.push(`postgres/${path}`)
        if (!emptied.has(path)) await walk(path)
      }
    }
  }
}

async function copyFile(vault: Vault, path: string, bytes: Readable): Promise<Manifest['files'][number]> {
  return { path, ...(await vault.write(path, bytes)) }
}
