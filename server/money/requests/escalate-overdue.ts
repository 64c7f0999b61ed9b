import { sql } from 'kysely'
import { requestNumber } from '../../../contract/request-number.ts'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { listOwners, mailOwners } from '../../accounts/administrators/owners.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { measureIfDue, readUsualTimes } from './decision-times.ts'
import { overdueMail } from './mails.ts'
import { readPackagePromises, selectOverdue } from './overdue.ts'

interface EscalationDeps {
  db: Db
  events: Events
  outbox: Outbox
  config: { publicUrl: string }
}

/**
 * Mails the owners about the requests that have become overdue, all of one kind in one mail, and each request once. Returns
 * how many there were. Before there is an owner, the requests wait for one.
 */
export async function escalateOverdue(
  { db, events, outbox, config }: EscalationDeps,
  signal?: AbortSignal,
): Promise<number> {
  await measureIfDue(db)
  const promises = { usual: await readUsualTimes(db), packages: await readPackagePromises(db) }
  let count = 0
  for (const kind of requestKinds) {
    if (signal?.aborted) break
    count += await inTransaction(db, async (tx) => {
      const owners = await listOwners(tx)
      if (owners.length === 0) return 0
      const numbers = await claim(tx, kind, promises)
      if (numbers.length > 0) {
        const news = { numbers, url: `${config.publicUrl}/admin` }
        await mailOwners(tx, outbox, owners, (translator) => overdueMail(translator, news))
      }
      return numbers.length
    })
  }
  if (count > 0) events.publish({ topics: ['requests'], toAdmins: true })
  return count
}

/**
 * Notes the requests of a kind that have become overdue, and returns their numbers. A second server that finds the same ones
 * waits for the first, and then notes none of them.
 */
async function claim(tx: Tx, kind: RequestKind, promises: Parameters<typeof selectOverdue>[1]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    with told as (
      insert into escalations (user_id, request_id) ${selectOverdue(kind, promises, { isNew: true })}
      on conflict do nothing returning user_id, request_id)
    select r.number from told join ledger.requests r on r.user_id = told.user_id and r.id = told.request_id
     order by r.id`.execute(tx)
  return rows.map(({ number }) => requestNumber(kind, number))
}
