import type { OutputOf } from '../../contract/operation.ts'
import type { listRecentRecipients as operation } from '../../contract/requests.ts'
import type { Db } from '../db/client.ts'

const shownRecipients = 5
/** Of a member with very many transfers, the newest so many are looked at. */
const readTransfers = 100

/**
 * Whom a member has sent coins to of late. A transfer that was taken back or rejected reached nobody, and may well have
 * been taken back because it was meant for somebody else.
 */
export async function listRecentRecipients(db: Db, userId: string): Promise<OutputOf<typeof operation>> {
  const newest = db
    .selectFrom('ledger.requests')
    .select(['recipient_id', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'transfer')
    .orderBy('id', 'desc')
    .limit(readTransfers)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('profiles as p', 'p.id', 'newest.recipient_id')
    .select(({ fn }) => ['p.full_name', 'p.member_id', fn.max('newest.created_at').as('last_sent_at')])
    .where('newest.status', 'in', ['pending', 'approved'])
    .where('p.status', '=', 'Active')
    .groupBy('p.id')
    .orderBy('last_sent_at', 'desc')
    .orderBy('p.id')
    .limit(shownRecipients)
    .execute()
  return { items: rows.map((row) => ({ ...row, member_id: row.member_id ?? '' })) }
}
