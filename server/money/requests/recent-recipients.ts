import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/operation.ts'
import type { listRecentRecipients as operation } from '../../../contract/recent-recipients.ts'
import type { Db } from '../../platform/db/client.ts'
import { transfer } from './kinds/transfer.ts'

type Recipients = OutputOf<typeof operation>

const shownRecipients = 5
/** The most transfers of a member that are read, newest first. */
const readTransfers = 100

/**
 * Lists the people to whom a member has sent coins lately. Cancelled and rejected transfers do not count: they reached
 * no recipient, and a cancelled one may have been meant for another person.
 */
export async function listRecentRecipients(db: Db, userId: string): Promise<Recipients> {
  const { rows } = await sql<Recipients['items'][number]>`
    select p.full_name, p.member_id, max(newest.created_at) as last_sent_at
      from (select sent.* from unnest('{pending,approved}'::text[]) s (status) cross join lateral (
              select id, recipient_id, created_at from ledger.requests
               where user_id = ${userId} and kind = ${transfer.kind} and status = s.status
               order by id desc limit ${readTransfers}) sent
             order by sent.id desc limit ${readTransfers}) newest
      join profiles p on p.id = newest.recipient_id
     where p.status = 'Active'
     group by p.id order by last_sent_at desc, p.id limit ${shownRecipients}`.execute(db)
  return { items: rows }
}
