import { sql } from 'kysely'
import type { Profile } from '../../../contract/profiles.ts'
import { secondFactors, type SecondFactor } from '../../../contract/second-factors.ts'
import type { Db } from '../../platform/db/client.ts'

/** The facts about an account that decide if it may sign in. */
export interface Account {
  id: string
  role: 'user' | 'admin'
  status: Profile['status']
  password_hash: string
  email_confirmed_at: string | null
  factors: readonly SecondFactor[]
  /** Changes with every app and passkey that is added or removed. */
  factors_mark: string
}

/** Finds the account of an address or of an id. */
export async function findAccount(db: Db, by: { email: string } | { id: string }): Promise<Account | undefined> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('credentials as c', 'c.user_id', 'p.id')
    .leftJoin('two_factor as f', 'f.user_id', 'p.id')
    .select(['p.id', 'p.role', 'p.status', 'c.password_hash', 'c.email_confirmed_at', 'f.enabled_at'])
    .select(
      sql<string | null>`(select string_agg(k.id::text, ' ' order by k.id) from passkeys k where k.user_id = p.id)`.as(
        'passkeys',
      ),
    )
    // A closed account has no owner, so neither an address nor an id finds it.
    .where('p.status', '<>', 'Closed')
    .where('email' in by ? 'p.email' : 'p.id', '=', 'email' in by ? by.email : by.id)
    .executeTakeFirst()
  if (!row) return undefined
  const { enabled_at: app, passkeys: passkey, ...account } = row
  const has = { app, passkey }
  return {
    ...account,
    factors: secondFactors.filter((factor) => has[factor] !== null),
    factors_mark: `${app} ${passkey}`,
  }
}

/** True if nothing has changed that a sign-in depends on. */
export function isSameAccount(now: Account, checked: Account): boolean {
  return (
    now.password_hash === checked.password_hash &&
    now.status === checked.status &&
    now.factors_mark === checked.factors_mark
  )
}
