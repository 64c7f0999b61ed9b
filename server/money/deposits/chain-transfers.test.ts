import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainTransfer } from '../../../contract/chain-transfers.ts'
import type { ChainTransferList } from '../../../contract/endpoints/chain-transfers.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { listChainTransfers } from './chain-transfers.ts'

let database: TestDatabase
let adminId: string
let coins = 10_000
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(async () => database.drop())

interface Query {
  search?: string
  cursor?: string
  limit?: number
}
const list = async (name: ChainTransferList, { limit = 50, ...query }: Query = {}, isWatched = true) =>
  listChainTransfers(database.appDb, { list: name, limit, ...query }, isWatched)
const find = async (name: ChainTransferList, search: string): Promise<ChainTransfer | undefined> =>
  (await list(name, { search })).items[0]
const isIn = async (name: ChainTransferList, hash: string) => (await find(name, hash)) !== undefined

async function buy(transactionHash?: string): Promise<{ userId: string; id: string; units: bigint }> {
  const { id: userId } = await createMember(database.ownerDb)
  const pack = await createPackage(database, { coins: (coins += 1_000) })
  const uploadId = await createUploadRow(database.ownerDb, userId)
  const id = await submit(database, userId, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash })
  return { userId, id, units: BigInt(coins) * 10_000n }
}

async function noteRefund(hash: string, refundHash = makeHash()): Promise<string> {
  await database.owner.query('SELECT ledger.note_refund($1, $2, 0, $3, $4)', [adminId, hash, refundHash, 'Sent twice'])
  return refundHash
}

test('transfers without a use come newest first, page by page, each once', async () => {
  const hashes = []
  for (let minutes = 1; minutes <= 5; minutes += 1)
    hashes.push((await addTransfer(database, { units: 123_456_789n, minutes })).hash)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list('unallocated', { search: '123.456789', limit: 2, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.items.map(({ hash }) => hash))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(hashes.toReversed())
})

test.each(['x', Buffer.from('["2026",1,2]').toString('base64url'), Buffer.from('[]').toString('base64url')])(
  'the cursor %s is refused',
  async (cursor) => {
    await expect(list('unallocated', { cursor })).rejects.toThrow(Refusal)
  },
)

test('a search finds a hash in any spelling, the address of a sender, and an exact amount', async () => {
  const from = makeSender()
  const { hash } = await addTransfer(database, { units: 987_654_321n, from })
  for (const search of [hash, `0x${hash.toUpperCase()}`, from, '987.654321', '987,654321'])
    expect((await find('unallocated', search))?.hash).toBe(hash)
  for (const search of [makeHash(), makeSender(), '987.65', `%`, hash.slice(1)])
    expect(await find('unallocated', search)).toBeUndefined()
})

test('a transfer that open buys fit suggests them, with the reasons', async () => {
  const { hash, ...named } = { hash: makeHash(), ...(await buy()) }
  const from = makeSender()
  await database.owner.query('INSERT INTO sending_addresses (user_id, address) VALUES ($1, $2)', [named.userId, from])
  await addTransfer(database, { units: named.units, hash, from, minutes: 1 })
  const other = await buy(hash)
  const found = await find('unallocated', hash)
  expect(found).toMatchObject({ is_payable: true, pays: null, refund: null })
  expect(found?.suggestions.map(({ request_id: id, reasons, status }) => [id, reasons, status])).toEqual([
    [other.id, ['named'], 'pending'],
    [named.id, ['amount', 'sender'], 'pending'],
  ])
  expect(found?.suggestions[0]?.number).toMatch(/^B-/)
})

test('a transfer is disputed once an open buy names it and a second member claims it', async () => {
  const { hash } = await addTransfer(database, { units: 5_000_001n, from: makeSender() })
  await buy(hash)
  expect([await isIn('disputed', hash), (await find('unallocated', hash))?.is_disputed]).toEqual([false, false])
  await buy(hash)
  expect([await isIn('disputed', hash), (await find('unallocated', hash))?.is_disputed]).toEqual([true, true])
  await noteRefund(hash)
  expect([await isIn('disputed', hash), await isIn('refunded', hash)]).toEqual([false, true])
})

test('a refund is confirmed by the exact amount to the sender alone, and says so if it could not be checked', async () => {
  const from = makeSender()
  const { hash } = await addTransfer(database, { units: 8_000_000n, from })
  const refundHash = await noteRefund(hash)
  const check = async (isWatched = true) =>
    (await list('refunded', { search: hash }, isWatched)).items[0]?.refund?.check
  expect(await check(false)).toBe('not_checked')
  expect(await check()).toBe('waiting')
  const set = async (values: string) =>
    database.owner.query(`UPDATE payout_transactions SET ${values} WHERE hash = $1`, [refundHash])
  await set(`problem = 'unknown'`)
  expect(await check()).toBe('not_found')
  await set(`problem = 'timed_out'`)
  expect(await check()).toBe('could_not_check')
  await set(`problem = NULL, outcome = 'succeeded', block_number = 1, block_time = now(), judged_at = now()`)
  expect(await check()).toBe('differs')
  const log = `INSERT INTO payout_logs (hash, log_index, contract, is_token, from_address, to_address, units)
               VALUES ($1, $2, 'the token', true, 'T-ours', $3, $4)`
  await database.owner.query(log, [refundHash, 0, from, '7999999'])
  expect(await check()).toBe('differs')
  await database.owner.query(log, [refundHash, 1, from, '8000000'])
  expect(await check()).toBe('confirmed')
})
