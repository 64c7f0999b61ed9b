import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRecentRecipients as operation } from '../../../contract/recent-recipients.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { decide, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins, type MemberFixture } from '../../../tests/helpers/people.ts'
import * as ledger from '../ledger/ledger.ts'
import { listRecentRecipients } from './recent-recipients.ts'

let database: TestDatabase
let adminId: string

beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

async function createSender(): Promise<MemberFixture> {
  const sender = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, sender.id, 1_000_000)
  return sender
}
const createFriend = (fullName: string) => createMember(database.ownerDb, { fullName })
const send = (sender: MemberFixture, { memberId }: MemberFixture) =>
  submit(database, sender.id, 'transfer', 1000, { recipientMemberId: memberId })
const readNames = async ({ id }: MemberFixture) =>
  (await listRecentRecipients(database.appDb, id)).items.map(({ full_name }) => full_name)

test('the five latest recipients are listed once each, the latest first, with name and member id alone', async () => {
  const [sender, other] = [await createSender(), await createSender()]
  const friends = await Promise.all(['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map(createFriend))
  expect(await listRecentRecipients(database.appDb, sender.id)).toEqual({ items: [] })
  for (const friend of friends) await send(sender, friend)
  const [ada, bo] = friends
  if (!ada || !bo) throw new Error('no friends')
  await decide(database, adminId, sender.id, await send(sender, bo))
  await send(other, ada)
  const answer = await listRecentRecipients(database.appDb, sender.id)
  expect(answer.items.map(({ full_name }) => full_name)).toEqual(['Bo', 'Flo', 'Ed', 'Di', 'Cy'])
  expect(operation.output.parse(answer)).toEqual(answer)
  expect(answer.items[0]).toEqual({
    full_name: 'Bo',
    member_id: bo.memberId,
    last_sent_at: answer.items[0]?.last_sent_at,
  })
})

test('recipients who are inactive, or who never got the coins, are left out', async () => {
  const sender = await createSender()
  const [gone, wrong, refused, right] = [
    await createFriend('Gone'),
    await createFriend('Wrong'),
    await createFriend('Refused'),
    await createFriend('Right'),
  ]
  await send(sender, right)
  await send(sender, gone)
  await database.ownerDb.updateTable('profiles').set({ status: 'Suspended' }).where('id', '=', gone.id).execute()
  const requestId = await send(sender, wrong)
  await ledger.cancel(database.ownerDb, { token: null, userId: sender.id, key: randomUUID(), requestId })
  await decide(database, adminId, sender.id, await send(sender, refused), 'rejected')
  await submit(database, sender.id, 'withdrawal', 1000)
  expect(await readNames(sender)).toEqual(['Right'])
})

test('only the newest hundred transfers are read', async () => {
  const sender = await createSender()
  const [first, second, last] = [await createFriend('First'), await createFriend('Second'), await createFriend('Last')]
  await send(sender, first)
  await decide(database, adminId, sender.id, await send(sender, second))
  for (let count = 0; count < 98; count += 1) await send(sender, last)
  expect(await readNames(sender)).toEqual(['Last', 'Second', 'First'])
  await send(sender, last)
  expect(await readNames(sender)).toEqual(['Last', 'Second'])
})
