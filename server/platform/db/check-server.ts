import type pg from 'pg'
import { StartRefusal } from './start-refusal.ts'

const oldestVersion = 150_000

/** The settings that let an answered commit survive a crash. Each of them breaks that promise when it is off. */
const durability = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** The settings by which the server logs statements, with the values by which it logs no call of the ledger. */
const quietLog = {
  log_statement: ['none', 'ddl', 'mod'],
  log_min_duration_statement: ['-1'],
  log_min_duration_sample: ['-1'],
  log_transaction_sample_rate: ['0'],
} as const
const logging = Object.keys(quietLog) as (keyof typeof quietLog)[]

type ServerFacts = Record<
  | (typeof durability)[number]
  | keyof typeof quietLog
  | 'data_checksums'
  | 'log_parameter_max_length'
  | 'server_encoding'
  | 'server_version',
  string
> & {
  version_number: number
  is_replica: boolean
  is_readable_on_the_way: boolean
}

/** True for a connection without TLS to another machine. A connection by a socket of this machine has no address. */
const isReadableOnTheWay = `coalesce(NOT (inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1')
             AND NOT (SELECT s.ssl FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()), false)`

/** Refuses a server that could lose or garble confirmed data. Returns sentences about lesser risks. */
export async function checkServer(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<ServerFacts>(`
    SELECT current_setting('server_version_num')::int AS version_number, pg_is_in_recovery() AS is_replica,
           current_setting('server_version') AS server_version, current_setting('server_encoding') AS server_encoding,
           current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
           current_setting('synchronous_commit') AS synchronous_commit, current_setting('data_checksums') AS data_checksums,
           current_setting('log_parameter_max_length') AS log_parameter_max_length,
           ${isReadableOnTheWay} AS is_readable_on_the_way,
           ${logging.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`)
  const facts = rows[0]
  if (!facts) throw new Error('PostgreSQL did not answer about its settings')
  if (facts.version_number < oldestVersion) {
    throw new StartRefusal(`PostgreSQL ${facts.server_version} is too old: ET needs version 15 or newer.`)
  }
  if (facts.is_replica) throw new StartRefusal('This PostgreSQL is a replica that cannot be written to.')
  if (facts.server_encoding !== 'UTF8') {
    throw new StartRefusal(`The database is encoded in ${facts.server_encoding}: ET needs a database in UTF8.`)
  }
  const off = durability.find((name) => facts[name] === 'off')
  if (off)
    throw new StartRefusal(`PostgreSQL runs with ${off} = off, which can lose confirmed money movements. Turn it on.`)
  return listWarnings(facts)
}

function listWarnings(facts: ServerFacts): string[] {
  const warnings = []
  if (facts.data_checksums !== 'on') {
    warnings.push('PostgreSQL runs without data checksums, so damage on the disk can go unnoticed (see pg_checksums).')
  }
  if (facts.is_readable_on_the_way) {
    warnings.push(
      'The connection to PostgreSQL is not encrypted. Add sslmode=verify-full to its addresses, unless no stranger can reach that network.',
    )
  }
  const loud = logging.find((name) => !(quietLog[name] as readonly string[]).includes(facts[name]))
  // The token of a session is such a value, and its holder acts for the person.
  if (loud !== undefined && facts.log_parameter_max_length !== '0') {
    warnings.push(
      `PostgreSQL logs statements (${loud}) with their values, and so tokens of sessions. Set log_parameter_max_length = 0.`,
    )
  }
  return warnings
}
