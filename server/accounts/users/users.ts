import { sql } from 'kysely'
import { openRequestsMax, walletTwinsMax } from '../../../contract/endpoints/users.ts'
import { requestKinds } from '../../../contract/endpoints/requests.ts'
import type { UserDetails } from '../../../contract/users.ts'
import type { InputOf, OutputOf } from '../../../contract/operation.ts'
import type {
  listLoginHistory as listLoginHistoryOperation,
  listUserSessions as listUserSessionsOperation,
} from '../../../contract/users.ts'
import type { Db } from '../../platform/db/client.ts'
import { decodeCursor, toPage } from '../../platform/db/page.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { isUnexpired } from '../../platform/sessions.ts'
import { readWaitingClosure } from '../closure/read-closure.ts'
import { readEmailChange } from '../email/email-change.ts'
import { readMaturing } from '../holds/maturing.ts'
import { readOutgoingState } from '../holds/outgoing-state.ts'
import { findProfile } from '../members/members.ts'

/** Returns a person's details for an administrator. */
export async function readUser(db: Db, userId: string): Promise<UserDetails> {
  const profile = await findProfile(db, userId)
  if (!profile) throw new Refusal('not_found')
  const [wallet, referrer, account, openRequestCount, twins, outgoing, maturing, emailChange, closure] =
    await Promise.all([
      readWallet(db, userId),
      findReferrer(db, profile.referred_by_id),
      readAccount(db, userId),
      countOpenRequests(db, userId),
      profile.role === 'user' ? findWalletTwins(db, userId, profile.wallet_address) : [],
      profile.role === 'user' ? readOutgoingState(db, userId) : null,
      profile.role === 'user' ? readMaturing(db, userId) : null,
      readEmailChange(db, userId),
      readWaitingClosure(db, userId),
    ])
  const open = { open_request_count: openRequestCount, outgoing, maturing, closure }
  return { profile, wallet, referrer, ...account, ...open, wallet_twins: twins, email_change: emailChange }
}

/** Returns attempts to sign in to one account, newest first. */
export async function listLoginHistory(
  db: Db,
  userId: string,
  { cursor, limit }: InputOf<typeof listLoginHistoryOperation>['query'],
): Promise<OutputOf<typeof listLoginHistoryOperation>> {
  await requirePerson(db, userId)
  let rows = db
    .selectFrom('login_history')
    .select(['id', 'user_id', 'status', 'ip_address', 'user_agent', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) rows = rows.where('id', '<', decodeCursor(cursor))
  return toPage(await rows.execute(), limit, (row) => row)
}

/** Returns a person's sessions, the last used first. */
export async function listUserSessions(db: Db, userId: string): Promise<OutputOf<typeof listUserSessionsOperation>> {
  await requirePerson(db, userId)
  const items = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.created_at', 's.last_active_at', 's.expires_at', 's.ip_address', 's.user_agent'])
    .where('s.user_id', '=', userId)
    .where(isUnexpired)
    .orderBy('s.last_active_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  return { items }
}

async function requirePerson(db: Db, userId: string): Promise<void> {
  const person = await db.selectFrom('profiles').select('id').where('id', '=', userId).executeTakeFirst()
  if (!person) throw new Refusal('not_found')
}

/** Returns null for administrators, who have no account in the ledger. */
async function readWallet(db: Db, userId: string): Promise<UserDetails['wallet']> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select(['user_id', 'available as available_coins', 'locked as locked_coins'])
    .select((eb) => eb('available', '+', eb.ref('locked')).as('total_coins'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

async function findReferrer(db: Db, referrerId: string | null): Promise<UserDetails['referrer']> {
  if (referrerId === null) return null
  const columns = ['id', 'full_name', 'member_id'] as const
  return db.selectFrom('profiles').select(columns).where('id', '=', referrerId).executeTakeFirstOrThrow()
}

async function readAccount(db: Db, userId: string) {
  const row = await db
    .selectFrom('credentials as c')
    .select((eb) => [
      eb('c.email_confirmed_at', 'is not', null).as('email_confirmed'),
      sql<boolean>`has_two_factor(c.user_id)`.as('two_factor_on'),
      eb
        .selectFrom('sessions as s')
        .select((sessions) => sessions.fn.countAll<string>().as('count'))
        .whereRef('s.user_id', '=', 'c.user_id')
        .where(isUnexpired)
        .as('session_count'),
      eb
        .exists(eb.selectFrom('chat_conversations as t').select('t.id').whereRef('t.user_id', '=', 'c.user_id'))
        .as('has_conversation'),
    ])
    .where('c.user_id', '=', userId)
    .executeTakeFirst()
  return {
    email_confirmed: Boolean(row?.email_confirmed),
    two_factor_on: Boolean(row?.two_factor_on),
    session_count: Number(row?.session_count ?? 0),
    has_conversation: Boolean(row?.has_conversation),
  }
}

async function countOpenRequests(db: Db, userId: string): Promise<number> {
  // Naming the kinds lets the index on kind serve the query.
  const open = db
    .selectFrom('ledger.requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', 'in', requestKinds)
    .where('status', '=', 'pending')
    .limit(openRequestsMax)
  const { count } = await db
    .selectFrom(open.as('open'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Finds other members with the same wallet address, who may be the same person. */
async function findWalletTwins(db: Db, userId: string, address: string | null): Promise<UserDetails['wallet_twins']> {
  if (address === null) return []
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'member_id'])
    .where('wallet_address', '=', address)
    .where('id', '<>', userId)
    .orderBy('id')
    .limit(walletTwinsMax)
    .execute()
}
