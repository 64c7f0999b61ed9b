import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '../db/connect.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { readOrCreateSecrets } from '../db/secrets.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import type { BackupSource } from './base-backup.ts'

/** Finds the running database of a data folder, or starts it for the time of a backup. */
export async function openSource(dataDir: string): Promise<BackupSource & { stop(): Promise<void> }> {
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartRefusal(`DATA_DIR: ${dataDir} holds no database.`)
  const running = await findRunning(dataDir)
  if (running) return { dataDir, superuserUrl: running, stop: async () => {} }
  const server = await startEmbeddedPostgres(dataDir)
  return { dataDir, superuserUrl: server.superuserUrl, stop: server.stop }
}

async function findRunning(dataDir: string): Promise<string | undefined> {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  // The fourth line is PostgreSQL's port.
  const port = readFileSync(pidFile, 'utf8').split('\n')[3]
  const url = `postgresql://postgres:${readOrCreateSecrets(dataDir).postgres.superuser}@127.0.0.1:${port}/postgres`
  try {
    await withConnection(url, async () => {})
    return url
  } catch (error) {
    if (error instanceof StartRefusal) return undefined
    throw error
  }
}
