// Makes a data folder from a backup: `npm run restore -- --from /mnt/backups --to 2026-11-24T17:00:00Z`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyLedger } from '../server/money/ledger/verify.ts'
import { restore } from '../server/platform/backup/restore.ts'
import { loadConfig } from '../server/platform/config.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import type { EmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'
import { openBucket } from '../server/platform/files/open-files.ts'
import { readBucket } from '../server/platform/files/s3-settings.ts'

try {
  await run()
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const config = loadConfig()
  const { dataDir, backupDir, backupKey: key } = config
  const folder = values.from === undefined ? backupDir : resolve(values.from)
  if (folder === undefined) throw new StartRefusal('Name a folder: npm run restore -- --from DIR, or set BACKUP_DIR.')
  const startMs = performance.now()
  const to = readMoment(values.to)
  const named = readBucket(config)
  const bucket = named && (await openBucket(named))
  const done = await restore({ dataDir, from: { folder, key }, to, verify: refuseBrokenLedger, bucket })
  const lines = [
    `Restored into ${dataDir} after ${((performance.now() - startMs) / 1000).toFixed(1)} s, from the backup ${done.backup}.`,
    `The last change in it is of ${done.lastChange ?? 'the backup itself'}. The ledger holds.`,
    `The log was kept until ${done.keptUntil ?? 'the backup'}. ${done.uploads} uploaded files are ${bucket ? 'in the bucket' : 'back'}.`,
  ]
  if (done.hasGap) lines.push('A part of the log after this backup is missing. Later changes are not restored.')
  if (done.missingUploads.length > 0) {
    lines.push(
      `${done.missingUploads.length} uploaded files are missing: ${done.missingUploads.slice(0, 5).join(', ')}`,
    )
    process.exitCode = 2
  }
  console.log(lines.join('\n'))
}

/** Reads a moment with its time zone, because a moment without one is a guess. */
function readMoment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(moment.getTime())) return moment
  throw new StartRefusal(`--to: expected a moment such as 2026-11-24T17:00:00Z, got ${JSON.stringify(text)}`)
}

/** Refuses a restored database in which the books do not add up. */
async function refuseBrokenLedger({ ownerUrl }: EmbeddedPostgres): Promise<void> {
  const { violations } = await withConnection(ownerUrl, verifyLedger)
  if (violations.length > 0) {
    throw new StartRefusal(`The restored ledger breaks its rules: ${JSON.stringify(violations.slice(0, 5))}`)
  }
}
