import { sql } from 'kysely'
import type { MailGroup } from '../../../contract/endpoints/mail-preferences.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { createMailStopUrl, type MailStopDeps } from './mail-preferences.ts'
import { noticeMail } from './mails.ts'
import { readNotice } from './notices.ts'

interface NoticeMailDeps extends MailStopDeps {
  db: Db
  mailOwner: MailOwner
}

/**
 * Writes the mails of the notices that wait for one, each in a transaction of its own, and returns how many there were. The
 * row goes with the mail into the outbox, so servers at work at once write each mail once.
 */
export async function mailNotices(deps: NoticeMailDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted && (await inTransaction(deps.db, (tx) => mailNext(tx, deps)))) count += 1
  return count
}

async function mailNext(tx: Tx, deps: NoticeMailDeps): Promise<boolean> {
  const { rows } = await sql<{ user_id: string; number: string }>`
    delete from notice_mails where (user_id, number) = (
      select user_id, number from notice_mails order by user_id, number limit 1 for update skip locked)
    returning user_id, number`.execute(tx)
  const [next] = rows
  if (!next) return false
  const notice = await readNotice(tx, next.user_id, next.number)
  const links = {
    url: `${deps.config.publicUrl}${placeOf(notice)}`,
    stopUrl: createMailStopUrl(deps, next.user_id, groupOf(notice)),
  }
  await deps.mailOwner(tx, next.user_id, (translator) => noticeMail(translator, notice, links))
  return true
}

function groupOf({ kind }: Notice): MailGroup {
  if (kind === 'coins_received') return 'coins'
  return kind === 'reward_received' ? 'rewards' : 'decisions'
}

function placeOf({ request }: Notice): string {
  return request ? `/dashboard/activity?request=${request.id}` : '/dashboard/statement'
}
