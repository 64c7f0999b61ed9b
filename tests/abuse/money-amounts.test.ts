import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { createAdmin, createBuyer, createMember, setWallet, uploadSlip, type Person } from '../helpers/api.ts'
import {
  attack,
  expectNoInternals,
  expectUnchanged,
  startTarget,
  type AttackAnswer,
  type Target,
} from '../helpers/attack.ts'

const kinds = ['buy', 'withdrawal', 'transfer'] as const
type Kind = (typeof kinds)[number]
const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

let target: Target
let member: Person
/** The fields that each kind of request needs beside its amount. */
let rest: Record<Kind, Record<string, unknown>>
beforeAll(async () => {
  // One member makes the calls of many. The limits have tests of their own.
  target = await startTarget({ RATE_LIMITS: 'off' })
  const [admin, friend] = [await createAdmin(target.server), await createMember(target.server)]
  member = await createBuyer(admin)
  await setWallet(member, wallet)
  const { id: slipId } = await uploadSlip(member)
  rest = { buy: { payment_proof_id: slipId }, withdrawal: {}, transfer: { recipient_member_id: friend.memberId } }
})
afterAll(async () => target.stop())

/** Sends a body, or the text of one, with a new key. */
async function submit(kind: Kind, body: unknown): Promise<AttackAnswer> {
  const headers = { 'idempotency-key': randomUUID() }
  return attack(target, { path: `/api/${kind}-requests`, body, headers, as: member })
}

/** Returns the body of a request with this exact text as its amount, even if no JSON writer produces such text. */
const withAmount = (kind: Kind, amount: string) =>
  `{"amount_coins":${amount}${JSON.stringify(rest[kind]).replace('{', ',').replace(/^,}$/, '}')}`

async function expectRefused(kind: Kind, body: unknown, code: ErrorCode, field?: string): Promise<void> {
  const outcome = await submit(kind, body)
  expect([body, outcome.status, outcome.body?.code]).toEqual([body, errors[code].status, code])
  if (field !== undefined) expect(Object.keys(outcome.body?.fields ?? {})).toEqual([field])
  expectNoInternals(outcome)
}

test('the calls are accepted before they are spoilt', async () => {
  for (const kind of ['withdrawal', 'transfer'] as const) {
    expect((await submit(kind, withAmount(kind, '1000'))).status).toBe(200)
  }
  const { id: slipId } = await uploadSlip(member)
  expect((await submit('buy', { amount_coins: 1000, payment_proof_id: slipId })).status).toBe(200)
})

describe.each(kinds)('the amount of a %s', (kind) => {
  const refuseAll = async (amounts: string[], code: ErrorCode) =>
    expectUnchanged(target, async () => {
      for (const amount of amounts) await expectRefused(kind, withAmount(kind, amount), code)
    })
  const tooSmall = { buy: 'buy_amount_not_valid', withdrawal: 'withdrawal_below_minimum' } as const
  const odd = { buy: 'buy_amount_not_multiple', withdrawal: 'withdrawal_not_multiple' } as const

  test('is not negative, nothing or too small [A50]', async () => {
    const code = kind === 'transfer' ? 'transfer_not_multiple' : tooSmall[kind]
    await refuseAll(['-1000', '-0', '0', '999'], code)
  })

  test('is no fraction, however it is written [A51]', async () => {
    await refuseAll(['1000.5', '1e-7', '1000.0', '1e3'], 'invalid_request')
  })

  test('is a multiple of 1000 [A52]', async () => {
    await refuseAll(['1500', '1001'], kind === 'transfer' ? 'transfer_not_multiple' : odd[kind])
  })

  test('is never rounded to one that fits [A53]', async () => {
    const amounts = ['1e21', '1000000000000000000000', '9007199254740993', '9223372036854775808', '1'.repeat(400)]
    await refuseAll(amounts, 'invalid_request')
  })

  test('is a number [A54]', async () => {
    await refuseAll(['NaN', 'Infinity', 'null', 'true', '[1000]', '{"$gt":0}'], 'invalid_request')
  })

  test('is not the text of a number [A55]', async () => {
    await refuseAll(['"1000"', '" 1000 "', '"1000abc"', '"0x3E8"', '"１０００"', '0x3E8'], 'invalid_request')
  })

  test('is the checked one if the body has it twice [A56]', async () => {
    const twice = (first: number, second: number) =>
      withAmount(kind, String(first)).replace(/}$/, `,"amount_coins":${second}}`)
    const code = kind === 'transfer' ? 'transfer_not_multiple' : odd[kind]
    await expectUnchanged(target, () => expectRefused(kind, twice(1000, 1500), code))
    const slip = kind === 'buy' ? (await uploadSlip(member)).id : ''
    const accepted = await submit(kind, twice(1500, 2000).replace(String(rest.buy['payment_proof_id']), slip))
    expect(accepted.body).toMatchObject({ amount_coins: '2000' })
  })
})

describe('coins that cost nothing, or more than a column can hold', () => {
  const setPrice = (price: string, rate: string) =>
    target.owner.query('update settings set topup_coin_price = $1, et_rate = $2', [price, rate])
  afterAll(async () => void (await setPrice('0.01', '0.01')))
  const quote = async (coins: number) =>
    attack(target, { method: 'GET', path: `/api/buy-quotes?amount_coins=${coins}`, as: member })

  test('cannot be bought or withdrawn [A132]', async () => {
    await setPrice('0.000001', '0.00000001')
    await expectUnchanged(target, async () => {
      expect(await quote(1000)).toMatchObject({ status: 422, body: { code: 'amount_worth_nothing' } })
      await expectRefused('buy', { amount_coins: 1000, ...rest.buy }, 'amount_worth_nothing')
      await expectRefused('withdrawal', { amount_coins: 1000 }, 'amount_worth_nothing')
    })
  })

  test('are refused with a sentence if the figures overflow [A133]', async () => {
    await target.owner.query('update settings set request_limit_usd = 999999999999999999')
    await setPrice('1000000', '1000000')
    await expectUnchanged(target, async () => {
      expect(await quote(1e10)).toMatchObject({ status: 422, body: { code: 'amount_too_large' } })
      for (const coins of [1e10, 9e11]) {
        await expectRefused('buy', { amount_coins: coins, ...rest.buy }, 'amount_too_large')
      }
      await expectRefused('withdrawal', { amount_coins: 9e11 }, 'amount_too_large')
    })
    await target.owner.query('update settings set request_limit_usd = default')
  })
})

test('no request is worth more than the settings allow, and the sentence names the limit [A134]', async () => {
  const sentence = 'One request can be worth at most $1,000,000.00. Please choose a smaller amount.'
  await expectUnchanged(target, async () => {
    for (const kind of kinds) {
      // At 0.01 USD for a coin, this is one thousand coins above the limit.
      const outcome = await submit(kind, { amount_coins: 100_001_000, ...rest[kind] })
      expect(outcome).toMatchObject({ status: 422, body: { code: 'amount_over_limit', message: sentence } })
    }
    const quote = { method: 'GET', path: '/api/buy-quotes?amount_coins=100001000', as: member }
    expect((await attack(target, quote)).body).toMatchObject({ code: 'amount_over_limit', message: sentence })
  })
})

describe.each(kinds)('a %s with fields that only the server sets', (kind) => {
  const refuseFields = async (fields: Record<string, unknown>) =>
    expectUnchanged(target, async () => {
      for (const [field, value] of Object.entries(fields)) {
        const body = { amount_coins: 1000, ...rest[kind], [field]: value }
        await expectRefused(kind, body, 'invalid_request', field)
      }
    })

  test('is refused with a price, a bonus or a rate of its own [A57, A58]', async () => {
    const prices = { amount_usd: 0.01, total_price: '0.01', bonus_coins: '1000000', coin_price: 0, rate: '1000' }
    await refuseFields({ ...prices, usdt_amount: '0.01', usdt_rate: 1e9, usdt_rate_is_fallback: true })
  })

  test('is refused with a decision [A62]', async () => {
    await refuseFields({
      status: 'approved',
      decided_by: member.userId,
      decided_at: '2026-01-01T00:00:00Z',
      admin_notes: 'Paid',
    })
  })

  test('is refused in the name of another member [A63]', async () => {
    const { userId } = await createMember(target.server)
    await refuseFields({ user_id: userId, sender_id: userId, profile: { id: userId }, id: randomUUID() })
  })
})

test('a withdrawal goes to an address of the member’s book and to no other [A64]', async () => {
  const elsewhere = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH'
  await expectUnchanged(target, async () => {
    await expectRefused('withdrawal', { amount_coins: 1000, wallet_address: elsewhere }, 'wallet_address_unlisted')
    for (const field of ['wallet_link', 'recipient_member_id']) {
      await expectRefused('withdrawal', { amount_coins: 1000, [field]: elsewhere }, 'invalid_request', field)
    }
  })
  const { body } = await submit('withdrawal', { amount_coins: 1000 })
  expect(body).toMatchObject({ wallet_address: wallet })
})

test('a transaction hash must be a hash, and is shown without a link', async () => {
  const hashes = [
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'https://evil.example',
    "' or 1=1 --",
    'a\0bcdef',
    'x'.repeat(129),
    7,
  ]
  await expectUnchanged(target, async () => {
    for (const hash of hashes) {
      const body = { amount_coins: 1000, ...rest.buy, transaction_hash: hash }
      await expectRefused('buy', body, 'invalid_request', 'transaction_hash')
    }
  })
})
