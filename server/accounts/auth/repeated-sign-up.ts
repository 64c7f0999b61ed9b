import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { NewMember } from '../members/members.ts'
import { hashPassword, unmatchableHash, verifyPassword } from './passwords.ts'

/** A person who got no answer may send the form again for so long. */
const retryMinutes = 10

/**
 * Either a repeated form, or a form with the password hash to store. `isKnown` is true if the address has an account.
 */
export type SignUpCheck = { isRepeated: true } | { isRepeated: false; isKnown: boolean; passwordHash: string }

/**
 * Recognises a repeated sign-up form. A member who got no answer sends the same form again, and the link that was
 * already mailed must stay good. Another referrer makes no other form, because a further form cannot change it. Every form
 * costs one password hash, so the time of the answer tells nothing.
 */
export async function checkRepeatedSignUp(
  db: Db,
  member: NewMember,
  { password, language }: { password: string; language: string },
): Promise<SignUpCheck> {
  const earlier = await findEarlier(db, member, language)
  if (!earlier?.is_same) {
    return { isRepeated: false, isKnown: earlier !== undefined, passwordHash: await hashPassword(password) }
  }
  const hasSamePassword = await verifyPassword(earlier.password_hash, password)
  // After two different forms for one address, no typed password counts. The owner sets one by the mailed link.
  const isRepeated = hasSamePassword || earlier.password_hash === unmatchableHash
  return isRepeated ? { isRepeated } : { isRepeated, isKnown: true, passwordHash: unmatchableHash }
}

/**
 * Returns the account of an address. `is_same` is true if this same form made it a few minutes ago and its link is
 * still unused.
 */
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
