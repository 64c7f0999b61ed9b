import { sql } from 'kysely'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { lookSeconds, looksMax } from '../../../../contract/endpoints/desk.ts'
import type { Db, Tx } from '../../../platform/db/client.ts'
import { Refusal } from '../../../platform/db/refusal.ts'
import type { Write } from '../../../platform/db/write.ts'
import type { Events } from '../../../platform/events/events.ts'
import { selectClaim } from './claims.ts'

interface Look {
  readerId: string
  userId: string
  requestId: string
}

/**
 * Notes for some seconds that an administrator looks at a pending request, or forgets it. Returns who else has to do
 * with it. Others hear of it only if that is news to them. Refuses with not_found for a request that does not exist.
 */
export async function lookAtRequest(
  { db, events, write }: { db: Db; events: Events; write: Write },
  look: Look,
  isOpen: boolean,
): Promise<Claim> {
  const isNews = await write(async (tx) => (isOpen ? open(tx, look) : close(tx, look)))
  if (isNews) events.publish({ topics: ['desk'], toAdmins: true })
  return readClaim(db, look)
}

async function open(tx: Tx, { readerId, userId, requestId }: Look): Promise<boolean> {
  const until = sql<string>`now() + make_interval(secs => ${lookSeconds})`
  const before = await tx
    .selectFrom('request_looks')
    .select('until')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .where('administrator_id', '=', readerId)
    .where('until', '>', sql<string>`now()`)
    .executeTakeFirst()
  await tx
    .insertInto('request_looks')
    .columns(['user_id', 'request_id', 'administrator_id', 'until'])
    .expression(
      tx
        .selectFrom('ledger.requests as r')
        .select(['r.user_id', 'r.id', sql<string>`${readerId}::uuid`.as('administrator_id'), until.as('until')])
        .where('r.user_id', '=', userId)
        .where('r.id', '=', requestId)
        .where('r.status', '=', 'pending'),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'request_id', 'administrator_id']).doUpdateSet({ until }))
    .execute()
  await forgetOld(tx, readerId)
  return before === undefined
}

/** Forgets the looks that are over, and the oldest ones beyond the limit. */
async function forgetOld(tx: Tx, readerId: string): Promise<void> {
  await sql`
    delete from request_looks l
     where l.administrator_id = ${readerId}
       and (l.until < now()
            or (l.user_id, l.request_id) in (
              select o.user_id, o.request_id from request_looks o where o.administrator_id = ${readerId}
               order by o.until desc offset ${looksMax}))`.execute(tx)
}

async function close(tx: Tx, { readerId, userId, requestId }: Look): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('request_looks')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .where('administrator_id', '=', readerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function readClaim(db: Db, { readerId, userId, requestId }: Look): Promise<Claim> {
  const row = await db
    .selectFrom('ledger.requests as r')
    .select(['r.id as request_id', 'r.status', selectClaim(readerId).as('claim')])
    .where('r.user_id', '=', userId)
    .where('r.id', '=', requestId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const nothing = { assignee: null, lookers: [] }
  return { request_id: row.request_id, ...(row.status === 'pending' ? row.claim : nothing) }
}
