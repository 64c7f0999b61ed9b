import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Duty } from '../../contract/roles.ts'
import { adjust } from '../../server/money/ledger/ledger.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { createSession } from '../../server/platform/sessions.ts'
import * as ledger from './ledger-calls.ts'

let made = 0

export interface MemberFixture {
  id: string
  memberId: string
  email: string
  fullName: string
}

interface MemberOptions {
  fullName?: string
  status?: 'Active' | 'Inactive' | 'Suspended'
  referredById?: string
  walletAddress?: string | null
}

/** Creates a member with an account, as sign-up and confirmation do. Needs the owner's connection. */
export async function createMember(ownerDb: Db, options: MemberOptions = {}): Promise<MemberFixture> {
  made += 1
  const member = {
    memberId: `ET-${made}-${randomBytes(4).toString('hex').toUpperCase()}`,
    email: `member-${made}@example.org`,
    fullName: options.fullName ?? 'Amina Diallo',
  }
  const { id } = await ownerDb
    .insertInto('profiles')
    .values({
      full_name: member.fullName,
      email: member.email,
      member_id: member.memberId,
      referral_code: randomBytes(4).toString('hex').toUpperCase(),
      status: options.status ?? 'Active',
      referred_by_id: options.referredById ?? null,
      wallet_address:
        options.walletAddress === undefined ? 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' : options.walletAddress,
      country: 'SN',
      city: 'Dakar',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...member }
}

export async function createAdmin(
  ownerDb: Db,
  fullName = 'Grace Admin',
  duty: Duty = 'owner',
): Promise<{ id: string; fullName: string }> {
  made += 1
  const { id } = await ownerDb
    .insertInto('profiles')
    .values({ full_name: fullName, email: `admin-${made}@example.org`, role: 'admin', duty, status: 'Active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, fullName }
}

/** Signs a person in. Returns the token of the session. */
export async function createToken(ownerDb: Db, userId: string): Promise<string> {
  const from = { ipAddress: '127.0.0.1', userAgent: 'test' }
  return (await inTransaction(ownerDb, async (tx) => createSession(tx, { userId, ...from }))).cookie
}

/** Creates the record of a file, without the file. */
export async function createUploadRow(ownerDb: Db, userId: string): Promise<string> {
  made += 1
  const { id } = await ownerDb
    .insertInto('uploads')
    .values({
      user_id: userId,
      path: `${userId}/${1_700_000_000_000 + made}.png`,
      mime_type: 'image/png',
      size_bytes: 68,
      sha256: randomBytes(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

// Corrections of a lesser worth need no second owner.
const mostAtOnce = 1_000_000

/**
 * Gives a member coins, or takes them if they are below zero, by adjustments, because those need no request. They do not count towards what the administrator may
 * decide alone in a day. Needs the owner's connection.
 */
export async function giveCoins(ownerDb: Db, adminId: string, userId: string, coins: number): Promise<void> {
  await inTransaction(ownerDb, async (tx) => {
    await sql`select ledger.lock_sums(${adminId}::uuid, ${userId}::uuid, 'adjustment')`.execute(tx)
    let rest = coins
    while (rest !== 0) {
      const part = Math.max(-mostAtOnce, Math.min(mostAtOnce, rest))
      rest -= part
      await tx.deleteFrom('ledger.decided_worth').where('administrator_id', '=', adminId).execute()
      const { movementId } = await adjust(tx, {
        token: null,
        actorId: adminId,
        key: randomUUID(),
        userId,
        coins: String(part),
        reason: 'Opening balance',
      })
      if (movementId === null) throw new Error('the coins wait for a second owner')
    }
    await tx.deleteFrom('ledger.decided_worth').where('administrator_id', '=', adminId).execute()
  })
}

/** Approves a first package purchase, after which the member may top up. */
export async function buyPackage(ownerDb: Db, adminId: string, userId: string): Promise<void> {
  const pack = await ownerDb
    .selectFrom('packages')
    .select(['id', 'min_coin_purchase'])
    .where('is_buyable', '=', true)
    .orderBy('total_price')
    .executeTakeFirstOrThrow()
  const { requestId } = await ledger.submit(ownerDb, {
    token: null,
    userId,
    key: randomUUID(),
    kind: 'buy',
    coins: Number(pack.min_coin_purchase),
    packageId: pack.id,
    uploadId: await createUploadRow(ownerDb, userId),
    usdtRate: '1',
  })
  await ledger.decide(ownerDb, {
    token: null,
    actorId: adminId,
    key: randomUUID(),
    userId,
    requestId,
    status: 'approved',
  })
}
