import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../../contract/auth.ts'
import { getUserDashboardData } from '../../contract/dashboards.ts'
import { listReferrals } from '../../contract/referrals.ts'
import { decideRequest, type BuyRequest } from '../../contract/requests.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { buy, call, createAdmin, createMember, decide, findPackage, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type AttackAnswer, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'

let target: Target
let admin: Person
let secondAdmin: Person
let referrer: Person
beforeAll(async () => {
  target = await startTarget({ RATE_LIMITS: 'off' })
  admin = await createAdmin(target.server)
  secondAdmin = await createAdmin(target.server, 'Noor Haddad')
  referrer = await createMember(target.server, { name: 'Ruth Referrer' })
})
afterAll(async () => target.stop())

async function createFriend(name: string): Promise<Person> {
  return createMember(target.server, { name, packageName: 'Gold', referredBy: referrer.memberId })
}

async function decideRaw(by: Person, { user_id: userId, id }: BuyRequest, key = randomUUID()): Promise<AttackAnswer> {
  const path = buildUrl(decideRequest, { params: { userId, requestId: id } })
  return attack(target, { path, body: { status: 'approved' }, as: by, headers: { 'idempotency-key': key } })
}

/** Returns the rewards for one friend, read from the journal. */
async function rewardsFor(friend: Person): Promise<number[]> {
  const { rows } = await target.owner.query<{ amount: string }>(
    `select amount from ledger.movements where leg = 'referral' and user_id = $1`,
    [friend.userId],
  )
  return rows.map(({ amount }) => Number(amount))
}

test('a member cannot become the referrer of their own referrer [A36]', async () => {
  const friend = await createFriend('Fay First')
  await expectUnchanged(target, async () => {
    const path = `/api/profiles/${referrer.userId}`
    const body = { referred_by_id: friend.userId }
    expect((await attack(target, { method: 'PATCH', path, body, as: referrer })).status).toBeGreaterThanOrEqual(400)
  })
  const { rows } = await target.owner.query(
    `select count(*)::int as loops from profiles a join profiles b on b.id = a.referred_by_id
      where b.referred_by_id = a.id or b.created_at > a.created_at`,
  )
  expect(rows).toEqual([{ loops: 0 }])
})

test('two first purchases approved at the same moment by two administrators earn one reward [A38]', async () => {
  const friend = await createFriend('Finn Twice')
  const requests = [await buy(friend, 'Gold'), await buy(friend, 'Gold')]
  const outcomes = await Promise.all(
    requests.flatMap((request) => [admin, secondAdmin].map(async (by) => decideRaw(by, request))),
  )
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
  expect(await rewardsFor(friend)).toHaveLength(1)
})

test('the reward is a fifth of the base coins of the first package, without the bonus and later buys [A39]', async () => {
  const friend = await createFriend('Faye Base')
  const { min_coin_purchase: base, bonus_coins: bonus } = await findPackage(target.server, 'Gold')
  expect(Number(bonus)).toBeGreaterThan(0)
  await decide(admin, await buy(friend, 'Gold'), 'approved')
  await decide(admin, await buy(friend, 3_000), 'approved')
  await decide(admin, await buy(friend, 'Gold'), 'approved')
  expect(await rewardsFor(friend)).toEqual([Number(base) * 0.2])
})

test('no other package and no repetition earns a second reward [A40]', async () => {
  const friend = await createFriend('Flora Again')
  const request = await buy(friend, 'Gold')
  const key = randomUUID()
  expect((await decideRaw(admin, request, key)).status).toBe(200)
  await target.owner.query(`update packages set bonus_percentage = bonus_percentage + 1 where package_name = 'Gold'`)
  await expectUnchanged(target, async () => {
    expect((await decideRaw(admin, request, key)).status).toBe(200)
    expect((await decideRaw(secondAdmin, request)).status).toBe(409)
  })
  expect(await rewardsFor(friend)).toHaveLength(1)
  await expect(
    target.owner.query(
      `insert into ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
       select user_id, request_id, leg, credit_id, amount, rate from ledger.movements
        where leg = 'referral' and user_id = $1`,
      [friend.userId],
    ),
  ).rejects.toThrow(/duplicate key|unique/)
})

test('a referrer who was suspended meanwhile stops nothing and is paid [A41]', async () => {
  const other = await createMember(target.server, { name: 'Sam Suspended' })
  const friend = await createMember(target.server, { name: 'Fred Late', referredBy: other.memberId })
  const request = await buy(friend, 'Gold')
  await target.owner.query(`update profiles set status = 'Suspended' where id = $1`, [other.userId])
  expect((await decideRaw(admin, request)).status).toBe(200)
  expect(await rewardsFor(friend)).toEqual([5_000])
})

test('a member reads their own dashboard alone, in any spelling of another id [A43]', async () => {
  const mine = await call(referrer, getUserDashboardData, { query: {} })
  for (const query of ['p_user_id', 'user_id', 'userId', 'id']) {
    const path = `${getUserDashboardData.path}?${query}=${admin.userId}`
    const { status } = await attack(target, { method: 'GET', path, as: referrer })
    expect([query, [400, 404].includes(status)]).toEqual([query, true])
  }
  const own = `${getUserDashboardData.path}?p_user_id=${referrer.userId}`
  expect((await attack(target, { method: 'GET', path: own, as: referrer })).status).toBe(200)
  expect(mine.wallet.user_id).toBe(referrer.userId)
})

test('the friends of another member cannot be listed [A44]', async () => {
  const stranger = await createMember(target.server, { name: 'Stan Stranger' })
  const { referrals } = await call(stranger, getUserDashboardData, { query: {} })
  expect(referrals).toEqual([])
  expect((await call(stranger, listReferrals, { query: {} })).items).toEqual([])
  for (const path of [
    `/api/referrals?user_id=${referrer.userId}`,
    `/api/profiles/${referrer.userId}/referrals`,
    `/api/referrals/${referrer.memberId}`,
    `/api/profiles/${referrer.userId}`,
  ]) {
    const { status, text } = await attack(target, { method: 'GET', path, as: stranger })
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
    expect(text).not.toContain('@example.org')
  }
})

test('the list of a referrer does not reveal that an address has an account [A7]', async () => {
  const known = await createMember(target.server, { name: 'Kim Known' })
  const [pack, { items: before }] = await Promise.all([
    findPackage(target.server, 'Gold'),
    call(referrer, listReferrals, { query: {} }),
  ])
  for (const email of [known.email, 'una.unknown@example.org']) {
    const form = {
      fullName: 'Una Unknown',
      email,
      contactNumber: '+44 20 7946 0018',
      country: 'GB',
      state: 'SCT',
      city: 'Leith',
    }
    const secrets = { password, retypePassword: password, packageId: pack.id, referredById: referrer.memberId }
    expect((await attack(target, { path: signUp.path, body: { ...form, ...secrets } })).status).toBe(200)
  }
  expect((await call(referrer, listReferrals, { query: {} })).items).toEqual(before)
})
