import { sql } from 'kysely'
import type { MembershipPackage } from '../../contract/packages.ts'
import type { Db } from '../db/client.ts'
import { openAccount } from '../ledger/ledger.ts'
import { insertMember } from '../members/members.ts'
import { walletFields } from '../wallet-address/wallet-address.ts'
import type { DemoPerson } from './people.ts'
import { buyFirstPackage, pickOutcome, spend, topUp, type World } from './story.ts'
import { holdConversation, recordLogins } from './talk.ts'

export interface Resident {
  userId: string
  memberId: string
  isActive: boolean
}

/** Whom the demonstration signs visitors in as: the first to come, whose story has something of everything. */
const protagonistCount = 1
/** The first few bring in most of the others. */
const referrerCount = 25

/** Signs a person up and lets them live: buy, withdraw, send coins, ask questions. Runs in the caller's transaction. */
export async function moveIn(
  world: World,
  residents: Resident[],
  person: DemoPerson,
  passwordHash: string,
): Promise<Resident> {
  const { db, random, packages } = world
  const referrer =
    residents.length > 0 && random.chance(0.45) ? random.pick(residents.slice(0, referrerCount)) : undefined
  const package_ = random.pick(packages)
  const resident = await signUp(db, person, package_, referrer, passwordHash)
  const isProtagonist = residents.length < protagonistCount
  if (!isProtagonist && random.chance(0.05)) return resident

  await confirm(db, resident.userId, person.walletAddress)
  await recordLogins(db, random, resident.userId)
  if (isProtagonist) await liveAsProtagonist(world, resident)
  else await live(world, residents, resident, package_, person.walletAddress !== undefined)
  if (isProtagonist || random.chance(0.2)) await holdConversation(db, random, resident.userId, world.adminId)
  if (isProtagonist || !random.chance(0.02)) return { ...resident, isActive: true }
  await db.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', resident.userId).execute()
  return resident
}

async function live(
  world: World,
  residents: Resident[],
  { userId }: Resident,
  package_: MembershipPackage,
  hasWallet: boolean,
): Promise<void> {
  const { random } = world
  if (random.chance(0.08)) return
  if (random.chance(0.08)) return buyFirstPackage(world, userId, package_, 'pending')
  if (random.chance(0.08)) await buyFirstPackage(world, userId, package_, 'rejected')
  await buyFirstPackage(world, userId, package_, 'approved')
  for (let count = random.between(0, 2); count > 0; count -= 1) {
    await topUp(world, userId, random.between(1, 20), pickOutcome(random))
  }
  for (let count = hasWallet ? random.between(0, 2) : 0; count > 0; count -= 1) {
    await spend(world, userId, random.between(1, 5), pickOutcome(random))
  }
  const recipients = residents.filter(({ isActive }) => isActive)
  for (let count = random.between(0, 2); count > 0; count -= 1) {
    await spend(world, userId, random.between(1, 4), pickOutcome(random), random.pick(recipients).memberId)
  }
}

async function liveAsProtagonist(world: World, { userId }: Resident): Promise<void> {
  const package_ = world.packages.find(({ icon }) => icon === 'Gem') ?? world.packages[0]
  if (!package_) return
  await buyFirstPackage(world, userId, package_, 'approved')
  await topUp(world, userId, 5, 'rejected')
  await topUp(world, userId, 5, 'approved')
  await spend(world, userId, 12, 'approved')
  await spend(world, userId, 3, 'cancelled')
  await spend(world, userId, 4, 'pending')
  await topUp(world, userId, 8, 'pending')
}

async function signUp(
  db: Db,
  person: DemoPerson,
  package_: MembershipPackage,
  referrer: Resident | undefined,
  passwordHash: string,
): Promise<Resident> {
  const userId = await insertMember(db, { ...person, packageId: package_.id, referrerId: referrer?.userId })
  if (userId === undefined) throw new Error('a person of the demonstration moved in twice')
  await db.insertInto('credentials').values({ user_id: userId, password_hash: passwordHash }).execute()
  await openAccount(db, userId)
  const { member_id: memberId } = await db
    .selectFrom('profiles')
    .select('member_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, memberId: memberId ?? '', isActive: false }
}

async function confirm(db: Db, userId: string, walletAddress: string | undefined): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ email_confirmed_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('profiles')
    .set({ status: 'Active', ...walletFields(userId, walletAddress ?? null), updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}
