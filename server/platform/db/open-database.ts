import { checkServer } from './check-server.ts'
import { withConnection } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createExternalRoles } from './roles.ts'

export type DatabaseSource = { dataDir: string; databaseUrl?: string | undefined; appDatabaseUrl?: string | undefined }

export type OpenDatabase = {
  /** For migrations: owns every table. */
  ownerUrl: string
  /** For the application: may do what grants.sql says. */
  appUrl: string
  /** What the operator should know about the server, in sentences. */
  warnings: string[]
  /** Settles, with the reason, when the embedded server ends; an external one is not ours to watch. */
  ended: Promise<string>
  stop(): Promise<void>
}

/** Opens the operator's PostgreSQL where one is configured, else the embedded one, and checks that it keeps its word. */
export async function openDatabase({ dataDir, databaseUrl, appDatabaseUrl }: DatabaseSource): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openExternal(databaseUrl, appDatabaseUrl)
  const server = await startEmbeddedPostgres(dataDir)
  try {
    const warnings = await withConnection(server.appUrl, checkServer)
    return { ownerUrl: server.ownerUrl, appUrl: server.appUrl, warnings, ended: server.exited, stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function openExternal(ownerUrl: string, appDatabaseUrl: string | undefined): Promise<OpenDatabase> {
  await withConnection(ownerUrl, checkServer)
  const appUrl = await createExternalRoles(ownerUrl, appDatabaseUrl)
  const warnings = await withConnection(appUrl, checkServer)
  return { ownerUrl, appUrl, warnings, ended: new Promise(() => {}), stop: async () => {} }
}
