import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createMember, createUploadRow } from '../../../tests/helpers/people.ts'
import { addTransfer, makeHash, makeSender } from '../../../tests/helpers/transfers.ts'
import { createEvents, type Change } from '../../platform/events/events.ts'
import { announceTransfers } from './announce-transfers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

/** Returns the members and the number of messages to administrators that the transactions bring. */
async function announce(hashes: string[]): Promise<{ userIds: string[]; toAdmins: number }> {
  const events = createEvents()
  const changes: Change[] = []
  events.subscribe((change) => changes.push(change))
  await announceTransfers(database.appDb, events, hashes)
  return {
    userIds: changes.flatMap(({ userIds = [] }) => userIds).toSorted((one, other) => one.localeCompare(other)),
    toAdmins: changes.filter(({ toAdmins }) => toAdmins).length,
  }
}

const seen = async (hash: string, units: bigint) =>
  database.owner.query(
    `INSERT INTO chain_transactions (hash, hint_units, listed_for, first_seen, due_at) VALUES ($1, $2, now(), now(), now())`,
    [hash, String(units)],
  )

test('members that have an open buy of the amount learn of a payment in a list, and no other person does', async () => {
  const [payer, other] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
  await submitPackage(database, payer.id, await createPackage(database, { coins: 11_000 }))
  await submitPackage(database, other.id, await createPackage(database, { coins: 12_000 }))
  const hash = makeHash()
  await seen(hash, 110_000_000n)
  expect(await announce([hash])).toEqual({ userIds: [payer.id], toAdmins: 0 })
})

test('administrators, those who name it, and those who registered its sender learn of a final transfer', async () => {
  const [namer, sender] = [await createMember(database.ownerDb), await createMember(database.ownerDb)]
  const [hash, from] = [makeHash(), makeSender()]
  const pack = await createPackage(database, { coins: 13_000 })
  const uploadId = await createUploadRow(database.ownerDb, namer.id)
  await submit(database, namer.id, 'buy', pack.coins, { packageId: pack.id, uploadId, transactionHash: `0x${hash}` })
  await database.owner.query(`INSERT INTO sending_addresses (user_id, address) VALUES ($1, $2)`, [sender.id, from])
  await addTransfer(database, { units: 1n, hash, from })
  const both = [namer.id, sender.id].toSorted((one, other) => one.localeCompare(other))
  expect(await announce([hash])).toEqual({ userIds: both, toAdmins: 1 })
})

test('no person learns of a transaction that fits nothing', async () => {
  const hash = makeHash()
  await seen(hash, 5n)
  expect(await announce([hash])).toEqual({ userIds: [], toAdmins: 0 })
})
