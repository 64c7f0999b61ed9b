import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from './connect.ts'
import { withRole } from './session-role.ts'
import { StartRefusal } from './start-refusal.ts'

const insufficientPrivilege = '42501'
/**
 * Codes for an object that another start created at the same moment. XX000 is "tuple concurrently updated" of the same
 * GRANT.
 */
const madeMeanwhile = ['42710', '23505', '42P04', 'XX000']
const attempts = 5

/** Creates the two logins of an embedded cluster and their common database, if they are missing. */
export async function createEmbeddedRoles(
  superuserUrl: string,
  passwords: { owner: string; app: string },
): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    await createRole(client, 'et_owner', `LOGIN PASSWORD ${pg.escapeLiteral(passwords.owner)}`)
    await createRole(client, 'et_app', `LOGIN PASSWORD ${pg.escapeLiteral(passwords.app)}`)
    await ensure(client, "SELECT 1 FROM pg_database WHERE datname = 'et'", 'CREATE DATABASE et OWNER et_owner')
  })
}

/**
 * Creates the application's role in an external PostgreSQL and allows a login to use it. That is the login of `appUrl`
 * or, without one, the owner's. Returns the URL by which the application connects in that role.
 */
export async function createExternalRoles(ownerUrl: string, appUrl = ownerUrl): Promise<string> {
  const login = decodeURIComponent(new URL(appUrl).username)
  await withConnection(ownerUrl, async (client) => {
    const member = login || client.user || ''
    const wish = `CREATE ROLE et_app NOLOGIN; GRANT et_app TO ${pg.escapeIdentifier(member)};`
    try {
      await createRole(client, 'et_app', 'NOLOGIN')
      await grantRole(client, member)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
      const reason = `DATABASE_URL's login may not set up the role et_app (${error.message})`
      throw new StartRefusal(`${reason}. Let an administrator of the database run: ${wish}`, { cause: error })
    }
  })
  return withRole(appUrl, 'et_app')
}

async function createRole(client: pg.Client, name: string, clauses: string): Promise<void> {
  const isThere = `SELECT 1 FROM pg_roles WHERE rolname = ${pg.escapeLiteral(name)}`
  await ensure(client, isThere, `CREATE ROLE ${name} ${clauses}`)
}

async function grantRole(client: pg.Client, member: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  )
  // Since version 16, a member of a role may lack the right to use it.
  const right = (rows[0]?.version ?? 0) >= 160_000 ? 'SET' : 'MEMBER'
  const mayTake = `SELECT 1 WHERE pg_has_role(${pg.escapeLiteral(member)}, 'et_app', '${right}')`
  await ensure(client, mayTake, `GRANT et_app TO ${pg.escapeIdentifier(member)}`)
}

/**
 * Creates an object unless it exists. Roles belong to the whole cluster, so another start may create them, too. So this
 * function checks again after each failure.
 */
async function ensure(client: pg.Client, isThere: string, make: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await client.query(isThere)).rowCount) return
    try {
      await client.query(make)
      return
    } catch (error) {
      const isTwin = error instanceof pg.DatabaseError && madeMeanwhile.includes(error.code ?? '')
      if (!isTwin || attempt === attempts) throw error
      await sleep(50 * attempt)
    }
  }
}
