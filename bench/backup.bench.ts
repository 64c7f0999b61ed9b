import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeBackup } from '../server/platform/backup/base-backup.ts'
import { openSource } from '../server/platform/backup/open-source.ts'
import { restore } from '../server/platform/backup/restore.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { atMost, figure, type BenchRow } from './figures.ts'
import { seedFolder } from './seed/folders.ts'

const plan = { members: 20_000, transactions: 300_000 }
const gigabyte = 1e9
const backupBarSeconds = 60
const restoreBarSeconds = 300

/**
 * Measures an encrypted backup of a filled database while it runs, as seconds for each gigabyte, and a restore with the look
 * at the whole ledger, as seconds for a million movements.
 */
export const bench = {
  name: 'backup',
  async run(): Promise<{ rows: BenchRow[] }> {
    const place = mkdtempSync(join(tmpdir(), 'et-bench-backup-'))
    const from = { folder: join(place, 'backups'), key: randomBytes(32).toString('base64url') }
    const dataDir = join(place, 'data')
    try {
      await seedFolder(plan, dataDir)
      const source = await openSource(dataDir)
      const backupSeconds = await time(async () => takeBackup(source, from))
      await source.stop()
      const bytes = sizeOf(join(dataDir, 'postgres', 'base'))
      let movements = 0
      const restoreSeconds = await time(async () =>
        restore({
          dataDir: join(place, 'restored'),
          from,
          verify: async ({ ownerUrl }) =>
            withConnection(ownerUrl, async (owner) => {
              const broken = await owner.query('SELECT * FROM ledger.find_violations() LIMIT 5')
              if (broken.rows.length > 0)
                throw new Error(`the restored ledger is broken: ${JSON.stringify(broken.rows)}`)
              const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM ledger.movements')
              movements = Number(rows[0]?.count)
            }),
        }),
      )
      const megabytes = Math.round(bytes / 1e6)
      return {
        rows: [
          row(`backup of ${megabytes} MB, for 1 GB`, backupSeconds, bytes / gigabyte, backupBarSeconds),
          row(`restore of ${movements} movements, for a million`, restoreSeconds, movements / 1e6, restoreBarSeconds),
          figure('size of the backup', sizeOf(from.folder) / 1e6, { unit: 'MB', digits: 0 }),
        ],
      }
    } finally {
      rmSync(place, { recursive: true })
    }
  },
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}

function row(name: string, seconds: number, share: number, bar: number): BenchRow {
  return atMost(`${name} (${seconds.toFixed(1)} s)`, seconds / share, bar, { unit: 's', digits: 0 })
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
