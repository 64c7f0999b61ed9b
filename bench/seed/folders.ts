import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { fillDatabase, type Plan } from './fill-database.ts'

const root = join(import.meta.dirname, '..', '..', 'bench-data')

/** Returns the folder that keeps the database of a plan, so that the database is made once. */
export function folderOf({ members, transactions }: Plan): string {
  return join(root, `${members}-${transactions}`)
}

/** Returns every plan with a kept database, the largest number of members first. */
export function listKeptPlans(): Plan[] {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .map((name) => /^(\d+)-(\d+)$/.exec(name))
    .filter((match) => match !== null)
    .map(([, members, transactions]) => ({ members: Number(members), transactions: Number(transactions) }))
    .toSorted((one, other) => other.members - one.members)
}

/** Makes the database of a plan, or completes an interrupted one. */
export async function seedFolder(plan: Plan, dataDir = folderOf(plan)): Promise<void> {
  const server = await startEmbeddedPostgres(dataDir)
  const stop = () => void server.stop().then(() => process.exit(1))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']
  for (const signal of signals) process.once(signal, stop)
  try {
    const print = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
    await withConnection(server.superuserUrl, writeMuch)
    await fillDatabase(server.ownerUrl, plan, { print })
    await withConnection(server.superuserUrl, writeAsUsual)
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await server.stop()
  }
}

/** PostgreSQL logs each changed page in full after a checkpoint, so fewer checkpoints write less. */
async function writeMuch(superuser: pg.Client): Promise<void> {
  await superuser.query("ALTER SYSTEM SET max_wal_size = '4GB'")
  await superuser.query("ALTER SYSTEM SET checkpoint_timeout = '30min'")
  await superuser.query('SELECT pg_reload_conf()')
}

async function writeAsUsual(superuser: pg.Client): Promise<void> {
  await superuser.query('ALTER SYSTEM RESET ALL')
  await superuser.query('SELECT pg_reload_conf()')
}
