import { sql } from 'kysely'
import type { MailGroup } from '../../../contract/endpoints/mail-preferences.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { describeFailure } from '../../platform/jobs/failure.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { createMailStopUrl, type MailStopDeps } from './mail-preferences.ts'
import { noticeMail } from './mails.ts'
import { readNotice } from './notices.ts'

interface NoticeMailDeps extends MailStopDeps {
  db: Db
  mailOwner: MailOwner
  log: { warn(details: object, message: string): void }
}

const attemptsMax = 11
const firstWaitSeconds = 60

interface NoticeKey {
  user_id: string
  number: string
}

/**
 * Writes the mails of the notices that wait for one, each in a transaction of its own, and returns how many there were. The
 * row goes with the mail into the outbox, so servers at work at once write each mail once. A mail that cannot be written is tried
 * again after a growing pause, eleven times, and the others go on meanwhile.
 */
export async function mailNotices(deps: NoticeMailDeps, signal?: AbortSignal): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const seen: { next?: NoticeKey } = {}
    try {
      if (!(await inTransaction(deps.db, (tx) => mailNext(tx, deps, seen)))) break
      count += 1
    } catch (error) {
      // Without a row the database itself has failed, and would fail again.
      if (!seen.next) throw error
      await postpone(deps, seen.next, error)
    }
  }
  return count
}

/** Notes the row in `seen` before anything that may fail for this row alone. */
async function mailNext(tx: Tx, deps: NoticeMailDeps, seen: { next?: NoticeKey }): Promise<boolean> {
  const { rows } = await sql<NoticeKey>`
    delete from notice_mails where (user_id, number) = (
      select user_id, number from notice_mails where due_at <= now() order by due_at limit 1 for update skip locked)
    returning user_id, number`.execute(tx)
  const [next] = rows
  if (!next) return false
  seen.next = next
  const notice = await readNotice(tx, next.user_id, next.number)
  const links = {
    url: `${deps.config.publicUrl}${placeOf(notice)}`,
    stopUrl: createMailStopUrl(deps, next.user_id, groupOf(notice)),
  }
  await deps.mailOwner(tx, next.user_id, (translator) => noticeMail(translator, notice, links))
  return true
}

async function postpone({ db, log }: NoticeMailDeps, { user_id: userId, number }: NoticeKey, error: unknown) {
  const { reason } = describeFailure(error)
  const { rows } = await sql<{ attempts: number }>`
    update notice_mails
       set attempts = attempts + 1, failed_at = now(), reason = ${reason},
           due_at = case when attempts + 1 >= ${attemptsMax} then 'infinity'
                         else now() + make_interval(secs => ${firstWaitSeconds} * 2 ^ attempts) end
     where user_id = ${userId} and number = ${number}
    returning attempts`.execute(db)
  log.warn({ err: error, attempts: rows[0]?.attempts }, 'The mail of a notice could not be written')
}

function groupOf({ kind }: Notice): MailGroup {
  if (kind === 'coins_received') return 'coins'
  return kind === 'reward_received' ? 'rewards' : 'decisions'
}

function placeOf({ request }: Notice): string {
  return request ? `/dashboard/activity?request=${request.id}` : '/dashboard/statement'
}
