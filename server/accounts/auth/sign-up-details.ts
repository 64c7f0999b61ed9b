import type { SignUpDetails } from '../../../contract/auth-bodies.ts'
import type { Db } from '../../platform/db/client.ts'

/** Reads the form of an account that waits for its confirmation. Returns null for an account with a confirmed address. */
export async function readSignUpDetails(db: Db, userId: string): Promise<SignUpDetails | null> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .leftJoin('packages as k', 'k.id', 'p.package_id')
    .leftJoin('profiles as r', 'r.id', 'p.referred_by_id')
    .select(['p.email', 'p.full_name', 'k.package_name', 'r.full_name as referrer_name'])
    .select('r.member_id as referrer_member_id')
    .where('p.id', '=', userId)
    .where('c.email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
