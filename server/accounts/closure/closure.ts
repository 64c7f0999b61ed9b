import { sql } from 'kysely'
import type { ClosureState } from '../../../contract/account-closure.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import type { TokenOwner } from '../../platform/sessions.ts'
import { announceAccount } from '../users/status.ts'
import { accountKeptMail, closureAskedMail } from './mails.ts'
import { readClosure } from './read-closure.ts'

export interface ClosureDeps {
  db: Db
  config: { publicUrl: string }
  events: Events
  /** Mails a notice to the owner with the link "This was not me". */
  mailOwner: MailOwner
}

interface Act {
  caller: TokenOwner
  ipAddress: string
  /** The member who has the account. */
  userId: string
  /** The reason of an administrator; null for the member. */
  reason: string | null
}

type Writing = ClosureDeps & { write: Write }

/** Begins to close the account of the calling member, who has typed the member ID. Refuses another one. */
export async function askClosure(
  deps: Writing,
  { memberId, ...act }: Omit<Act, 'userId' | 'reason'> & { memberId: string },
): Promise<ClosureState> {
  const { userId } = act.caller
  const own = await deps.db
    .selectFrom('profiles')
    .select('member_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (own.member_id !== memberId.toUpperCase()) throw new Refusal('member_id_differs', { field: 'member_id' })
  await beginClosure(deps, { ...act, userId, reason: null })
  return readClosure(deps.db, userId)
}

/** Begins to close the account of a member in seven days, on record, and mails the member. The database judges the caller. */
export async function beginClosure(
  { config, events, mailOwner, write }: Writing,
  { caller, ipAddress, userId, reason }: Act,
): Promise<void> {
  await write(async (tx) => {
    await runFunction(
      tx,
      sql`select ask_closure(${caller.token}::text, ${userId}::uuid, ${reason}::text, ${ipAddress}::text)`,
    )
    const closesAt = await readEnd(tx, userId)
    const url = `${config.publicUrl}/dashboard/profile#closure`
    await mailOwner(tx, userId, (translator) => closureAskedMail(translator, { closesAt, reason, url }))
  })
  announceAccount(events, userId)
}

/** Keeps an account that waits to be closed, on record, and mails the member. Refuses an administrator if none waits. */
export async function dropClosure(
  { events, mailOwner, write }: Writing,
  { caller, ipAddress, userId, reason }: Act,
): Promise<void> {
  const isKept = await write(async (tx) => {
    const { is_kept: kept } = await runFunction<{ is_kept: boolean }>(
      tx,
      sql`select drop_closure(${caller.token}::text, ${userId}::uuid, ${reason}::text, ${ipAddress}::text) as is_kept`,
    )
    if (kept) await mailOwner(tx, userId, (translator) => accountKeptMail(translator, { reason }))
    return kept
  })
  if (!isKept && reason !== null) throw new Refusal('not_found')
  if (isKept) announceAccount(events, userId)
}

/** Reads the time at which the account is closed, as an ISO text. */
async function readEnd(tx: Tx, userId: string): Promise<string> {
  const { closes_at: end } = await tx
    .selectFrom('account_closures')
    .select('closes_at')
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return new Date(end).toISOString()
}
