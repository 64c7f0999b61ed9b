import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWalletAddress, listWalletAddresses, removeWalletAddress } from '../../contract/wallet-addresses.ts'
import { changePassword } from '../../contract/recovery.ts'
import { call, createMember, createTestApp, password, type Person, type TestApp } from '../helpers/app.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { callProven } from '../helpers/two-factor.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ RATE_LIMITS: 'on' })
})
afterAll(async () => site.close())

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const add = async (person: Person) => callProven(site, person, addWalletAddress, { body: { wallet_address: address } })
async function remove(person: Person) {
  const { items } = (await call(site, listWalletAddresses, {}, { cookie: person.cookie })).body
  return callProven(site, person, removeWalletAddress, { params: { addressId: items[0]?.id ?? '' } })
}

test('a session and a password make thirty mailed changes in an hour, so they flood no mailbox [A260]', async () => {
  const [greedy, other] = [await createMember(site), await createMember(site)]
  for (let pair = 0; pair < 15; pair += 1) {
    expect([(await add(greedy)).status, (await remove(greedy)).status]).toEqual([200, 200])
  }
  const before = await readTableDigests(site.database.owner)
  expect((await add(greedy)).body.code).toBe('too_many_requests')
  const body = {
    currentPassword: password,
    password: 'another Horse Battery 8',
    retypePassword: 'another Horse Battery 8',
  }
  expect((await call(site, changePassword, { body }, { cookie: greedy.cookie })).body.code).toBe('too_many_requests')
  const after = await readTableDigests(site.database.owner)
  const traces = ['public.step_up_proofs', 'public.rate_limits', 'public.sessions']
  for (const table of traces) expect(delete before[table] && delete after[table]).toBe(true)
  expect(after).toEqual(before)
  expect((await add(other)).status).toBe(200)
}, 60_000)
