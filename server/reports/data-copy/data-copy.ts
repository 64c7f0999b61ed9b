import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { profileColumns } from '../../accounts/members/members.ts'
import { readMailPreferences } from '../../money/notices/mail-preferences.ts'
import { dataSections, type DataSection } from './sections.ts'

const pageRows = 500

/**
 * Writes a copy of all data of a member as JSON, page by page: one object with a field for each kind of data, in which each row
 * is a line. The download is on record.
 */
export async function* writeDataCopy(
  db: Db,
  { userId, ipAddress }: { userId: string; ipAddress: string },
): AsyncGenerator<string> {
  await inTransaction(db, (tx) =>
    recordAudit(tx, { action: 'own_data_exported', actorId: userId, subjectId: userId, ipAddress }),
  )
  const head = { made_at: new Date().toISOString(), profile: await readProfile(db, userId) }
  yield `${JSON.stringify({ ...head, account: await readAccount(db, userId) }, null, 1).slice(0, -2)}`
  for (const section of dataSections) yield* writeSection(section.name, readPages(db, userId, section))
  yield* writeSection('record', readRecord(db, userId))
  yield '\n}\n'
}

type Row = Record<string, unknown>

async function* writeSection(name: string, pages: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  yield `,\n "${name}": [`
  let start = '\n  '
  for await (const rows of pages) {
    yield start + rows.map((row) => JSON.stringify(row)).join(',\n  ')
    start = ',\n  '
  }
  yield start === '\n  ' ? ']' : '\n ]'
}

/** Reads the rows of a member in the order of their key. Amounts are decimal strings. */
async function* readPages(db: Db, userId: string, { table, key, columns }: DataSection): AsyncGenerator<Row[]> {
  const shown = sql.join(columns.map((column) => sql.ref(column)))
  let after = sql``
  for (;;) {
    const { rows } = await sql<Row & { page_key: string }>`
      select ${shown}, ${sql.ref(key)}::text as page_key from ${sql.table(table)}
       where user_id = ${userId} ${after} order by ${sql.ref(key)} limit ${pageRows}`.execute(db)
    if (rows.length > 0) yield rows.map(({ page_key: _, ...row }) => row)
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = sql`and ${sql.ref(key)} > ${last.page_key}`
  }
}

/**
 * Reads the entries of the audit log about a member, kind by kind. The address is shown where the member acted. Notes of
 * administrators among themselves are left out.
 */
async function* readRecord(db: Db, userId: string): AsyncGenerator<Row[]> {
  let after = sql``
  for (;;) {
    const { rows } = await sql<{ id: string; action: string; created_at: string; ip_address: string | null }>`
      select id, action, created_at, case when actor_id = subject_id then ip_address end as ip_address from audit_events
       where subject_id = ${userId} and action <> 'note_added' ${after} order by action, created_at, id limit ${pageRows}`.execute(
      db,
    )
    if (rows.length > 0) yield rows.map(({ id: _, ...row }) => row)
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = sql`and (action, created_at, id) > (${last.action}, ${last.created_at}, ${last.id})`
  }
}

async function readProfile(db: Db, userId: string) {
  return db.selectFrom('profiles').select(profileColumns).where('id', '=', userId).executeTakeFirstOrThrow()
}

async function readAccount(db: Db, userId: string) {
  const account = await db
    .selectFrom('credentials as c')
    .innerJoin('ledger.accounts as a', 'a.user_id', 'c.user_id')
    .select(['c.language', 'c.email_confirmed_at', 'c.password_changed_at', 'a.available', 'a.locked'])
    .select(['a.invested_usd', 'a.outgoing_usd', 'a.incoming_usd'])
    .select(sql<boolean>`has_two_factor(c.user_id)`.as('two_factor_on'))
    .where('c.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...account, mails: await readMailPreferences(db, userId) }
}
