import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrCreateSecrets } from '../../server/platform/db/secrets.ts'

/**
 * Returns the address of the built-in database of a running server, for the login of its owner, of the application, or with all
 * rights.
 */
export function builtInDatabaseUrl(dataDir: string, login: 'owner' | 'app' | 'superuser'): string {
  const { postgres } = readOrCreateSecrets(dataDir)
  // The fourth line of postmaster.pid is PostgreSQL's port.
  const port = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const name = login === 'superuser' ? 'postgres' : `et_${login}`
  return `postgresql://${name}:${postgres[login]}@127.0.0.1:${port}/et`
}
