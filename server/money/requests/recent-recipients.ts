import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { listRecentRecipients as operation } from '../../../contract/recent-recipients.ts'
import type { Db } from '../../platform/db/client.ts'

type Recipients = OutputOf<typeof operation>

const shownRecipients = 5
/** Of a member with very many transfers, the newest so many are looked at. */
const readTransfers = 100

/**
 * Whom a member has sent coins to of late. A transfer that was taken back or rejected reached nobody, and may well have
 * been taken back because it was meant for somebody else.
 */
export async function listRecentRecipients(db: Db, userId: string): Promise<Recipients> {
  const { rows } = await sql<Recipients['items'][number]>`
    select p.full_name, p.member_id, max(newest.created_at) as last_sent_at
      from (select sent.* from unnest('{pending,approved}'::text[]) s (status) cross join lateral (
              select id, recipient_id, created_at from ledger.requests
               where user_id = ${userId} and kind = 'transfer' and status = s.status
               order by id desc limit ${readTransfers}) sent
             order by sent.id desc limit ${readTransfers}) newest
      join profiles p on p.id = newest.recipient_id
     where p.status = 'Active'
     group by p.id order by last_sent_at desc, p.id limit ${shownRecipients}`.execute(db)
  return { items: rows }
}
