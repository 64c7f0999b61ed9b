import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { getBuyQuote, submitBuyRequest } from '../../contract/requests.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { createPackage, expectNoViolations } from '../helpers/ledger.ts'
import { createUploadRow } from '../helpers/people.ts'
import { askForSecondOwner } from '../helpers/second-owner.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
let member: Person
let other: Person
let packs: { id: string; coins: number }[]
beforeAll(async () => {
  site = await createTestApp()
  await askForSecondOwner(site.database.owner)
  member = await createMember(site)
  other = await createMember(site)
  packs = [1000, 2000, 3000].map((coins) => ({ id: '', coins }))
  for (const pack of packs) pack.id = (await createPackage(site.database, { coins: pack.coins })).id
  await site.database.owner.query(`UPDATE settings SET unique_amounts = 'on'`)
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})

const choose = (number: number) => ({ amount_coins: packs[number]?.coins ?? 0, package_id: packs[number]?.id ?? '' })
const quote = async (by: Person, number = 0) =>
  (await call(site, getBuyQuote, { query: choose(number) }, { cookie: by.cookie })).body

async function buy(by: Person, fields: object, number = 0) {
  const payment_proof_id = await createUploadRow(site.database.ownerDb, by.userId)
  const body = { ...choose(number), payment_proof_id, ...fields }
  return call(site, submitBuyRequest, { body }, { cookie: by.cookie, key: randomUUID() })
}

const countReserved = async (userId: string) => {
  const { rows } = await site.database.owner.query('SELECT FROM ledger.reserved_amounts WHERE user_id = $1', [userId])
  return rows.length
}

test('a member neither chooses the last digits, nor buys on another quote, nor holds many amounts [A300]', async () => {
  const { quote_id: quoteId, usdt_tail: tail } = await quote(member)
  expect(tail).toMatch(/^0\.00\d{1,2}$/)
  for (const chosen of [{ usdt_tail: '0.0001' }, { usdt_amount: '10.0001' }]) {
    expect(await buy(other, chosen)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
  expect(await buy(other, { quote_id: quoteId })).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
  for (const number of [0, 1, 2, 0, 1, 2]) await quote(member, number)
  expect(await countReserved(member.userId)).toBe(1)
  const last = await quote(member)
  const made = await buy(member, { quote_id: last.quote_id })
  expect(made).toMatchObject({ status: 200, body: { usdt_amount: last.usdt_amount, usdt_tail: last.usdt_tail } })
})

test('one owner alone does not switch the amounts off, and neither does a caller without a proof [A301]', async () => {
  const [owner] = [await createAdmin(site), await createAdmin(site, 'Second Owner')]
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: owner.cookie })).body
  const body = { revision, unique_amounts: 'off' as const }
  const before = await readTableDigests(site.database.owner)
  const unproven = await call(site, changeSettings, { body }, { cookie: owner.cookie })
  expect([unproven.status, unproven.body.code]).toEqual([401, 'step_up_required'])
  const settingsOf = async () => (await readTableDigests(site.database.owner))['public.settings']
  expect(await settingsOf()).toBe(before['public.settings'])
  const alone = await callProven(site, owner, changeSettings, { body })
  expect(alone).toMatchObject({ status: 200, body: { is_proposed: true, unique_amounts: 'on' } })
  expect(await settingsOf()).toBe(before['public.settings'])
})
