import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, createTestApp, type TestApp } from '../../../tests/helpers/app.ts'
import { findKnownDevice, rememberDevice, type Browser } from './devices.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

let site: TestApp
let userId: string
beforeAll(async () => {
  site = await createTestApp()
  userId = (await createMember(site)).userId
})
afterAll(async () => site.close())

async function remember(browser: Browser): Promise<string> {
  return inTransaction(site.database.appDb, (tx) => rememberDevice(tx, userId, browser)).then(({ cookie }) => cookie)
}

const elsewhere = '203.0.113.200'

test('a browser that signed in is known in any network, and its network for ninety days', async () => {
  const { appDb: db, owner } = site.database
  const cookie = await remember({ deviceCookie: undefined, network: '203.0.113.1' })
  expect(await findKnownDevice(db, userId, { deviceCookie: cookie, network: elsewhere })).toMatch(/^device /)
  expect(await findKnownDevice(db, userId, { deviceCookie: undefined, network: '203.0.113.1' })).toBe(
    'network 203.0.113.1',
  )
  expect(await findKnownDevice(db, userId, { deviceCookie: undefined, network: elsewhere })).toBeUndefined()
  expect(await findKnownDevice(db, undefined, { deviceCookie: cookie, network: '203.0.113.1' })).toBeUndefined()
  await owner.query(`UPDATE known_devices SET last_used_at = now() - interval '91 days'`)
  expect(await findKnownDevice(db, userId, { deviceCookie: undefined, network: '203.0.113.1' })).toBeUndefined()
  expect(await findKnownDevice(db, userId, { deviceCookie: cookie, network: elsewhere })).toMatch(/^device /)
})

test('a browser keeps its own cookie, but not a foreign one', async () => {
  const cookie = await remember({ deviceCookie: undefined, network: elsewhere })
  expect(await remember({ deviceCookie: cookie, network: elsewhere })).toBe(cookie)
  const planted = 'A'.repeat(43)
  expect(await remember({ deviceCookie: planted, network: elsewhere })).not.toBe(planted)
})

test('a browser in a new network is still known in its earlier one', async () => {
  const { appDb: db } = site.database
  const cookie = await remember({ deviceCookie: undefined, network: '203.0.113.30' })
  await remember({ deviceCookie: cookie, network: '203.0.113.31' })
  for (const network of ['203.0.113.30', '203.0.113.31']) {
    expect(await findKnownDevice(db, userId, { deviceCookie: undefined, network })).toBe(`network ${network}`)
  }
})

test('an account has at most twenty known browsers, the latest ones', async () => {
  const { appDb: db, owner } = site.database
  const first = await remember({ deviceCookie: undefined, network: '203.0.113.7' })
  for (let count = 0; count < 20; count += 1) {
    await remember({ deviceCookie: undefined, network: elsewhere })
  }
  expect((await owner.query('SELECT 1 FROM known_devices WHERE user_id = $1', [userId])).rowCount).toBe(20)
  expect(await findKnownDevice(db, userId, { deviceCookie: first, network: '203.0.113.7' })).toBeUndefined()
})

test('the database stores no cookie', async () => {
  const { owner } = site.database
  const cookie = await remember({ deviceCookie: undefined, network: elsewhere })
  const { rows } = await owner.query<{ token_hash: Buffer }>('SELECT token_hash FROM known_devices')
  const secret = Buffer.from(cookie, 'base64url')
  for (const { token_hash: hash } of rows) expect(hash.equals(secret)).toBe(false)
})
