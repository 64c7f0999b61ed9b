import { sql } from 'kysely'
import type { ClosureObstacle } from '../../../contract/endpoints/account-closure.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Events } from '../../platform/events/events.ts'
import { translatorFor } from '../../platform/mail/mail-texts.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import { listOwners, mailOwners } from '../administrators/owners.ts'
import { announceAccount } from '../users/status.ts'
import { accountClosedMail, begunClosureWithdrawnMail, closureWithdrawnMail } from './mails.ts'

interface ClosingDeps {
  db: Db
  events: Events
  outbox: Outbox
  mailOwner: MailOwner
  config: { publicUrl: string }
}

interface Outcome {
  user_id: string | null
  /** The address that the account had, if it is closed now. */
  email: string | null
  language: string
  /** The obstacles, if it is not. */
  obstacles: ClosureObstacle[] | null
}

/**
 * Closes the accounts that have waited for seven days, one in each transaction, and mails their owners for the last time. An
 * account with something in the way stays, and the member hears of it, as the owners of the platform do if an administrator had
 * begun it. Returns the number of closed accounts. Several servers
 * may do so at once. An account that fails is left for the next run, and the first failure is thrown at the end.
 */
export async function closeDueAccounts(deps: ClosingDeps, signal?: AbortSignal): Promise<number> {
  let closed = 0
  let after: string | null = null
  const failures: unknown[] = []
  while (!signal?.aborted) {
    const seen: { userId: string | null } = { userId: null }
    try {
      const outcome = await inTransaction(deps.db, (tx) => closeNext(tx, deps, after, seen))
      if (outcome.email !== null) closed += 1
    } catch (failure) {
      failures.push(failure)
    }
    // Without an id none is due, or the database has failed and would fail again.
    if (seen.userId === null) break
    announceAccount(deps.events, seen.userId)
    deps.events.publish({ topics: ['notices'], userIds: [seen.userId] })
    after = seen.userId
  }
  if (failures.length > 0) throw failures[0]
  return closed
}

/** A long history takes longer than a call may. */
const closingTimeout = '60s'

async function closeNext(
  tx: Tx,
  { outbox, mailOwner, config }: ClosingDeps,
  after: string | null,
  seen: { userId: string | null },
): Promise<Outcome> {
  await sql`set local statement_timeout = ${sql.lit(closingTimeout)}`.execute(tx)
  const due = await tx
    .selectFrom('account_closures')
    .select(['user_id', 'asked_by'])
    .where('outcome', 'is', null)
    .where('closes_at', '<=', sql<string>`now()`)
    .$if(after !== null, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  // It is noted first, so that an account that fails is passed over.
  seen.userId = due?.user_id ?? null
  const outcome = await runFunction<Outcome>(
    tx,
    sql`select user_id, email, language, obstacles from close_due_account(${after}::uuid)`,
  )
  const { user_id: userId, email, language, obstacles } = outcome
  if (email !== null) await outbox.queue(tx, { ...accountClosedMail(translatorFor(language)), to: email })
  else if (userId !== null && obstacles !== null) {
    const url = `${config.publicUrl}/dashboard/profile#closure`
    await mailOwner(tx, userId, (translator) => closureWithdrawnMail(translator, { obstacles, url }))
    if (due?.asked_by != null) await tellOwners(tx, { outbox, config }, { userId, obstacles })
  }
  return outcome
}

/** Mails the owners of the platform that an account, which an administrator wanted to close, stays open. */
async function tellOwners(
  tx: Tx,
  { outbox, config }: Pick<ClosingDeps, 'outbox' | 'config'>,
  { userId, obstacles }: { userId: string; obstacles: readonly ClosureObstacle[] },
): Promise<void> {
  const { member_id: memberId } = await tx
    .selectFrom('profiles')
    .select('member_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const news = { memberId: memberId ?? '', obstacles, url: `${config.publicUrl}/admin/users/${userId}` }
  await mailOwners(tx, outbox, await listOwners(tx), (translator) => begunClosureWithdrawnMail(translator, news))
}
