import { sql } from 'kysely'
import type { Profile } from '../../../contract/profiles.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createMemberId, createReferralCode } from './member-id.ts'

export const profileColumns = [
  'id',
  'full_name',
  'email',
  'member_id',
  'wallet_address',
  'wallet_link',
  'usdt_qr_code_url',
  'status',
  'created_at',
  'city',
  'state',
  'country',
  'area',
  'contact_number',
  'referral_code',
  'referred_by_id',
  'first_purchase_done',
  'role',
  'duty',
  'package_id',
] as const satisfies (keyof Profile)[]

export async function findProfile(db: Db, userId: string): Promise<Profile | undefined> {
  return db
    .selectFrom('profiles')
    .modifyFront(hot('one_profile'))
    .select(profileColumns)
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Returns a profile. Administrators may read any; a member gets `not_found` for any but their own. */
export async function getProfile(
  db: Db,
  caller: { role: 'member' | 'admin'; userId: string },
  userId: string,
): Promise<Profile> {
  if (caller.role === 'member' && caller.userId !== userId) throw new Refusal('not_found')
  const profile = await findProfile(db, userId)
  if (!profile) throw new Refusal('not_found')
  return profile
}

/**
 * Returns the name behind a member id, in upper or lower case, or null if that account is not active and so cannot
 * receive coins.
 */
export async function getNameByMemberId(db: Db, memberId: string): Promise<{ full_name: string } | null> {
  const row = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('member_id', '=', memberId.toUpperCase())
    .where('status', '=', 'Active')
    .executeTakeFirst()
  return row ?? null
}

/** Returns the id of the member with this referral code or member id, in upper or lower case. */
export async function findReferrer(db: Db, code: string): Promise<string | undefined> {
  return (await readReferrer(db, code))?.id
}

/** Returns the member with this referral code or member id, in upper or lower case. */
export async function readReferrer(db: Db, code: string): Promise<{ id: string; full_name: string } | undefined> {
  const text = sql<string>`upper(${code})`
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name'])
    .where((or) => or.or([or('referral_code', '=', text), or('member_id', '=', text)]))
    .where('role', '=', 'user')
    .where('status', '<>', 'Closed')
    .executeTakeFirst()
}

/** The details that a person enters when they sign up. */
export interface NewMember {
  fullName: string
  email: string
  contactNumber: string
  country: string
  state: string | undefined
  city: string
  area: string | undefined
  referrerId: string | undefined
  packageId: string
}

/** The details that an administrator enters. The member adds the others later. */
export type AddedMember = Pick<NewMember, 'fullName' | 'email' | 'referrerId' | 'packageId'> & {
  addedById: string
}

/**
 * Adds a member with an address that is not confirmed. Returns the new id, or undefined if the address has an account.
 * Very rarely it throws because its random id is taken; isRandomCodeTaken recognises that error, and a new attempt helps.
 */
export async function insertMember(
  tx: Tx,
  member: NewMember | (AddedMember & Partial<NewMember>),
): Promise<string | undefined> {
  const row = await tx
    .insertInto('profiles')
    .values({
      full_name: member.fullName,
      email: member.email,
      member_id: createMemberId(),
      referral_code: createReferralCode(),
      contact_number: member.contactNumber ?? null,
      country: member.country ?? null,
      state: member.state ?? null,
      city: member.city ?? null,
      area: member.area ?? null,
      referred_by_id: member.referrerId ?? null,
      package_id: member.packageId,
      added_by: 'addedById' in member ? member.addedById : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns true if members may choose this package. */
export async function isPackageOffered(db: Db, packageId: string): Promise<boolean> {
  const offered = await db
    .selectFrom('packages')
    .select('id')
    .where('id', '=', packageId)
    .where('is_buyable', '=', true)
    .executeTakeFirst()
  return offered !== undefined
}

/**
 * Replaces the details of a sign-up by those of a newer form, until the address is confirmed. The database replaces the
 * referrer only if the token of a mailed link proves that the owner of the address sent the form.
 */
export async function replaceSignUpDetails(
  tx: Tx,
  userId: string,
  { fullName, contactNumber, country, state, city, area, packageId, referrerId }: NewMember,
  token?: string,
): Promise<void> {
  await sql`select amend_sign_up(${userId}::uuid, ${packageId}::uuid, ${referrerId ?? null}::uuid,
    ${fullName}, ${contactNumber}, ${country}, ${state ?? null}, ${city}, ${area ?? null},
    ${token ?? null}::text)`.execute(tx)
}

/**
 * Returns true if an insert failed only because its random member id or referral code is taken. The caller then tries
 * again.
 */
export function isRandomCodeTaken(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return constraint === 'member_id_taken' || constraint === 'referral_code_taken'
}
