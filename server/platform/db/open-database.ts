import { checkServer } from './check-server.ts'
import { withConnection } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { keepRunning } from './keep-running.ts'
import { createExternalRoles } from './roles.ts'

export type DatabaseSource = { dataDir: string; databaseUrl?: string | undefined; appDatabaseUrl?: string | undefined }

export type OpenDatabase = {
  /** The login for migrations, which owns every table. */
  ownerUrl: string
  /** The login of the application, with the rights that grants.sql gives. */
  appUrl: string
  /** The login with all rights, for backups of the embedded server. An external one has its own ways. */
  superuserUrl?: string
  /** Sentences with advice for the operator about the server. */
  warnings: string[]
  /**
   * Resolves with the reason when the embedded server is stopped, or died so often that it is not started again. It never
   * resolves for an external server.
   */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * Opens the configured PostgreSQL server or, without one, the embedded one, which is started again whenever it dies.
 * Checks that its commits survive a crash.
 */
export async function openDatabase(
  { dataDir, databaseUrl, appDatabaseUrl }: DatabaseSource,
  say: (sentence: string) => void = () => {},
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openExternal(databaseUrl, appDatabaseUrl)
  const server = await startEmbeddedPostgres(dataDir)
  try {
    const warnings = await withConnection(server.appUrl, checkServer)
    const { superuserUrl, ownerUrl, appUrl, stop } = server
    return { superuserUrl, ownerUrl, appUrl, warnings, ended: keepRunning(server, { say }), stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function openExternal(ownerUrl: string, appDatabaseUrl: string | undefined): Promise<OpenDatabase> {
  const ofOwner = await withConnection(ownerUrl, checkServer)
  const appUrl = await createExternalRoles(ownerUrl, appDatabaseUrl)
  // The two addresses may differ in how they reach the server.
  const warnings = [...new Set([...ofOwner, ...(await withConnection(appUrl, checkServer))])]
  return { ownerUrl, appUrl, warnings, ended: new Promise(() => {}), stop: async () => {} }
}
