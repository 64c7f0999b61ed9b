import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withConnection } from '../../server/platform/db/connect.ts'
import { openClients, type Workload } from './turns.ts'
import { pickTwo } from './workloads.ts'

const folder = join(import.meta.dirname, '../peers/pgledger')

interface Place {
  /** A login that may create databases. */
  superuserUrl: string
  clients: number
  accounts: number
  turns: number
}

/**
 * Installs pgledger in a database of its own in the same cluster. Returns its transfer between two of many accounts, which is
 * one prepared call that commits.
 */
export async function openPgledger(place: Place): Promise<Workload<'pgledger transfer'>> {
  const url = new URL(place.superuserUrl)
  await withConnection(url.href, async (superuser) => superuser.query('CREATE DATABASE pgledger'))
  url.pathname = '/pgledger'
  const accounts = await withConnection(url.href, async (owner) => install(owner, place.accounts))
  const pool = await openClients(url.href, place.clients)
  return { name: 'pgledger transfer', turns: place.turns, pool, turn: async (client) => transfer(client, accounts) }
}

async function install(owner: pg.Client, count: number): Promise<string[]> {
  for (const file of ['uuid-to-ulid.sql', 'pgledger.sql']) await owner.query(readFileSync(join(folder, file), 'utf8'))
  const { rows } = await owner.query<{ id: string }>(
    `SELECT account.id FROM generate_series(1, $1::int) n, LATERAL pgledger_create_account('account ' || n, 'ET') account`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function transfer(client: pg.Client, accounts: readonly string[]): Promise<void> {
  const text = 'SELECT * FROM pgledger_create_transfer($1, $2, $3)'
  await client.query({ name: 'pgledger_create_transfer', text, values: [...pickTwo(accounts), 1_000] })
}
