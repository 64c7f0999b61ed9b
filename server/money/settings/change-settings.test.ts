import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/admin-settings.ts'
import { defaultDepositInstructions } from '../../../contract/texts.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getDepositInstructions, getPlatformSettings } from '../../../contract/settings.ts'
import { getGlobalPlatformStats } from '../../../contract/stats.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { createMember as insertMember, giveCoins } from '../../../tests/helpers/people.ts'
import type { Change } from '../../platform/events/events.ts'
import * as ledger from '../../../tests/helpers/ledger-calls.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let admin: Person
let member: Person
let published: Change[]
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
  site.deps.events.subscribe((change) => published.push(change))
})
beforeEach(() => {
  published = []
})
afterAll(async () => site.close())

type Body = InputOf<typeof contract.changeSettings>['body']
const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const toEveryone = { topics: ['settings'], toEveryone: true }

async function read(of = site, by = admin) {
  return (await call(of, contract.getAdminSettings, {}, { cookie: by.cookie })).body
}

/** Saves changes with a fresh proof, on top of the current settings. */
async function change(changes: Partial<Body>, of = site, by = admin) {
  const { revision } = await read(of, by)
  const body = { revision, ...changes }
  const proof = await requestProof(of, by, contract.changeSettings, { body })
  return changeUnproven(body, { [stepUpHeader]: proof }, of, by)
}

async function changeUnproven(changes: Partial<Body>, headers = {}, of = site, by = admin) {
  const { revision } = await read(of, by)
  return call(of, contract.changeSettings, { body: { revision, ...changes } }, { cookie: by.cookie, headers })
}

async function readAudit() {
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    `select action, actor_id, ip_address, detail from audit_events where action ~ '^(rate|deposit|settings)_changed$' order by id`,
  )
  return rows
}
const getRate = async () => (await call(site, getGlobalPlatformStats, {}, {})).body.et_rate

test('a new rate takes effect at once for all and enters its history; pending requests keep theirs', async () => {
  const holder = await insertMember(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, admin.userId, holder.id, 5000)
  const withdraw = async () => {
    const { requestId } = await ledger.submit(site.database.ownerDb, {
      token: null,
      userId: holder.id,
      key: crypto.randomUUID(),
      kind: 'withdrawal',
      coins: 1000,
      usdtRate: '1',
    })
    return requestId
  }
  const earlier = await withdraw()
  expect(await getRate()).toBe('0.01')
  const before = await read()
  const { status, body } = await change({ et_rate: '0.0125' })
  expect([status, body.et_rate, body.revision]).toEqual([200, '0.0125', before.revision + 1])
  expect(published).toEqual([toEveryone])
  expect(await getRate()).toBe('0.0125')
  const later = await withdraw()
  const { rows } = await site.database.owner.query<{ rate: string }>(
    'select rate from ledger.requests where id = any($1::uuid[]) order by id',
    [[earlier, later]],
  )
  expect(rows).toEqual([{ rate: '0.01' }, { rate: '0.0125' }])
  await change({ et_rate: '0.0130' })
  const { body: history } = await call(site, contract.listRateChanges, { query: {} }, { cookie: admin.cookie })
  const actor = { id: admin.userId, full_name: 'Grace Hopper' }
  expect(history.items).toMatchObject([
    { actor, old_rate: '0.0125', new_rate: '0.013' },
    { actor, old_rate: '0.01', new_rate: '0.0125' },
  ])
  const pageOf = (cursor?: string) => ({ query: { limit: 1, ...(cursor && { cursor }) } })
  const first = (await call(site, contract.listRateChanges, pageOf(), { cookie: admin.cookie })).body
  const rest = await call(site, contract.listRateChanges, pageOf(first.next_cursor ?? ''), {
    cookie: admin.cookie,
  })
  expect([...first.items, ...rest.body.items]).toEqual(history.items)
  expect(rest.body.next_cursor).toBeNull()
  expect((await readAudit())[0]).toEqual({
    action: 'rate_changed',
    actor_id: admin.userId,
    ip_address: '127.0.0.1',
    detail: { before: { et_rate: '0.01' }, after: { et_rate: '0.0125' } },
  })
})

test('a rate is shown beforehand with the value of all coins and the sum that members have paid', async () => {
  const { body } = await call(site, contract.getRateImpact, { query: { rate: '0.02' } }, { cookie: admin.cookie })
  const { body: stats } = await call(site, getGlobalPlatformStats, {}, {})
  expect(body).toMatchObject({
    rate: '0.02',
    current_rate: stats.et_rate,
    circulation_coins: stats.balance_coins,
    total_invested_usd: stats.total_supply_usd,
    average_purchase_price: stats.average_purchase_price,
  })
  expect(Number(stats.balance_coins)).toBeGreaterThan(0)
  expect(Number(body.worth_usd)).toBeCloseTo(Number(stats.balance_coins) * 0.02, 2)
  expect(Number(body.beyond_invested_usd)).toBeCloseTo(Number(body.worth_usd) - Number(stats.total_supply_usd), 2)
})

describe('a proof of the administrator', () => {
  test.each([
    { et_rate: '0.5' },
    { topup_coin_price: '0.5' },
    { referral_percentage: '50' },
    { step_up_usd: '9999999' },
    { request_limit_usd: '9999999' },
    { maturity_days: '1' },
    { deposit_address: address },
    { deposit_network: 'ERC20' },
    { deposit_instructions: 'Send it to me.' },
  ])('is needed for %j', async (changes) => {
    const before = await read()
    const { status, body } = await changeUnproven(changes)
    expect([status, body.code]).toEqual([401, 'step_up_required'])
    expect(await read()).toEqual(before)
    expect(published).toEqual([])
  })

  test('is not needed to stop the simulated movement, which stops for all at once', async () => {
    expect((await changeUnproven({ simulated_movement: false })).body.simulated_movement).toBe(false)
    expect(published).toEqual([toEveryone])
    expect((await call(site, getPlatformSettings, {}, {})).body.simulated_movement).toBe(false)
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'settings_changed',
      detail: { before: { simulated_movement: true }, after: { simulated_movement: false } },
    })
  })
})

test('a new referral percentage appears on every page', async () => {
  await change({ referral_percentage: '12.5' })
  expect((await call(site, getPlatformSettings, {}, {})).body.referral_percentage).toBe('12.5')
})

test('only one of two changes of the same revision succeeds, and equal values change nothing', async () => {
  const stale = await read()
  await changeUnproven({ simulated_movement: true })
  published = []
  const late = await changeUnproven({ revision: stale.revision, simulated_movement: false })
  expect([late.status, late.body.code]).toEqual([409, 'edited_meanwhile'])
  const now = await read()
  const audited = (await readAudit()).length
  const same = await changeUnproven({ simulated_movement: true, et_rate: `${now.et_rate}0`, deposit_address: '' })
  expect([same.status, same.body]).toEqual([200, now])
  expect([published, (await readAudit()).length]).toEqual([[], audited])

  const both = await Promise.all([
    changeUnproven({ revision: now.revision, simulated_movement: false }),
    changeUnproven({ revision: now.revision, simulated_movement: false }),
  ])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect((await read()).revision).toBe(now.revision + 1)
})

describe('the deposit address', () => {
  const deposit = async () => (await call(site, getDepositInstructions, {}, { cookie: member.cookie })).body

  test('is shown to members after the change, which is recorded', async () => {
    const erc = '0x52908400098527886E0F7030069857D2E4169EE7'
    const changes = { deposit_network: 'ERC20', deposit_address: erc, deposit_instructions: 'First.\n\nSecond.' }
    const { body } = await change(changes)
    expect(body.deposit_in_force).toEqual({ source: 'settings', address: erc, warnings: [] })
    expect(await deposit()).toMatchObject({ network: 'ERC20', address: erc, instructions: ['First.', 'Second.'] })
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'deposit_changed',
      detail: { before: { deposit_network: 'TRC20', deposit_address: null }, after: changes },
    })
    const later = { revision: body.revision + 1, updated_at: expect.any(String) as unknown }
    expect((await change({ topup_coin_price: '0.02' })).body).toEqual({ ...body, ...later, topup_coin_price: '0.02' })
    const taken = await change({ deposit_network: 'TRC20', deposit_address: '', deposit_instructions: '' })
    expect(taken.body).toMatchObject({
      deposit_address: null,
      deposit_instructions: null,
      deposit_in_force: { source: 'placeholder', address: 'DEMO-ADDRESS-DO-NOT-SEND-FUNDS', warnings: [] },
    })
    expect(await deposit()).toMatchObject({
      instructions: defaultDepositInstructions('TRC20'),
      are_instructions_usual: true,
    })
  })

  test.each([
    ['TRC20', address, []],
    ['TRC20', `${address.slice(0, -1)}F`, ['checksum']],
    ['TRC20', `${address}F`, ['checksum']],
    ['ERC20', address, ['network']],
    ['BEP20', '0x52908400098527886E0F7030069857D2E4169EE7', []],
    ['TRC20', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', ['network']],
    ['Solana', 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy', []],
  ])('is checked before it is saved: %s %s %j', async (network, text, warnings) => {
    const query = { network, address: text }
    expect((await call(site, contract.checkDeposit, { query }, { cookie: admin.cookie })).body).toEqual({ warnings })
  })

  test('must have a valid form and checksum and the right network, and is refused in its field otherwise', async () => {
    for (const nonsense of [
      'two words of text',
      'short',
      'https://example.org/pay',
      'TQn9\u202eY2khEsLJW',
      'x'.repeat(129),
    ]) {
      const { status, body } = await change({ deposit_address: nonsense })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['deposit_address']])
    }
    const before = await read()
    const mistyped = await change({ deposit_address: `${address.slice(0, -1)}F` })
    const other = await change({ deposit_network: 'ERC20', deposit_address: address })
    expect([mistyped.status, mistyped.body.fields, other.status, other.body.fields]).toEqual([
      400,
      { deposit_address: 'The checksum of this address is wrong: it has probably been mistyped.' },
      400,
      { deposit_address: 'This does not look like an address of this network.' },
    ])
    expect(await read()).toEqual(before)
  })
})

test('an invalid number, or one out of its range, is refused in its field', async () => {
  const cases: [keyof typeof contract.settingFields, unknown][] = [
    ...['0', '-0.01', '1000000.1', '0.000000001', '1e-3', 'NaN', '', 0.01].map((value) => ['et_rate', value] as never),
    ['topup_coin_price', '0'],
    ['referral_percentage', '100.1'],
    ['referral_percentage', '-1'],
    ['step_up_usd', '0.001'],
    ['request_limit_usd', '0'],
    ['request_limit_usd', '1000000000000.01'],
    ['simulated_movement', 'true'],
    ['deposit_network', ' '],
  ]
  const before = await read()
  for (const [field, value] of cases) {
    const { status, body } = await change({ [field]: value })
    expect([field, value, status, Object.keys(body.fields ?? {})]).toEqual([field, value, 400, [field]])
  }
  expect((await change({ is_step_up_usd_fixed: true } as never)).status).toBe(400)
  expect(await read()).toEqual(before)
})

test('values of the configuration are marked as such, and stay', async () => {
  const installation = {
    isProduction: true,
    isDemo: false,
    hasMailPage: false,
    depositAddress: address,
    stepUpUsd: '500',
  }
  const fixed = await createTestApp({}, { installation })
  try {
    const boss = await createAdmin(fixed)
    const settings = await read(fixed, boss)
    expect(settings.deposit_in_force).toEqual({ source: 'configuration', address, warnings: [] })
    expect(settings.is_step_up_usd_fixed).toBe(true)
    const { status, body } = await change({ step_up_usd: '1' }, fixed, boss)
    expect([status, body.code]).toEqual([422, 'setting_fixed'])
    const own = await change({ deposit_address: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' }, fixed, boss)
    expect(own.body.deposit_in_force).toMatchObject({ source: 'settings' })
  } finally {
    await fixed.close()
  }
})

test('the ledger takes terms from an active administrator only', async () => {
  const set = async (actorId: string) =>
    site.database.owner.query(`select ledger.set_settings($1, null, revision, '{}', null) from settings`, [actorId])
  await expect(set(member.userId)).rejects.toMatchObject({ constraint: 'forbidden' })
  const former = await createAdmin(site, 'Former Admin')
  await site.database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [former.userId])
  await expect(set(former.userId)).rejects.toMatchObject({ constraint: 'forbidden' })
})
