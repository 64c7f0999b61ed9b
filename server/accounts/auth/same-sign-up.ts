import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { NewMember } from '../members/members.ts'
import { hashPassword, nobodysHash, verifyPassword } from './passwords.ts'

/** As long as somebody who got no answer goes on trying. */
const retryMinutes = 10

/** A form that has arrived before, or one with a password to keep and an address that has an account or has none. */
export type Reading = { isRepeated: true } | { isRepeated: false; isKnown: boolean; passwordHash: string }

/**
 * Reads a form of sign-up: somebody whose answer was lost sends it again, to the letter, and must not lose the link that
 * was mailed by it. Whatever the form is, one password is hashed, so that no answer comes sooner than another.
 */
export async function readSignUp(
  db: Db,
  member: NewMember,
  { password, language }: { password: string; language: string },
): Promise<Reading> {
  const earlier = await findEarlier(db, member, language)
  if (!earlier?.is_same) {
    return { isRepeated: false, isKnown: earlier !== undefined, passwordHash: await hashPassword(password) }
  }
  const hasSamePassword = await verifyPassword(earlier.password_hash, password)
  // Once two different forms have come, no password counts: the one of the mailed link will.
  const isRepeated = hasSamePassword || earlier.password_hash === nobodysHash
  return isRepeated ? { isRepeated } : { isRepeated, isKnown: true, passwordHash: nobodysHash }
}

/** The account of an address, and whether this very form made it what it is, a few minutes ago, and its link is still good. */
async function findEarlier(db: Db, member: NewMember, language: string) {
  const same = (column: string, value: string | undefined) =>
    sql<boolean>`${sql.ref(column)} is not distinct from ${value ?? null}`
  return db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .select('c.password_hash')
    .select((eb) =>
      eb
        .and([
          same('p.full_name', member.fullName),
          same('p.contact_number', member.contactNumber),
          same('p.country', member.country),
          same('p.state', member.state),
          same('p.city', member.city),
          same('p.area', member.area),
          same('c.language', language),
          sql<boolean>`c.email_confirmed_at is null`,
          sql<boolean>`p.referred_by_id is not distinct from ${member.referrerId ?? null}::uuid`,
          sql<boolean>`p.package_id = ${member.packageId}::uuid`,
          sql<boolean>`exists (
            select from email_tokens t
             where t.user_id = p.id and t.purpose in ('confirm', 'welcome')
               and t.created_at > now() - make_interval(mins => ${retryMinutes})
               and t.used_at is null)`,
        ])
        .as('is_same'),
    )
    .where('p.email', '=', member.email)
    .executeTakeFirst()
}
