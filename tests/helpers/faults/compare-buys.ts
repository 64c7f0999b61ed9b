import { sql } from 'kysely'
import type { Tx } from '../../../server/platform/db/client.ts'
import type { Journal, MoneyCall } from './journal.ts'

interface Buy {
  id: string
  user_id: string
  status: string
  upload_id: string | null
  /** The digest of the slip, and those that the approved buy has used up. */
  sha256: string | null
  used: string[]
  /** The coins that the buy brought, such as "bonus 1000 for <user id>", in the order of the alphabet. */
  brought: string[]
}

interface Totals {
  calls: number
  coins: number
  bonus: number
  reward: number
}

/**
 * Compares the buys of the members of a journal with the calls that happened, and returns a sentence for each breach. An approved buy
 * brings its coins and the bonus. The first one of a member brings the reward to the referrer, and no other buy brings anything.
 * The slip of the call pays for its buy alone.
 */
export async function judgeBuys(
  tx: Tx,
  happened: readonly MoneyCall[],
  journal: Journal<MoneyCall>,
): Promise<string[]> {
  const buys = await readBuys(tx, [...journal.opening.keys()])
  const approved = happened.filter(({ what, purchase }) => purchase && what === 'approved')
  return [
    ...judgeEffects(buys, approved),
    ...judgeRewards(buys, approved, journal),
    ...judgeSlips(buys, happened),
    ...judgeTotals(await readTotals(tx, journal), approved, journal),
  ]
}

async function readBuys(tx: Tx, members: readonly string[]): Promise<Buy[]> {
  const { rows } = await sql<Buy>`
    select r.id, r.user_id, r.status, r.upload_id, encode(u.sha256, 'hex') as sha256,
           array(select encode(p.digest, 'hex') from ledger.used_proofs p
                  where p.member_id = r.user_id and p.request_id = r.id) as used,
           array(select m.leg || ' ' || trim_scale(m.amount) || ' for ' || coalesce(m.credit_id::text, 'no member')
                   from ledger.movements m where m.user_id = r.user_id and m.request_id = r.id order by 1) as brought
      from ledger.requests r left join uploads u on u.user_id = r.user_id and u.id = r.upload_id
     where r.kind = 'buy' and r.user_id = any (${members}::uuid[])`.execute(tx)
  return rows
}

/** Reads the sums that the accepted approvals add to the figures of the platform. */
async function readTotals(tx: Tx, { opening }: Journal<MoneyCall>): Promise<Totals | undefined> {
  const { rows } = await sql<Totals>`
    select count(*)::float8 as calls, coalesce(sum(coins), 0)::float8 as coins,
           coalesce(sum(bonus_coins), 0)::float8 as bonus, coalesce(sum(reward_coins), 0)::float8 as reward
      from ledger.commands
     where (operation, kind) = ('approve', 'buy') and subject_id = any (${[...opening.keys()]}::uuid[])`.execute(tx)
  return rows[0]
}

const isReward = (leg: string) => leg.startsWith('referral ')

function judgeEffects(buys: readonly Buy[], approved: readonly MoneyCall[]): string[] {
  const wanted = new Map(
    approved.map(({ requestId, memberId, coins, purchase }) => [
      requestId,
      `bonus ${purchase?.bonus} for ${memberId}, buy ${coins} for ${memberId}`,
    ]),
  )
  return buys.flatMap(({ id, brought }) => {
    const found = brought.filter((leg) => !isReward(leg)).join(', ')
    const expected = wanted.get(id) ?? ''
    return found === expected ? [] : [`the buy ${id} brought "${found}" in place of "${expected}"`]
  })
}

/** Demands one reward for the buys of each member who was brought in, if one of them was approved. */
function judgeRewards(
  buys: readonly Buy[],
  approved: readonly MoneyCall[],
  { opening, referrers }: Journal<MoneyCall>,
): string[] {
  const own = Map.groupBy(buys, (buy) => buy.user_id)
  const decided = Map.groupBy(approved, ({ memberId }) => memberId)
  return [...opening.keys()].flatMap((memberId) => {
    const found = (own.get(memberId) ?? []).flatMap(({ brought }) => brought.filter(isReward)).join(', ')
    const [first] = decided.get(memberId) ?? []
    const referrer = referrers.get(memberId)
    const expected = first && referrer ? `referral ${first.purchase?.reward} for ${referrer}` : ''
    return found === expected ? [] : [`the buys of ${memberId} paid "${found}" in place of "${expected}"`]
  })
}

function judgeSlips(buys: readonly Buy[], happened: readonly MoneyCall[]): string[] {
  const slips = new Map(happened.map(({ requestId, purchase }) => [requestId, purchase?.slip]))
  const wrong = buys.flatMap(({ id, status, upload_id: uploadId, sha256, used }) => {
    const slip = slips.get(id)
    const isSame = uploadId === slip?.id && sha256 === slip?.sha256
    const isUsed = status === 'approved' ? used.length === 1 && used[0] === sha256 : used.length === 0
    return [
      ...(isSame ? [] : [`the buy ${id} has another slip than its call`]),
      ...(isUsed ? [] : [`the ${status} buy ${id} has used the slips "${used.join(', ')}" in place of its own`]),
    ]
  })
  const uses = Map.groupBy(
    buys.filter(({ status }) => status === 'approved'),
    ({ sha256 }) => sha256,
  )
  const shared = [...uses].filter(([, sharing]) => sharing.length > 1)
  return [...wrong, ...shared.map(([sha256, { length }]) => `the slip ${sha256} was used by ${length} approved buys`)]
}

function judgeTotals(
  found: Totals | undefined,
  approved: readonly MoneyCall[],
  { referrers }: Journal<MoneyCall>,
): string[] {
  const buyers = new Map(approved.map((entry) => [entry.memberId, entry]))
  const expected: Totals = {
    calls: approved.length,
    coins: approved.reduce((sum, { coins }) => sum + coins, 0),
    bonus: approved.reduce((sum, { purchase }) => sum + (purchase?.bonus ?? 0), 0),
    reward: [...buyers.values()].reduce(
      (sum, { memberId, purchase }) => sum + (referrers.has(memberId) ? (purchase?.reward ?? 0) : 0),
      0,
    ),
  }
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  return one === other ? [] : [`the approved buys come to ${one} in place of ${other}`]
}
