import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '../../server/platform/db/connect.ts'
import { postgresUser } from '../../server/platform/db/postgres-binaries.ts'
import { librariesIn, unpackPackage } from './debian-packages.ts'
import { findFreePort } from './server.ts'

export interface Pooler {
  /** Returns the address of the same login and database through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

const patienceMs = 20_000

/** The folder with PgBouncer, or undefined on a system without packages of Debian. */
export const poolerFolder = unpackPackage('pgbouncer')

/** Starts PgBouncer in front of a PostgreSQL for these logins. Each connection has a session of its own. */
export async function startPooler(urls: readonly [string, ...string[]]): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'et-pooler-'))
  const port = await findFreePort()
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href
  const logins = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`)
  const { hostname, port: databasePort } = new URL(urls[0])
  const settings = `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/logins
pool_mode = session
default_pool_size = 40
`
  writeFileSync(join(folder, 'logins'), logins.join('\n'))
  writeFileSync(join(folder, 'pgbouncer.ini'), settings)
  // PgBouncer does not run as root.
  chmodSync(folder, 0o755)
  if (postgresUser) chownSync(join(folder, 'logins'), postgresUser.uid, postgresUser.gid)
  const root = poolerFolder ?? '/'
  const env = { LD_LIBRARY_PATH: librariesIn(root).join(':') }
  const program = join(root, 'usr/sbin/pgbouncer')
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { env, stdio: 'inherit', ...postgresUser })
  await untilReady(through(urls[0]))
  return {
    through,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilReady(url: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      return await withConnection(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await sleep(100)
    }
  }
}
