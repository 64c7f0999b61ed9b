import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { assertSameLog, logFolder, writeLogState } from './backup-folder.ts'
import { formatLsn, parseLsn, segmentName } from './log-names.ts'
import { listNames, removeFile, type Vault } from './vault.ts'

const slotPrefix = 'et_backup_'
const lockKey = 4_703_185

/** Returns the name under which PostgreSQL keeps its log until it is copied into this folder. */
function slotOf(folder: string): string {
  return slotPrefix + createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
}

export interface Shipping {
  /** A superuser's connection. */
  client: pg.Client
  /** PostgreSQL's folder, for its log. */
  cluster: string
  /** The folder of backups. */
  vault: Vault
  /** Copies the uploaded files, after the place in the log is read and before the log up to it counts as kept. */
  uploads?: () => Promise<unknown>
}

interface Place {
  flushed: string
  timeline: number
  segmentBytes: number
  /** The place from which on PostgreSQL keeps its log, or null if it has dropped a part that was not copied. */
  kept: string | null
  now: string
}

/**
 * Copies the part of PostgreSQL's log that is on the disk and not yet in the folder of backups, with the segment that is
 * still written. Returns false if a part is missing, because PostgreSQL dropped it before it was copied: then a new backup
 * has to begin. If an uploaded file cannot be copied, the log is copied nevertheless, and then the error is thrown.
 */
export async function shipLog({ client, cluster, vault, uploads }: Shipping): Promise<boolean> {
  // Several processes may copy at once. The lock ends with the connection.
  await client.query('SELECT pg_advisory_lock($1)', [lockKey])
  const slot = slotOf(vault.folder)
  try {
    const { rows } = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
    const own = { systemIdentifier: rows[0]?.id ?? '', keyId: vault.keyId }
    await assertSameLog(vault.folder, own)
    const isWhole = await holdLog(client, slot)
    const place = await readPlace(client, slot)
    const failed: unknown[] = []
    await uploads?.().catch((error: unknown) => failed.push(error))
    await copySegments(place, cluster, vault)
    writeLogState(vault.folder, { ...own, keptUntil: place.now, lsn: place.flushed })
    const here = parseLsn(place.flushed)
    const start = formatLsn(here - (here % BigInt(place.segmentBytes)))
    await client.query('SELECT pg_replication_slot_advance($1, $2::pg_lsn) WHERE $2::pg_lsn > $3::pg_lsn', [
      slot,
      start,
      place.kept,
    ])
    if (failed.length > 0) throw failed[0]
    return isWhole
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
  }
}

/** Makes PostgreSQL keep its log until it is copied. Returns false if it did not keep all of it. */
async function holdLog(client: pg.Client, slot: string): Promise<boolean> {
  const found = await client.query<{ status: string }>(
    'SELECT wal_status AS status FROM pg_replication_slots WHERE slot_name = $1',
    [slot],
  )
  const status = found.rows[0]?.status
  if (status !== undefined && status !== 'lost') return true
  if (status === 'lost') await client.query('SELECT pg_drop_replication_slot($1)', [slot])
  await client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot])
  return false
}

/** Lets PostgreSQL drop its log again: that which waits for this folder, or for all other folders. */
export async function releaseLog(
  client: pg.Client,
  folder: string | undefined,
  which: 'this' | 'others',
): Promise<void> {
  const slot = folder === undefined ? '' : slotOf(folder)
  await client.query(
    `SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
      WHERE starts_with(slot_name, $1) AND (slot_name = $2) = $3 AND NOT active`,
    [slotPrefix, slot, which === 'this'],
  )
}

async function readPlace(client: pg.Client, slot: string): Promise<Place> {
  const { rows } = await client.query<Record<keyof Place, string>>(
    `SELECT pg_current_wal_flush_lsn()::text AS flushed, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS "segmentBytes",
            (SELECT restart_lsn::text FROM pg_replication_slots WHERE slot_name = $1) AS kept,
            to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now`,
    [slot],
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not answer about its log')
  return { ...row, timeline: Number.parseInt(row.timeline, 16), segmentBytes: Number(row.segmentBytes) }
}

async function copySegments({ timeline, segmentBytes, kept, flushed }: Place, cluster: string, vault: Vault) {
  const size = BigInt(segmentBytes)
  const end = parseLsn(flushed)
  const source = join(cluster, 'pg_wal')
  const present = new Set(await listNames(logFolder(vault.folder)))
  for (const name of await readdir(source)) {
    if (!name.endsWith('.history') || present.has(name)) continue
    await vault.write(`log/${name}`, createReadStream(join(source, name)))
  }
  for (let at = parseLsn(kept ?? flushed) / size; at * size < end; at += 1n) {
    const name = segmentName(timeline, at * size, segmentBytes)
    const path = join(source, name)
    const bytes = end - at * size
    if (bytes >= size) {
      // Segments of an earlier timeline are in the folder already, or were never needed.
      if (present.has(name) || !existsSync(path)) continue
      await vault.write(`log/${name}`, createReadStream(path))
      await removeFile(logFolder(vault.folder), `${name}.partial`)
    } else if (bytes > 0n) {
      const head = existsSync(path) ? createReadStream(path, { end: Number(bytes) - 1 }) : Readable.from([])
      await vault.write(`log/${name}.partial`, head)
    }
  }
}
