import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { sweepUploads } from '../slips/sweep-uploads.ts'

type Times = 'retentionLoginDays' | 'retentionSlipDays' | 'retentionUploadDays' | 'retentionMailDays'

export interface RetentionDeps {
  db: Db
  files: Files
  config: Pick<Config, Times>
  /** The folder of the mails that are kept instead of sent. */
  mailFolder?: string | undefined
}

/** The numbers of removed things. */
export interface Removed {
  logins: number
  slips: number
  slipBytes: number
  unusedFiles: number
  mails: number
}

const batchSize = 200
const pauseMs = 20
const dayMs = 86_400_000

/**
 * Removes what is older than its time: log-ins, kept mails, slips of decided requests, and files that nothing uses. Puts the numbers on
 * record if there are any, also when the place of the files fails on the way. Several servers may do so at once. If it is cut short,
 * the next run finds the rest; the sweep removes a file with a row that says so.
 */
export async function removeOld(deps: RetentionDeps, signal?: AbortSignal): Promise<Removed> {
  const { db, files, config } = deps
  const removed: Removed = { logins: 0, slips: 0, slipBytes: 0, unusedFiles: 0, mails: 0 }
  try {
    await removeLogins(deps, removed, signal)
    await removeMails(deps, removed)
    // A store of files can be away, so they come last.
    await removeSlips(deps, removed, signal)
    const onRemoved = () => (removed.unusedFiles += 1)
    await sweepUploads({ db, files }, config.retentionUploadDays, { signal, onRemoved })
  } finally {
    await record(db, removed)
  }
  return removed
}

async function record(db: Db, removed: Removed): Promise<void> {
  const detail = Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0))
  if (Object.keys(detail).length === 0) return
  await inTransaction(db, async (tx) => recordAudit(tx, { action: 'old_data_removed', actorId: null, detail }))
}

async function removeLogins({ db, config }: RetentionDeps, removed: Removed, signal?: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize && !signal?.aborted;) {
    const { rows } = await sql<{ count: number }>`
      select purge_logins(${config.retentionLoginDays}::integer, ${batchSize}::integer) as count`.execute(db)
    count = rows[0]?.count ?? 0
    removed.logins += count
    await sleep(pauseMs)
  }
}

async function removeSlips({ db, files, config }: RetentionDeps, removed: Removed, signal?: AbortSignal) {
  for (let count = batchSize; count === batchSize && !signal?.aborted;) {
    const { rows } = await sql<{ path: string; size_bytes: number }>`
      select path, size_bytes from purge_slips(${config.retentionSlipDays}::integer, ${batchSize}::integer)`.execute(db)
    count = rows.length
    removed.slips += count
    removed.slipBytes += rows.reduce((sum, { size_bytes: size }) => sum + size, 0)
    // A file that a backup may still name is left to the sweep.
    if (files.keptDays === 0) for (const { path } of rows) await files.remove(path)
    await sleep(pauseMs)
  }
}

async function removeMails({ mailFolder, config }: RetentionDeps, removed: Removed): Promise<void> {
  if (mailFolder === undefined) return
  const before = Date.now() - config.retentionMailDays * dayMs
  for (const name of await readdir(mailFolder).catch(() => [])) {
    const path = join(mailFolder, name)
    const kept = await stat(path).catch(() => undefined)
    if (!kept?.isFile() || kept.mtimeMs >= before) continue
    await rm(path, { force: true })
    removed.mails += 1
  }
}
