import { sql } from 'kysely'
import type { givenStatuses } from '../../../contract/endpoints/profiles.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { isInDuty, ownerOnly } from '../../../contract/roles.ts'
import type { changeUserStatus as changeUserStatusOperation } from '../../../contract/users.ts'
import { recordAudit } from '../../platform/audit-trail.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { Refusal, refuseDuty } from '../../platform/db/refusal.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import { isUnexpired, lockAccount, type TokenOwner } from '../../platform/sessions.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import type { MailOwner, Outbox } from '../../platform/mail/outbox.ts'
import type { Limits } from '../../platform/rate-limits/rate-limits.ts'
import { ownSignedOutMail, signedOutMail, statusChangedMail } from '../administrators/mails.ts'
import { announceProposal, mailProposal } from '../administrators/mail-proposal.ts'
import { listOwners, mailOwners } from '../administrators/owners.ts'
import { requireOwner } from '../administrators/require-owner.ts'
import { profileColumns } from '../members/members.ts'

export interface StatusDeps {
  limits: Pick<Limits, 'tryTake'>
  mailOwner: MailOwner
  outbox: Outbox
  events: Events
  write: Write
}

/** An administrator's act on an account, and the address it came from. */
export interface AdminAction {
  caller: TokenOwner
  ipAddress: string
  userId: string
  reason: string
}

type Status = (typeof givenStatuses)[number]

/**
 * Activates, deactivates or suspends an account. It refuses a change of the caller's own status, and to Active before the
 * address is confirmed. That of an administrator is changed by an owner, with a proof, and all owners hear of it. Many
 * changes of members take proofs, too. A person who is not active is signed out in the same transaction. Their requests
 * stay and can be decided.
 */
export async function changeStatus(
  { db, events, limits, mailOwner, outbox, write }: StatusDeps & { db: Db },
  act: AdminAction & { status: Status },
  requireProof: () => Promise<void>,
): Promise<OutputOf<typeof changeUserStatusOperation>> {
  const { caller, userId, status } = act
  if (caller.userId === userId) throw new Refusal('status_of_oneself')
  // No call changes a role, so it is still the same in the transaction.
  const role = await readRole(db, userId)
  if (role === 'admin') await requireProvenOwner(caller, requireProof)
  else if (!(await limits.tryTake('unproven_act', caller.userId))) await requireProof()
  const { isChanged, ...answer } = await write(async (tx) => {
    const owners = role === 'admin' ? await listOwners(tx) : []
    // The account is locked before the profile, as everywhere. A link that confirms the address uses the same order.
    await lockAccount(tx, userId)
    const before = role === 'admin' ? await setAdministratorStatus(tx, act) : await setMemberStatus(tx, act)
    if (before === null) {
      await mailProposal(tx, mailOwner, { actorId: caller.userId, kind: 'status' })
      return { profile: await readProfile(tx, userId), is_proposed: true, isChanged: false }
    }
    if (before !== status) {
      if (status === 'Active') await checkConfirmed(tx, userId)
      else await endSessions(tx, userId)
      if (role === 'admin') await mailStatusChange(tx, outbox, owners, { ...act, actorId: caller.userId, before })
    }
    return { profile: await readProfile(tx, userId), isChanged: before !== status }
  })
  if (answer.is_proposed) announceProposal(events)
  if (isChanged) announceAccount(events, userId)
  return answer
}

/** Mails these owners that an administrator has another status. */
async function mailStatusChange(
  tx: Tx,
  outbox: Outbox,
  owners: Awaited<ReturnType<typeof listOwners>>,
  { actorId, userId, before, status, reason }: AdministratorStatusChange,
): Promise<void> {
  const { full_name: name } = await readProfile(tx, userId)
  const { full_name: by } = await readProfile(tx, actorId)
  const news = { name, by, before, status, reason }
  await mailOwners(tx, outbox, owners, (translator) => statusChangedMail(translator, news))
}

interface AdministratorStatusChange {
  actorId: string
  userId: string
  before: Profile['status']
  status: Profile['status']
  reason: string
}

/** Does what follows from a new status of an administrator that a second owner has approved. */
export async function followStatusChange(tx: Tx, outbox: Outbox, change: AdministratorStatusChange): Promise<void> {
  if (change.status !== 'Active') await endSessions(tx, change.userId)
  await mailStatusChange(tx, outbox, await listOwners(tx), change)
}

/**
 * Ends every session of an account. Those of an administrator are ended by the person, or by an owner with a proof. Then
 * the person and all owners hear of it.
 */
export async function signOutUser(
  { db, events, mailOwner, outbox, write }: StatusDeps & { db: Db },
  act: AdminAction,
  requireProof: () => Promise<void>,
): Promise<{ ended: number }> {
  const { caller, userId, reason, ipAddress } = act
  const isOtherAdmin = (await readRole(db, userId)) === 'admin' && userId !== caller.userId
  if (isOtherAdmin) await requireProvenOwner(caller, requireProof)
  const ended = await write(async (tx, judge) => {
    await lockAccount(tx, userId)
    // An administrator who signs themself out ends this session, too, so it is checked first.
    if (userId === caller.userId) await judge()
    const sessions = await endSessions(tx, userId)
    if (isOtherAdmin) await requireOwner(tx, caller)
    const detail = { before: { sessions }, after: { sessions: 0 }, reason }
    const action = 'signed_out_by_admin'
    await recordAudit(tx, { action, actorId: caller.userId, subjectId: userId, ipAddress, detail })
    if (isOtherAdmin) {
      const [{ full_name: name }, { full_name: by }] = [
        await readProfile(tx, userId),
        await readProfile(tx, caller.userId),
      ]
      const news = { name, by, reason }
      await mailOwner(tx, userId, (translator) => ownSignedOutMail(translator, news))
      const others = (await listOwners(tx)).filter(({ id }) => id !== userId)
      await mailOwners(tx, outbox, others, (translator) => signedOutMail(translator, news))
    }
    return sessions
  })
  announceAccount(events, userId)
  return { ended }
}

/** Refuses a caller who is no owner, and an owner without a proof. */
async function requireProvenOwner({ duty }: TokenOwner, requireProof: () => Promise<void>): Promise<void> {
  if (!isInDuty(duty, { duties: ownerOnly })) throw refuseDuty(ownerOnly)
  await requireProof()
}

async function readRole(db: Db, userId: string): Promise<Profile['role']> {
  const person = await db.selectFrom('profiles').select('role').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new Refusal('not_found')
  return person.role
}

type StatusChange = AdminAction & { status: Status }

/**
 * Changes the status of another administrator, for an owner, on record. Returns the status before; null if the change waits
 * for a second owner.
 */
async function setAdministratorStatus(
  tx: Tx,
  { caller, userId, status, reason, ipAddress }: StatusChange,
): Promise<Status | null> {
  const { before } = await runFunction<{ before: Status | null }>(
    tx,
    sql`select change_administrator_status(${caller.token}::text, ${userId}::uuid, ${status}::text, ${reason}::text,
      ${ipAddress}::text) as before`,
  )
  return before
}

/** Changes the status of a member, on record. Returns the status before. */
async function setMemberStatus(tx: Tx, { caller, userId, status, reason, ipAddress }: StatusChange): Promise<Status> {
  const { status: before } = await tx
    .selectFrom('profiles')
    .select('status')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === 'Closed') throw new Refusal('account_closed')
  if (before === status) return before
  await tx
    .updateTable('profiles')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  const detail = { before: { status: before }, after: { status }, reason }
  await recordAudit(tx, { action: 'status_changed', actorId: caller.userId, subjectId: userId, ipAddress, detail })
  return before
}

async function readProfile(tx: Tx, userId: string): Promise<Profile> {
  return tx.selectFrom('profiles').select(profileColumns).where('id', '=', userId).executeTakeFirstOrThrow()
}

async function checkConfirmed(tx: Tx, userId: string): Promise<void> {
  const confirmed = await tx
    .selectFrom('credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!confirmed) throw new Refusal('email_not_confirmed')
}

/** Ends all sessions of an account, and returns how many could still be used. */
async function endSessions(tx: Tx, userId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions as s')
    .where('s.user_id', '=', userId)
    .returning(isUnexpired.as('was_unexpired'))
    .execute()
  return ended.filter(({ was_unexpired }) => was_unexpired).length
}

/** Tells the browsers of a person and of the administrators that the account has changed. */
export function announceAccount(events: Events, userId: string): void {
  events.publish({ topics: ['session', 'profile'], userIds: [userId] })
  events.publish({ topics: ['profile'], toAdmins: true })
}
