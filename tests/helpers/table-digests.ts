import type pg from 'pg'

/** The reads and refused calls of administrators leave a record, and change nothing else. */
const tracesOfReads = `'person_read', 'file_read', 'call_refused'`

/** A session notes when it was used last, beside the call and at most once in a while. */
const rowsOf = (table: string) => (table === 'public.sessions' ? `to_jsonb(t) - 'last_active_at'` : 't')

/** Returns a digest of all rows of each table, to prove that a refused call changed nothing. */
export async function readTableDigests(owner: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger') order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await owner.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, E'\\n' order by row::text)), '') as digest
         from (select ${rowsOf(name)} as row from ${name} t
        ${name === 'public.audit_events' ? `where action not in (${tracesOfReads})` : ''}) rows`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}
