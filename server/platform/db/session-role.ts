import pg from 'pg'

// The address of a database may name a role, which each session takes by a statement. PostgreSQL has a parameter of the connection for
// it, too, but a pooler does not carry it along.

const parameter = 'role'

/** Returns the same address with a role that its sessions take. */
export function withRole(url: string, role: string): string {
  const address = new URL(url)
  address.searchParams.set(parameter, role)
  return address.href
}

/** Lets a new session take the role of its address, if that names one. */
export async function takeRole(client: pg.ClientBase, url: string): Promise<void> {
  const role = new URL(url).searchParams.get(parameter)
  if (role !== null) await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`)
}
