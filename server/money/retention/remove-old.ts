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
 * Removes what is older than its time: log-ins, slips of decided requests, files that nothing uses, and kept mails. Puts the numbers on
 * record if there are any. Several servers may do so at once. If it is cut short, the next run finds the rest; the
 * sweep removes a file with a row that says so.
 */
export async function removeOld(deps: RetentionDeps, signal?: AbortSignal): Promise<Removed> {
  const { db, files, config } = deps
  const logins = await removeLogins(db, config.retentionLoginDays, signal)
  const { slips, slipBytes } = await removeSlips(deps, signal)
  const unusedFiles = await sweepUploads({ db, files }, config.retentionUploadDays, signal)
  const mails = await removeMails(deps)
  const removed = { logins, slips, slipBytes, unusedFiles, mails }
  if (Object.values(removed).some((count) => count > 0)) {
    const detail = Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0))
    await inTransaction(db, async (tx) => recordAudit(tx, { action: 'old_data_removed', actorId: null, detail }))
  }
  return removed
}

async function removeLogins(db: Db, days: number, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (let count = batchSize; count === batchSize && !signal?.aborted; removed += count) {
    const { rows } = await sql<{ count: number }>`
      select purge_logins(${days}::integer, ${batchSize}::integer) as count`.execute(db)
    count = rows[0]?.count ?? 0
    await sleep(pauseMs)
  }
  return removed
}

async function removeSlips({ db, files, config }: RetentionDeps, signal?: AbortSignal) {
  let [slips, slipBytes] = [0, 0]
  for (let count = batchSize; count === batchSize && !signal?.aborted;) {
    const { rows } = await sql<{ path: string; size_bytes: number }>`
      select path, size_bytes from purge_slips(${config.retentionSlipDays}::integer, ${batchSize}::integer)`.execute(db)
    // A file that a backup may still name is left to the sweep.
    if (files.keptDays === 0) for (const { path } of rows) await files.remove(path)
    count = rows.length
    slips += count
    slipBytes += rows.reduce((sum, { size_bytes: size }) => sum + size, 0)
    await sleep(pauseMs)
  }
  return { slips, slipBytes }
}

async function removeMails({ mailFolder, config }: RetentionDeps): Promise<number> {
  if (mailFolder === undefined) return 0
  const before = Date.now() - config.retentionMailDays * dayMs
  let removed = 0
  for (const name of await readdir(mailFolder).catch(() => [])) {
    const path = join(mailFolder, name)
    const kept = await stat(path).catch(() => undefined)
    if (!kept?.isFile() || kept.mtimeMs >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
