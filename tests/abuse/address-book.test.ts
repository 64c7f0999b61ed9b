import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approvalWarnings } from '../../contract/approval-warnings.ts'
import { getOutgoingState } from '../../contract/holds.ts'
import { updateProfile } from '../../contract/own-profile.ts'
import { getRequestReview } from '../../contract/request-review.ts'
import { cancelRequest, decideRequest, submitWithdrawalRequest, type Request } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { addWalletAddress, listWalletAddresses, removeWalletAddress } from '../../contract/wallet-addresses.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import { expectNoViolations } from '../helpers/ledger.ts'
import { giveCoins } from '../helpers/people.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { callProven, readMailSubjects, requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})

const known = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const foreign = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'

/** A member with coins, who has had an address for long. */
beforeEach(async () => {
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  await setDefault(member, known)
  await passHolds(site.database.ownerDb, member.userId)
})

async function setDefault(person: Person, address: string) {
  const input = { params: { userId: person.userId }, body: { wallet_address: address } }
  expect((await callProven(site, person, updateProfile, input)).status).toBe(200)
}

async function add(address: string, person = member) {
  return callProven(site, person, addWalletAddress, { body: { wallet_address: address } })
}

async function list(person = member) {
  return (await call(site, listWalletAddresses, {}, { cookie: person.cookie })).body.items
}

async function remove(address: string) {
  const { id } = (await list()).find((listed) => listed.address === address) ?? { id: '' }
  return callProven(site, member, removeWalletAddress, { params: { addressId: id } })
}

async function withdraw(address?: string, person = member) {
  const body = { amount_coins: 1000, ...(address !== undefined && { wallet_address: address }) }
  return call(site, submitWithdrawalRequest, { body }, { cookie: person.cookie, key: randomUUID() })
}

async function approve({ id }: Pick<Request, 'id'>) {
  const params = { userId: member.userId, requestId: id }
  const body = { status: 'approved' as const, acknowledged: [...approvalWarnings] }
  return call(site, decideRequest, { params, body }, { cookie: admin.cookie, key: randomUUID() })
}

async function passHours(hours: number): Promise<void> {
  await site.database.owner.query('UPDATE wallet_addresses SET added_at = added_at - make_interval(hours => $1)', [
    hours,
  ])
}

/** Demands that a call is refused with this code, and that it changes no balance, request or address. */
async function expectNoEffect(attack: () => Promise<{ body: unknown }>, code: string): Promise<void> {
  const tables = [
    'ledger.accounts',
    'ledger.requests',
    'ledger.movements',
    'public.wallet_addresses',
    'public.profiles',
  ]
  const read = async () => {
    const digests = await readTableDigests(site.database.owner)
    return tables.map((table) => digests[table])
  }
  const before = await read()
  expect((await attack()).body).toMatchObject({ code })
  expect(await read()).toEqual(before)
}

test('an address that is added pays out no earlier than 24 h after its mail, and holds no other one [A221]', async () => {
  const { body } = await add(foreign)
  expect(body.items.map(({ address, is_default: isDefault }) => [address, isDefault])).toEqual([
    [known, true],
    [foreign, false],
  ])
  expect(body.items[0]?.usable_from).toBeNull()
  const inHours = (Date.parse(body.items[1]?.usable_from ?? '') - Date.now()) / 3_600_000
  expect(Math.round(inHours)).toBe(24)
  expect((await readMailSubjects(site, member))[0]).toBe('A withdrawal address was added')
  expect((await call(site, getOutgoingState, {}, { cookie: member.cookie })).body.hold).toBeNull()

  const { body: toNew } = await withdraw(foreign)
  expect(toNew.wallet_address).toBe(foreign)
  const params = { userId: member.userId, requestId: toNew.id }
  const { body: review } = await call(site, getRequestReview, { params }, { cookie: admin.cookie })
  expect(review.outgoing?.hold).toEqual({ cause: 'wallet_address', until: body.items[1]?.usable_from })
  await passHours(23)
  await expectNoEffect(() => approve(toNew), 'request_held')
  const { body: toKnown } = await withdraw()
  expect(toKnown.wallet_address).toBe(known)
  expect((await approve(toKnown)).status).toBe(200)
  await passHours(1)
  expect((await approve(toNew)).status).toBe(200)
})

test('a removed address is paid no more, and is new when it is added again [A222]', async () => {
  await add(foreign)
  await passHours(24)
  const { body: request } = await withdraw(foreign)
  expect((await remove(foreign)).body.items.map(({ address }) => address)).toEqual([known])
  expect((await readMailSubjects(site, member))[0]).toBe('A withdrawal address was removed')
  await expectNoEffect(() => approve(request), 'wallet_address_unlisted')
  await expectNoEffect(() => withdraw(foreign), 'wallet_address_unlisted')
  await add(foreign)
  await expectNoEffect(() => approve(request), 'request_held')
  const key = randomUUID()
  const cancelled = await call(
    site,
    cancelRequest,
    { params: { requestId: request.id } },
    { cookie: member.cookie, key },
  )
  expect(cancelled.status).toBe(200)
})

test('a change of the default holds everything, and the former default stays in the book [A223]', async () => {
  await add(foreign)
  await passHours(24)
  await setDefault(member, foreign)
  expect((await call(site, getOutgoingState, {}, { cookie: member.cookie })).body.hold?.cause).toBe('wallet_address')
  const { body: request } = await withdraw(known)
  await expectNoEffect(() => approve(request), 'request_held')
  expect((await list()).map(({ address, is_default: isDefault }) => [address, isDefault])).toEqual([
    [foreign, true],
    [known, false],
  ])
  await expectNoEffect(() => remove(foreign), 'wallet_address_default')
  await setDefault(member, '')
  expect((await list()).map(({ address }) => address)).toEqual([known])
})

test('a sixth address is refused, also of many that are added at once [A224]', async () => {
  const { app } = site.database
  await app.query(`INSERT INTO wallet_addresses (user_id, address) SELECT $1, 'T' || n FROM generate_series(1, 3) n`, [
    member.userId,
  ])
  const calls: Array<() => Promise<{ status: number }>> = []
  for (const letter of 'abc') {
    const input = { body: { wallet_address: `0x${letter.repeat(40)}` } }
    const headers = { [stepUpHeader]: await requestProof(site, member, addWalletAddress, input) }
    calls.push(() => call(site, addWalletAddress, input, { cookie: member.cookie, headers }))
  }
  const attempts = await Promise.all(calls.map((attempt) => attempt()))
  expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await list()).toHaveLength(5)
  await expectNoEffect(() => add(foreign), 'wallet_addresses_full')
  await expectNoEffect(() => add(known), 'wallet_address_listed')
  const input = { params: { userId: member.userId }, body: { wallet_address: foreign } }
  await expectNoEffect(() => callProven(site, member, updateProfile, input), 'wallet_addresses_full')
})

test('the book of another member is neither read, changed nor paid from, and no proof is spared [A225]', async () => {
  const thief = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, thief.userId, 5000)
  await add(foreign)
  expect(await list(thief)).toEqual([])
  await expectNoEffect(() => withdraw(known, thief), 'wallet_address_unlisted')
  const [, { id: addressId } = { id: '' }] = await list()
  const input = { params: { addressId } }
  await expectNoEffect(() => callProven(site, thief, removeWalletAddress, input), 'not_found')
  await expectNoEffect(() => call(site, removeWalletAddress, input, { cookie: member.cookie }), 'step_up_required')
  const body = { wallet_address: `0x${'a'.repeat(40)}` }
  await expectNoEffect(() => call(site, addWalletAddress, { body }, { cookie: member.cookie }), 'step_up_required')
  for (const text of ['', ' ', 'two\nlines', 'x'.repeat(129)]) await expectNoEffect(() => add(text), 'invalid_request')
})

test('the application cannot date an address back, nor put one in the place of another [A226]', async () => {
  await add(foreign)
  const { app } = site.database
  for (const statement of [
    "UPDATE wallet_addresses SET added_at = now() - interval '2 days'",
    `UPDATE wallet_addresses SET address = '${foreign}'`,
    `INSERT INTO wallet_addresses (user_id, address, added_at) VALUES ('${member.userId}', 'other', 'epoch')`,
    'TRUNCATE wallet_addresses',
  ]) {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})
