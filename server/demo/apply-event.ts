import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { compare, divide, multiply } from '../../contract/money.ts'
import type { MembershipPackage } from '../../contract/packages.ts'
import { openConversation } from '../support/chat/chat.ts'
import type { Tx } from '../platform/db/client.ts'
import type { Write } from '../platform/db/write.ts'
import type { Events } from '../platform/events/events.ts'
import * as ledger from '../money/ledger/ledger.ts'
import { createConfirmationToken } from '../accounts/auth/email-tokens.ts'
import { insertMember } from '../accounts/members/members.ts'
import type { Files } from '../platform/files/files.ts'
import { readUserStats } from '../money/ledger/totals.ts'
import { storeUpload } from '../money/slips/uploads.ts'
import { walletColumns } from '../accounts/members/wallet-address.ts'
import type { DemoPerson } from './people.ts'
import type { PlannedEvent, Outcome, PlannedRequest } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { drawSlip } from './slip.ts'

export interface JoinedMember {
  userId: string
  memberId: string
}

export interface DemoWorld {
  tx: Tx
  files: Files
  events: Events
  adminId: string
  passwordHash: string
  people: readonly DemoPerson[]
  /** The people who have joined, by number. */
  residents: Map<number, JoinedMember>
  /** The last request of each person, by number. There is none if the coins were too few for it. */
  requests: Map<number, string>
}

const approvalNotes = ['Payment received, thank you.', 'Confirmed on the network.', null, null]
const rejectionNotes = [
  'The slip does not show the transaction. Please send it again.',
  'The amount on the slip differs from the request.',
  'The payment has not arrived. Please check the network you used.',
]
const usdtRate = '1'

/** Applies an event in the caller's transaction, through the functions that serve members and administrators. */
export async function applyEvent(world: DemoWorld, event: PlannedEvent): Promise<void> {
  const { tx, events } = world
  const { person } = event
  const random = createRandom(Number.parseInt(event.key.slice(0, 8), 16))
  if (event.act === 'join') {
    const { userId: referrerId } = world.residents.get(event.referrer ?? -1) ?? {}
    world.residents.set(person, await join(world, person, event.package, referrerId))
    return
  }
  const { userId } = residentOf(world, person)
  if (event.act === 'confirm') return confirm(tx, userId, world.people[person]?.walletAddress)
  if (event.act === 'sign in') return recordLogin(tx, random, userId)
  if (event.act === 'ask') return submitRequest(world, event, event.wish, random)
  if (event.act === 'end') return endRequest(world, event, event.outcome, random)
  if (event.act === 'read') {
    await openConversation({ events, write: writeIn(tx) }, { role: 'member', userId }, userId)
    return
  }
  if (event.act === 'say') return sendMessageOf(world, userId, event.from, event)
  await tx.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', userId).execute()
}

/** Writes in the story's own transaction. There is no signed-in caller to check. */
function writeIn(tx: Tx): Write {
  return async (work) => work(tx, async () => {})
}

function residentOf({ residents }: DemoWorld, person: number): JoinedMember {
  const resident = residents.get(person)
  if (!resident) throw new Error(`somebody of the demonstration acts before moving in: ${person}`)
  return resident
}

async function join(
  { tx, people, passwordHash }: DemoWorld,
  person: number,
  package_: MembershipPackage,
  referrerId: string | undefined,
): Promise<JoinedMember> {
  const newcomer = people[person]
  const userId = newcomer && (await insertMember(tx, { ...newcomer, packageId: package_.id, referrerId }))
  if (userId === undefined) throw new Error('a person of the demonstration moved in twice')
  await tx.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash }).execute()
  const { member_id: memberId } = await tx
    .selectFrom('profiles')
    .select('member_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, memberId: memberId ?? '' }
}

async function confirm(tx: Tx, userId: string, walletAddress: string | undefined): Promise<void> {
  const token = await createConfirmationToken(tx, userId)
  await sql`select confirm_address(${token}::text, true)`.execute(tx)
  await tx
    .updateTable('profiles')
    .set({ ...walletColumns(userId, walletAddress ?? null), updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** The administrator's address, from a network reserved for documentation. */
const officeAddress = '203.0.113.10'

/** Records a sign-in, successful or failed. Its address is from a network reserved for documentation. */
async function recordLogin(tx: Tx, random: Random, userId: string): Promise<void> {
  const attempt = {
    user_id: userId,
    status: random.chance(0.85) ? ('success' as const) : ('failed' as const),
    ip_address: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}`,
    user_agent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  }
  await tx.insertInto('login_history').values(attempt).execute()
}

async function submitRequest(
  world: DemoWorld,
  { person, key }: PlannedEvent,
  wish: PlannedRequest,
  random: Random,
): Promise<void> {
  const { userId } = residentOf(world, person)
  world.requests.delete(person)
  const submission = await toSubmission(world, userId, wish, random)
  if (!submission) return
  const { requestId } = await ledger.submit(world.tx, { ...submission, userId, key, token: null })
  world.requests.set(person, requestId)
}

/** Returns undefined for a person who has too few coins. */
async function toSubmission(
  world: DemoWorld,
  userId: string,
  wish: PlannedRequest,
  random: Random,
): Promise<Omit<ledger.Submission, 'userId' | 'key' | 'token'> | undefined> {
  if (wish.kind === 'buy') {
    const coins = wish.package ? Number(wish.package.min_coin_purchase) : wish.coins
    const usd = wish.package?.total_price ?? multiply(String(coins), '0.01', 2)
    const uploadId = await uploadSlip(world, userId, usd, random)
    return { kind: 'buy', coins, packageId: wish.package?.id, uploadId, usdtRate, transactionHash: hashOf(uploadId) }
  }
  const { available_coins: available } = await readUserStats(world.tx, userId)
  if (compare(available, String(wish.coins)) < 0) return undefined
  if (wish.kind === 'withdrawal') return { kind: wish.kind, coins: wish.coins, usdtRate }
  const { memberId: recipientMemberId } = residentOf(world, wish.to)
  return { kind: wish.kind, coins: wish.coins, recipientMemberId }
}

async function endRequest(
  world: DemoWorld,
  { person, key }: PlannedEvent,
  outcome: Outcome,
  random: Random,
): Promise<void> {
  const { userId } = residentOf(world, person)
  const requestId = world.requests.get(person)
  if (requestId === undefined) return
  if (outcome === 'cancelled') {
    await ledger.cancel(world.tx, { userId, key, requestId, token: null })
    return
  }
  const notes = random.pick(outcome === 'approved' ? approvalNotes : rejectionNotes)
  await ledger.decide(world.tx, {
    actorId: world.adminId,
    key,
    userId,
    requestId,
    status: outcome,
    notes,
    ipAddress: officeAddress,
    token: null,
  })
}

/** Sends a message. The sender has read the conversation before. */
async function sendMessageOf(
  { tx, events, adminId }: DemoWorld,
  userId: string,
  from: 'member' | 'admin',
  { key, content }: { key: string; content: string },
): Promise<void> {
  const senderId = from === 'member' ? userId : adminId
  const { id: conversationId } = await openConversation(
    { events, write: writeIn(tx) },
    { role: from, userId: senderId },
    userId,
  )
  const unread = from === 'member' ? 'admin_unread_count' : 'user_unread_count'
  const { last_number: number, last_active_at: at } = await tx
    .updateTable('chat_conversations')
    .set({ last_number: sql`last_number + 1`, last_active_at: sql`now()`, [unread]: sql`${sql.ref(unread)} + 1` })
    .where('user_id', '=', userId)
    .returning(['last_number', 'last_active_at'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('chat_messages')
    .values({
      user_id: userId,
      conversation_id: conversationId,
      number,
      sender_id: senderId,
      client_message_id: key,
      content,
      created_at: at,
    })
    .execute()
}

async function uploadSlip({ tx, files }: DemoWorld, userId: string, usd: string, random: Random): Promise<string> {
  const reference = String(random.between(100_000_000, 999_999_999))
  const bytes = await drawSlip(divide(usd, usdtRate, 4), random.between(0, 359), reference)
  const { id } = await storeUpload({ db: tx, files, write: writeIn(tx) }, { userId, bytes, declaredType: 'image/png' })
  return id
}

/** Returns a transaction hash for about half of the members, as they may give it with a payment. */
function hashOf(uploadId: string): string | null {
  const hash = createHash('sha256').update(uploadId).digest('hex')
  return hash < '8' ? hash : null
}
