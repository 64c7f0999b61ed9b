import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeDataFolder } from './data-folder.ts'
import { createEmbeddedRoles } from './roles.ts'
import { lockDataFolder } from './instance-lock.ts'
import { locateBinaries } from './postgres-binaries.ts'
import { assertFolderVersion, initialiseFolder } from './postgres-folder.ts'
import { stopLeftoverPostgres } from './postgres-leftover.ts'
import { type PostgresProcess, runPostgres } from './postgres-process.ts'
import { readOrCreateSecrets } from './secrets.ts'
import { StartRefusal } from './start-refusal.ts'

/** The folder in which a restore works until it is complete. */
export const draftOfRestore = '.restoring'

export type EmbeddedPostgres = {
  /** Login with all rights in the cluster: for tests and rescue, never for the application. */
  superuserUrl: string
  /** Login that owns the database `et` and migrates it. */
  ownerUrl: string
  /** Login of the application, with the rights that grants.sql gives. */
  appUrl: string
  /** Resolves with the way in which the PostgreSQL of this moment ended, also after an unexpected end. */
  readonly exited: Promise<string>
  /** Starts PostgreSQL again at the same address after its end. Returns false if `stop` was called before. */
  restart: () => Promise<boolean>
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the project on `<dataDir>/postgres`, and creates that folder on the first
 * start. Holds the lock of the data folder until `stop`. Throws StartRefusal for faults that the operator can correct.
 * `settings` are further settings of PostgreSQL for this start, such as those of a recovery.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const root = resolve(dataDir)
  makeDataFolder(root)
  const unlock = lockDataFolder(root)
  try {
    assertNoDraft(root)
    mkdirSync(join(root, 'log'), { recursive: true, mode: 0o700 })
    const secrets = readOrCreateSecrets(root)
    let server = await startOn(root, secrets.postgres.superuser, { settings })
    let starting: Promise<unknown> = Promise.resolve()
    let isStopped = false
    const url = (user: string, password: string, database: string) =>
      `postgresql://${user}:${password}@127.0.0.1:${server.port}/${database}`
    const superuserUrl = url('postgres', secrets.postgres.superuser, 'postgres')
    await createEmbeddedRoles(superuserUrl, secrets.postgres)
    return {
      superuserUrl,
      ownerUrl: url('et_owner', secrets.postgres.owner, 'et'),
      appUrl: url('et_app', secrets.postgres.app, 'et'),
      get exited() {
        return server.exited
      },
      async restart() {
        if (isStopped) return false
        const next = startOn(root, secrets.postgres.superuser, { port: server.port })
        starting = next.catch(() => {})
        server = await next
        return true
      },
      async stop() {
        isStopped = true
        await starting
        await server.stop().finally(unlock)
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function startOn(
  root: string,
  superuserPassword: string,
  wish: { port?: number; settings?: Record<string, string> },
): Promise<PostgresProcess> {
  const folder = join(root, 'postgres')
  const bin = locateBinaries()
  if (!existsSync(folder)) await initialiseFolder(bin, folder, superuserPassword)
  assertFolderVersion(folder)
  await stopLeftoverPostgres(folder)
  return runPostgres(bin, folder, { logFile: join(root, 'log', 'postgres.log'), ...wish })
}

/** A restore that was cut short has no database yet. A start must not make an empty one in its place. */
function assertNoDraft(root: string): void {
  const draft = join(root, draftOfRestore)
  if (existsSync(draft)) throw new StartRefusal(`A restore into ${root} was cut short. Repeat it, or remove ${draft}.`)
}
