import type pg from 'pg'
import { addMembers, addSlips, signIn, type SignedIn } from '../people.ts'

/** A member with a payment slip that no request has used yet. */
export type Buyer = SignedIn & { uploadId: string }

export interface World {
  admins: { token: string }[]
  packageId: string
  /** Members with many coins. */
  rich: SignedIn[]
  /** Newcomers, each with a referrer and the slip of a first package. */
  fresh: Buyer[]
  /** Newcomers like these, all with the same referrer. */
  fans: Buyer[]
  /** Rich members, each with a slip for one purchase. */
  slips: Buyer[]
}

interface Size {
  admins: number
  rich: number
  /** The number of newcomers of each kind, and of slips of rich members. */
  pairs: number
}

export const packageCoins = 10_000

/** Adds members with coins and a first package, newcomers with a referrer, and a slip for every later buy. */
export async function fillWorld(owner: pg.Client, size: Size): Promise<World> {
  const { rows: added } = await owner.query<{ id: string }>(
    `INSERT INTO profiles (role, duty, status, full_name, email)
     SELECT 'admin', 'owner', 'Active', 'Admin', 'admin' || n || '@example.org' FROM generate_series(1, $1::int) n RETURNING id`,
    [size.admins],
  )
  const adminIds = added.map(({ id }) => id)
  // The rules are applied to each decision, and let one administrator decide as much as the bench needs.
  await owner.query(`UPDATE ledger.policies SET over_usd = 1e15 WHERE subject = 'money'`)
  const { rows: packages } = await owner.query<{ id: string }>(
    `INSERT INTO packages (package_name, min_coin_purchase, bonus_percentage, withdrawal_time)
     VALUES ('Gold', $1, 7.5, '24 hours') RETURNING id`,
    [packageCoins],
  )
  const rich = await addMembers(owner, { name: 'rich', count: size.rich, haveBought: true })
  const fresh = await addMembers(owner, { name: 'fresh', count: size.pairs, referrers: rich })
  const fans = await addMembers(owner, { name: 'fan', count: size.pairs, referrers: rich.slice(0, 1) })
  await owner.query(
    `SELECT ledger.adjust($1, uuidv7(), id, 100000000, 'For the bench', NULL) FROM profiles WHERE first_purchase_done`,
    [adminIds[0]],
  )
  await owner.query(
    'CREATE TABLE bench_rows (id uuid PRIMARY KEY, content text NOT NULL); GRANT INSERT ON bench_rows TO et_app',
  )
  const userIds = [...adminIds, ...[...rich, ...fresh, ...fans].map(({ userId }) => userId)]
  // Nothing renews these sessions, and none may become idle during the bench.
  const tokens = await signIn(owner, userIds, 'in an hour')
  const signedIn = <Member extends { userId: string }>(member: Member) => ({
    ...member,
    token: tokens.get(member.userId) ?? '',
  })
  const buyers = Array.from({ length: size.pairs }, (_, n) => rich[n % rich.length]).filter((one) => one !== undefined)
  return {
    admins: adminIds.map((userId) => signedIn({ userId })),
    packageId: packages[0]?.id ?? '',
    rich: rich.map(signedIn),
    fresh: await withSlips(owner, fresh.map(signedIn)),
    fans: await withSlips(owner, fans.map(signedIn)),
    slips: await withSlips(owner, buyers.map(signedIn)),
  }
}

async function withSlips(owner: pg.Client, members: readonly SignedIn[]): Promise<Buyer[]> {
  const slips = await addSlips(
    owner,
    members.map(({ userId }) => userId),
  )
  return members.map((member, at) => ({ ...member, uploadId: slips[at] ?? '' }))
}
