import { sql } from 'kysely'
import type { Administrator } from '../../../contract/administrators.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage, type Page } from '../../platform/db/page.ts'

/** Returns a page of the administrators, the oldest account first. */
export async function listAdministrators(
  db: Db,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Administrator>> {
  let rows = selectAdministrators(db)
    .orderBy('p.id')
    .limit(limit + 1)
  if (cursor !== undefined) rows = rows.where('p.id', '>', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => row)
}

export async function readAdministrator(db: Db, userId: string): Promise<Administrator> {
  return selectAdministrators(db).where('p.id', '=', userId).executeTakeFirstOrThrow()
}

function selectAdministrators(db: Db) {
  return db
    .selectFrom('profiles as p')
    .select(['p.id', 'p.full_name', 'p.email', 'p.status', 'p.created_at'])
    .select((eb) => [eb.ref('p.duty').$notNull().as('duty'), sql<boolean>`has_two_factor(p.id)`.as('two_factor_on')])
    .where('p.role', '=', 'admin')
}
