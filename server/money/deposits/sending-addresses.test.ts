import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSendingAddress, listSendingAddresses, removeSendingAddress } from '../../../contract/sending-addresses.ts'
import { call, createMember, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { makeSender } from '../../../tests/helpers/transfers.ts'

let site: TestApp
let member: Person
beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(async () => {
  member = await createMember(site)
})
afterAll(async () => site.close())

const add = async (address: string, by = member) =>
  call(site, addSendingAddress, { body: { address } }, { cookie: by.cookie })
const list = async (by = member) => (await call(site, listSendingAddresses, {}, { cookie: by.cookie })).body.items

test('a member registers an address, which the database dates, and removes it again, on record', async () => {
  const address = makeSender()
  const before = Date.now()
  expect((await add(` ${address} `)).status).toBe(200)
  const [listed] = await list()
  expect(listed).toMatchObject({ address })
  expect(Math.abs(Date.parse(listed?.added_at ?? '') - before)).toBeLessThan(60_000)
  await call(site, removeSendingAddress, { params: { addressId: listed?.id ?? '' } }, { cookie: member.cookie })
  expect(await list()).toEqual([])
  const { rows } = await site.database.owner.query(
    `SELECT action FROM audit_events WHERE subject_id = $1 AND action LIKE 'sending%' ORDER BY created_at, id`,
    [member.userId],
  )
  expect(rows).toEqual([{ action: 'sending_address_added' }, { action: 'sending_address_removed' }])
})

test('a mistyped address, one of another network, one twice and a sixth are refused', async () => {
  const first = makeSender()
  await add(first)
  for (const [address, code] of [
    [`${first.slice(0, -1)}${first.endsWith('1') ? '2' : '1'}`, 'sending_address_invalid'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'sending_address_invalid'],
    [first, 'sending_address_listed'],
  ]) {
    expect((await add(address ?? '')).body).toMatchObject({ code })
  }
  for (let count = 1; count < 5; count += 1) await add(makeSender())
  expect((await add(makeSender())).body).toMatchObject({ code: 'sending_addresses_full' })
  expect(await list()).toHaveLength(5)
})

test('two members may register one address, and neither removes that of the other', async () => {
  const other = await createMember(site)
  const address = makeSender()
  await add(address)
  expect((await add(address, other)).status).toBe(200)
  const [own] = await list()
  const stolen = await call(
    site,
    removeSendingAddress,
    { params: { addressId: own?.id ?? '' } },
    { cookie: other.cookie },
  )
  expect(stolen.status).toBe(404)
  expect(await list()).toHaveLength(1)
})
