import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { submitTransferRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import { createPackage, expectNoViolations, submitPackage, decide } from '../helpers/ledger.ts'
import { createMember as createRow } from '../helpers/people.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
let recipientMemberId: string
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
  recipientMemberId = (await createRow(site.database.ownerDb)).memberId
})
afterAll(async () => site.close())

async function setDays(by: Person, days: string, isProven = true) {
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: owner.cookie })).body
  const input = { body: { revision, maturity_days: days } }
  return isProven
    ? callProven(site, by, changeSettings, input)
    : call(site, changeSettings, input, { cookie: by.cookie })
}

async function buyLargest(userId: string): Promise<void> {
  const pack = await createPackage(site.database, { coins: 100_000, bonusPercentage: '20' })
  await decide(site.database, owner.userId, userId, await submitPackage(site.database, userId, pack))
}

/** A member with an address, who has just bought 100,000 coins with a bonus of 20,000. */
async function createBuyer(): Promise<Person> {
  const buyer = await createMember(site)
  await site.database.owner.query('UPDATE profiles SET wallet_address = $2 WHERE id = $1', [
    buyer.userId,
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  ])
  await passHolds(site.database.ownerDb, buyer.userId)
  await buyLargest(buyer.userId)
  return buyer
}

const spend = { withdrawal: withdraw, transfer }

async function withdraw({ cookie }: Person, coins: number) {
  return call(site, submitWithdrawalRequest, { body: { amount_coins: coins } }, { cookie, key: randomUUID() })
}

async function transfer({ cookie }: Person, coins: number) {
  const body = { recipient_member_id: recipientMemberId, amount_coins: coins }
  return call(site, submitTransferRequest, { body }, { cookie, key: randomUUID() })
}

/** Demands that an attack is refused with a code and changes no balance, request or setting. */
async function expectNoEffect(attack: () => Promise<{ status: number; body: unknown }>, status: number, code: string) {
  const tables = ['ledger.accounts', 'ledger.requests', 'ledger.movements', 'ledger.maturing', 'public.settings']
  const read = async () => {
    const digests = await readTableDigests(site.database.owner)
    return tables.map((table) => digests[table])
  }
  const before = await read()
  const { status: got, body } = await attack()
  expect([got, (body as { code: string }).code]).toEqual([status, code])
  expect(await read()).toEqual(before)
}

test.each(['withdrawal', 'transfer'] as const)(
  'a bonus that has to mature does not leave by a %s, in one call or in parts [A186]',
  async (kind) => {
    expect((await setDays(owner, '14')).status).toBe(200)
    const buyer = await createBuyer()
    await expectNoEffect(() => spend[kind](buyer, 101_000), 422, 'coins_maturing')
    expect((await spend[kind](buyer, 60_000)).status).toBe(200)
    await expectNoEffect(() => spend[kind](buyer, 41_000), 422, 'coins_maturing')
    const calls = await Promise.all(Array.from({ length: 8 }, async () => spend[kind](buyer, 10_000)))
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(4)
    await expectNoEffect(() => spend[kind](buyer, 1000), 422, 'coins_maturing')
    const { body } = await call(site, getUserDashboardStats, { query: {} }, { cookie: buyer.cookie })
    expect(body).toMatchObject({ available_coins: '20000', maturing_coins: '20000' })
    expect(body.next_maturing?.coins).toBe('20000')
    const inDays = (Date.parse(body.next_maturing?.at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(inDays)).toBe(14)
    await expectNoViolations(site.database)
  },
)

test('the days are shortened by an owner with a proof alone, and for later credits only [A187]', async () => {
  expect((await setDays(owner, '14')).status).toBe(200)
  const buyer = await createBuyer()
  const approver = await createAdmin(site, 'Ada Approver', 'approver')
  await expectNoEffect(() => setDays(approver, '0', false), 403, 'duty_missing')
  await expectNoEffect(() => setDays(owner, '0', false), 401, 'step_up_required')
  await expectNoEffect(() => setDays(owner, '366'), 400, 'invalid_request')
  const { app } = site.database
  for (const statement of [
    'UPDATE settings SET maturity_days = 0',
    'UPDATE ledger.accounts SET last_matures_at = NULL',
    `UPDATE ledger.maturing SET matures_at = now()`,
    'DELETE FROM ledger.maturing',
    `SELECT ledger.trim_maturing('${buyer.userId}', NULL)`,
  ]) {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  await expect(
    app.query(`SELECT ledger.change_settings($1, 1, '{"maturity_days": "0"}', NULL)`, [randomUUID()]),
  ).rejects.toThrow('not_signed_in')
  expect((await setDays(owner, '0')).status).toBe(200)
  await expectNoEffect(() => withdraw(buyer, 101_000), 422, 'coins_maturing')
  // The 100,000 base coins of the first purchase, and all 120,000 of the second.
  await buyLargest(buyer.userId)
  expect((await withdraw(buyer, 220_000)).status).toBe(200)
})
