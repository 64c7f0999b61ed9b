import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import type { BuyQuote } from '../../contract/buy-quote.ts'
import { getBuyQuote, type Request } from '../../contract/requests.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  setWallet,
  suspend,
  transfer,
  uploadSlip,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type AttackAnswer, type Target } from '../helpers/attack.ts'

type Kind = 'buy' | 'withdrawal' | 'transfer'

let target: Target
let admin: Person
let member: Person
let friend: Person
beforeAll(async () => {
  // One member makes the calls of many. The limits have tests of their own.
  target = await startTarget({ RATE_LIMITS: 'off' })
  admin = await createAdmin(target.server)
  friend = await createMember(target.server)
  member = await createBuyer(admin)
  await setWallet(member, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
})
afterAll(async () => target.stop())

async function post(as: Person, path: string, body: unknown, key: string = randomUUID()): Promise<AttackAnswer> {
  return attack(target, { path, body, headers: { 'idempotency-key': key }, as })
}
const submit = (as: Person, kind: Kind, body: unknown, key?: string) => post(as, `/api/${kind}-requests`, body, key)

/** Demands that a call is refused with this code and its status, and that it changes nothing in the database. */
async function expectRefused(
  code: ErrorCode,
  work: () => Promise<AttackAnswer>,
  status?: number,
): Promise<AttackAnswer> {
  const outcome = await expectUnchanged(target, work)
  expect([outcome.status, outcome.body?.code]).toEqual([status ?? errors[code].status, code])
  return outcome
}

const send = (recipientId: string, coins = 1000) => ({ recipient_member_id: recipientId, amount_coins: coins })
const quote = async (as: Person, coins: number, packageId?: string): Promise<BuyQuote> =>
  call(as, getBuyQuote, { query: { amount_coins: coins, ...(packageId && { package_id: packageId }) } })
const available = async (as: Person) => Number((await call(as, getUserDashboardStats, { query: {} })).available_coins)

interface Offer {
  id: string
  coins: number
}

/** Adds a package for this test alone, so that changes to it disturb no other test. */
async function addPackage(coins = 2000, price = '0.01', bonus = '10'): Promise<Offer> {
  const { rows } = await target.owner.query<{ id: string }>(
    `insert into packages (package_name, min_coin_purchase, coin_price, bonus_percentage, withdrawal_time)
     values ($1, $2, $3, $4, '24 hours') returning id`,
    [`Package ${randomUUID().slice(0, 8)}`, coins, price, bonus],
  )
  return { id: rows[0]?.id ?? '', coins }
}

async function askFor(as: Person, { id, coins }: Offer, extra: object = {}) {
  const { id: slipId } = await uploadSlip(as)
  return { amount_coins: coins, package_id: id, payment_proof_id: slipId, ...extra }
}

describe('the terms of a buy', () => {
  test('that were quoted for another buy, for another member or never are refused [A58]', async () => {
    const offer = await addPackage()
    const body = await askFor(member, offer)
    const others = [
      (await quote(member, 3000, offer.id)).quote_id,
      (await quote(await createBuyer(admin), offer.coins, offer.id)).quote_id,
      'made up',
      '',
    ]
    for (const quoteId of others) {
      await expectRefused('quote_changed', () => submit(member, 'buy', { ...body, quote_id: quoteId }))
    }
    const long = await expectRefused('invalid_request', () =>
      submit(member, 'buy', { ...body, quote_id: 'x'.repeat(201) }),
    )
    expect(Object.keys(long.body?.fields ?? {})).toEqual(['quote_id'])
    const { quote_id: quoteId } = await quote(member, offer.coins, offer.id)
    expect((await submit(member, 'buy', { ...body, quote_id: quoteId })).status).toBe(200)
  })

  test('of a first purchase are a package with its own amount [A59]', async () => {
    const newcomer = await createMember(target.server)
    const [offer, other] = [await addPackage(2000), await addPackage(5000)]
    const body = await askFor(newcomer, offer)
    for (const [code, change] of [
      ['package_amount_mismatch', { amount_coins: 1000 }],
      ['package_amount_mismatch', { package_id: other.id }],
      ['package_required', { package_id: null }],
      ['package_not_found', { package_id: randomUUID() }],
    ] as const) {
      await expectRefused(code, () => submit(newcomer, 'buy', { ...body, ...change }))
    }
    await expectRefused('invalid_request', () => submit(newcomer, 'buy', { ...body, package_id: 'gold' }))
  })

  test.each([
    ['the price', 'coin_price = 0.02', 'quote_changed', 40],
    ['the bonus', 'bonus_percentage = 1', 'quote_changed', 20],
    ['the name', `package_name = 'Other ' || id`, 'quote_changed', 20],
    ['whether it is there', 'deleted_at = now()', 'package_not_found', undefined],
  ] as const)('that the member saw before %s changed are refused [A60]', async (_, change, code, usd) => {
    const offer = await addPackage()
    const { quote_id: quoteId } = await quote(member, offer.coins, offer.id)
    const body = await askFor(member, offer, { quote_id: quoteId })
    await target.owner.query(`update packages set ${change} where id = $1`, [offer.id])
    const key = randomUUID()
    await expectRefused(code, () => submit(member, 'buy', body, key))
    if (usd === undefined) return
    const now = await quote(member, offer.coins, offer.id)
    const { body: made } = await submit(member, 'buy', { ...body, quote_id: now.quote_id }, key)
    const { amount_usd, bonus_coins, package_id, usdt_amount, rate } = now
    expect(amount_usd).toBe(String(usd))
    expect(made).toMatchObject({ status: 'pending', amount_usd, bonus_coins, package_id, usdt_amount, rate })
  })

  test.each([
    ['without coins', 0, '0.01'],
    ['without a price', 2000, '0'],
    ['of a fraction of a thousand', 1500, '0.01'],
  ])('of a package %s are refused [A61]', async (_, coins, price) => {
    const offer = await addPackage(coins, price)
    const body = await askFor(member, offer, { amount_coins: coins || 2000 })
    if (coins === 1500) body.amount_coins = 1000
    await expectRefused('package_not_buyable', () => submit(member, 'buy', body))
    const path = `${getBuyQuote.path}?amount_coins=${body.amount_coins}&package_id=${offer.id}`
    await expectRefused('package_not_buyable', () => attack(target, { method: 'GET', path, as: member }))
  })
})

describe('senders and recipients', () => {
  test('a withdrawal needs an address, and a suspended member has no coins to move [A65]', async () => {
    const buyer = await createBuyer(admin)
    await expectRefused('wallet_address_missing', () => submit(buyer, 'withdrawal', { amount_coins: 1000 }))
    await setWallet(buyer, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
    await suspend(admin, buyer)
    for (const [kind, body] of [
      ['withdrawal', { amount_coins: 1000 }],
      ['transfer', send(friend.memberId)],
      ['buy', { amount_coins: 1000 }],
    ] as const) {
      // The suspension has ended every session.
      await expectRefused('not_signed_in', () => submit(buyer, kind, body))
    }
  })

  test('a transfer to oneself is refused in any spelling of the id [A66]', async () => {
    const own = member.memberId
    for (const spelling of [own, own.toLowerCase(), ` ${own} `, `\t${own.toLowerCase()}\n`]) {
      await expectRefused('recipient_is_self', () => submit(member, 'transfer', send(spelling)))
    }
  })

  test('an unknown recipient, an inactive one and an administrator are refused with one text [A67]', async () => {
    const [suspended, unconfirmed] = [await createMember(target.server), await createMember(target.server)]
    await suspend(admin, suspended)
    await target.owner.query(`update profiles set status = 'Inactive' where id = $1`, [unconfirmed.userId])
    const ids = ['ET-NOBODY', suspended.memberId, unconfirmed.memberId, admin.name, '%', `${friend.memberId}'`, '0']
    const texts = new Set<string | undefined>()
    for (const id of ids) {
      texts.add((await expectRefused('recipient_invalid', () => submit(member, 'transfer', send(id)))).text)
    }
    expect(texts.size).toBe(1)
    for (const id of [friend.userId, admin.userId, admin.email.padEnd(33, 'x'), '', ['ET'], { $ne: '' }]) {
      await expectRefused('invalid_request', () => submit(member, 'transfer', { ...send(''), recipient_member_id: id }))
    }
  })
})

describe('coins', () => {
  test('of a hundred spends at once exactly those succeed that the balance covers [A68]', async () => {
    const spender = await createBuyer(admin)
    await setWallet(spender, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
    // Fewer fit than a member may have open. So the balance decides, and not that limit.
    const fitting = 15
    const bought = await available(spender)
    const spent = Math.floor(bought / 1000) * 1000 - fitting * 1000
    await withdraw(spender, spent)
    const before = bought - spent
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, number) =>
        number % 2 === 0
          ? submit(spender, 'withdrawal', { amount_coins: 1000 })
          : submit(spender, 'transfer', send(friend.memberId)),
      ),
    )
    const refused = outcomes.filter(({ status }) => status === 422)
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(fitting)
    expect(refused).toHaveLength(100 - fitting)
    expect(refused.every(({ body }) => /^(amount_exceeds_balance|insufficient_funds)$/.test(body?.code ?? ''))).toBe(
      true,
    )
    const stats = await call(spender, getUserDashboardStats, { query: {} })
    expect(stats).toMatchObject({
      available_coins: String(before - fitting * 1000),
      locked_coins: String(spent + fitting * 1000),
      balance_coins: String(bought),
    })
    expect((await target.owner.query('select * from ledger.violations')).rows).toEqual([])
  })

  test('that are locked, or bought but not approved, cannot be spent [A69]', async () => {
    const spender = await createBuyer(admin)
    await withdraw(spender, Math.floor((await available(spender)) / 1000) * 1000)
    await buy(spender, 'Gold')
    await expectRefused('amount_exceeds_balance', () => submit(spender, 'withdrawal', { amount_coins: 1000 }))
    await expectRefused('insufficient_funds', () => submit(spender, 'transfer', send(friend.memberId)))
  })
})

describe('a key', () => {
  test('that is missing, long or no UUID is refused [A70]', async () => {
    const keys = ['', 'x'.repeat(10_240), 'not-a-uuid', '0', `${randomUUID()}, ${randomUUID()}`, '{}']
    for (const [kind, body] of [
      ['buy', { amount_coins: 1000 }],
      ['withdrawal', { amount_coins: 1000 }],
      ['transfer', send(friend.memberId)],
    ] as const) {
      for (const key of keys) await expectRefused('idempotency_key_required', () => submit(member, kind, body, key))
    }
  })

  test('serves one body of one call of one member [A71]', async () => {
    const key = randomUUID()
    const { body: made } = await submit(member, 'transfer', send(friend.memberId), key)
    const { id } = made as unknown as Request
    await expectRefused('idempotency_key_reused', () => submit(member, 'transfer', send(friend.memberId, 2000), key))
    await expectRefused('idempotency_key_reused', () => submit(member, 'withdrawal', { amount_coins: 1000 }, key))
    await expectRefused('idempotency_key_reused', () => post(member, `/api/requests/${id}/cancellation`, {}, key))
    const other = await createBuyer(admin)
    const { status, body } = await submit(other, 'transfer', send(friend.memberId), key)
    expect(status).toBe(200)
    expect((body as unknown as Request).id).not.toBe(id)
  })

  test('of a buy serves one transaction hash, and any quote after it was accepted [A71]', async () => {
    const offer = await addPackage()
    const key = randomUUID()
    const body = await askFor(member, offer, { transaction_hash: ' 0xabc_DEF-1 ' })
    const { quote_id: quoteId } = await quote(member, offer.coins, offer.id)
    const made = await submit(member, 'buy', { ...body, quote_id: quoteId }, key)
    expect(made.body).toMatchObject({ transaction_hash: '0xabc_DEF-1' })
    for (const hash of ['0xabc_DEF-2', null, '']) {
      await expectRefused('idempotency_key_reused', () =>
        submit(member, 'buy', { ...body, transaction_hash: hash }, key),
      )
    }
    const again = await expectUnchanged(target, () => submit(member, 'buy', { ...body, quote_id: 'of yesterday' }, key))
    expect(again.body).toEqual(made.body)
  })

  test.each(['approved', 'rejected'] as const)(
    'used again after the request was %s returns that request in its present state [A72]',
    async (status) => {
      const key = randomUUID()
      const first = await submit(member, 'transfer', send(friend.memberId), key)
      const request = first.body as unknown as Request
      await decide(admin, request, status)
      const again = await expectUnchanged(target, () => submit(member, 'transfer', send(friend.memberId), key))
      expect([again.status, again.body]).toMatchObject([200, { id: request.id, status }])
    },
  )
})

test('a member cannot decide, and can change a request only by cancelling an own one [A73]', async () => {
  const [own, theirs] = [await transfer(member, friend, 1000), await buy(friend, 'Gold')]
  for (const { id, owner } of [
    { id: own.id, owner: member.userId },
    { id: theirs.id, owner: friend.userId },
  ]) {
    const path = `/api/requests/${owner}/${id}`
    for (const status of ['approved', 'rejected']) {
      await expectRefused('forbidden', () => post(member, `${path}/decision`, { status }))
    }
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      await expectRefused('method_not_allowed', () =>
        attack(target, { method, path, body: { status: 'approved' }, as: member }),
      )
    }
  }
  await expectRefused('not_found', () => post(member, `/api/requests/${theirs.id}/cancellation`, {}))
})
