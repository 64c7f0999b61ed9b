import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchResultsMax } from '../../../contract/endpoints/search.ts'
import { searchEverything } from '../../../contract/search.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { decide, submit } from '../../../tests/helpers/ledger.ts'
import * as people from '../../../tests/helpers/people.ts'
import { cancel, rollUp, submit as submitAny } from '../../money/ledger/ledger.ts'

let site: TestApp
let admin: Person
let member: people.MemberFixture
let friend: people.MemberFixture
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  const { ownerDb } = site.database
  member = await people.createMember(ownerDb, { fullName: 'Ines Duarte' })
  friend = await people.createMember(ownerDb, { fullName: 'Lin Wei' })
  await people.buyPackage(ownerDb, admin.userId, member.id)
})
afterAll(async () => site.close())

async function search(q: string) {
  const { status, body } = await call(site, searchEverything, { query: { q } }, { cookie: admin.cookie })
  expect(status).toBe(200)
  return { members: body.members, requests: body.requests.map(({ id }) => id) }
}

async function transfer(): Promise<string> {
  return submit(site.database, member.id, 'transfer', 1000, { recipientMemberId: friend.memberId })
}

test('a person is found by name, email or member id, with their newest requests', async () => {
  const newest = [await transfer(), await transfer()].toReversed()
  for (const q of ['ines d', member.email.toUpperCase(), ` ${member.memberId} `]) {
    const { members, requests } = await search(q)
    expect(members).toEqual([
      { id: member.id, full_name: 'Ines Duarte', email: member.email, member_id: member.memberId, status: 'Active' },
    ])
    expect(requests.slice(0, 2)).toEqual(newest)
  }
  expect(await search('nobody at all')).toEqual({ members: [], requests: [] })
})

test('a request is found by its number in any spelling', async () => {
  await people.giveCoins(site.database.ownerDb, admin.userId, member.id, 1000)
  const id = await transfer()
  const { body } = await call(site, searchEverything, { query: { q: id } }, { cookie: admin.cookie })
  const number = body.requests[0]?.number ?? ''
  expect(number).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
  const spellings = [number, number.toLowerCase(), number.replaceAll('-', ''), ` ${number.replaceAll('-', ' ')} `]
  for (const q of [...spellings, number.replaceAll('0', 'o').replaceAll('1', 'I')]) {
    expect(await search(q)).toEqual({ members: [], requests: [id] })
  }
  // With the letter of another kind it is another number.
  expect((await search(number.replace('T', 'B'))).requests).toEqual([])
})

test('a request is found by its id, in any status', async () => {
  const [pending, approved, rejected, cancelled] = [
    await transfer(),
    await transfer(),
    await transfer(),
    await transfer(),
  ]
  await decide(site.database, admin.userId, member.id, approved)
  await decide(site.database, admin.userId, member.id, rejected, 'rejected')
  await cancel(site.database.ownerDb, { token: null, userId: member.id, key: randomUUID(), requestId: cancelled })
  const all = [pending, approved, rejected, cancelled]
  // The search finds requests that were decided just now, and the same ones in the settled history.
  for (const id of all) expect((await search(id.toUpperCase())).requests).toEqual([id])
  await rollUp(site.database.appDb)
  for (const id of all) expect((await search(id)).requests).toEqual([id])
  expect((await search(randomUUID())).requests).toEqual([])
})

test('a request is found by its transaction hash in any spelling', async () => {
  const hash = 'AB12'.repeat(16)
  const { requestId } = await submitAny(site.database.ownerDb, {
    token: null,
    userId: member.id,
    key: randomUUID(),
    kind: 'buy',
    coins: 1000,
    uploadId: await people.createUploadRow(site.database.ownerDb, member.id),
    usdtRate: '1',
    transactionHash: hash,
  })
  for (const q of [hash, hash.toLowerCase(), `0x${hash}`]) expect((await search(q)).requests).toEqual([requestId])
  expect((await search(hash.slice(1))).requests).toEqual([])
})

test('the search finds at most as many results as it shows', async () => {
  for (let count = 0; count <= searchResultsMax; count += 1) {
    await people.createMember(site.database.ownerDb, { fullName: 'Many Namesakes' })
    await transfer()
  }
  expect((await search('many namesakes')).members).toHaveLength(searchResultsMax)
  expect((await search('ines duarte')).requests).toHaveLength(searchResultsMax)
})
