import pg from 'pg'
import { takeRole } from './session-role.ts'
import { StartRefusal } from './start-refusal.ts'

const connectTimeoutMs = 5_000

/**
 * Runs `work` on a separate connection. For a server that cannot be reached, it throws a StartRefusal of one clear
 * line, without the password.
 */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'et-start',
  })
  // The next query also reports a connection that broke while idle. Without a listener, the error would end the
  // process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefusal(`PostgreSQL at ${client.host}:${client.port} ${explain(error)}`, { cause: error })
  }
  try {
    await takeRole(client, url)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function explain(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `refused the connection: ${error.message}.`
  const reason =
    error instanceof Error && 'code' in error
      ? String(error.code)
      : error instanceof Error
        ? error.message
        : String(error)
  const words: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ENOTFOUND: 'host name not found',
    ETIMEDOUT: 'no answer',
  }
  return `cannot be reached: ${words[reason] ?? reason}.`
}
