import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnWaits } from '../../../contract/decision-times.ts'
import { earlierMax } from '../../../contract/endpoints/decision-times.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { plantRequest } from '../../../tests/helpers/planted-requests.ts'
import { measureDecisions } from './decision-times.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(() => site.close())

const read = async (person: Person) => (await call(site, listOwnWaits, {}, person)).body.items

test('a member reads how many open requests of the kind came before', async () => {
  const [first, second] = [await createMember(site), await createMember(site)]
  const plant = (person: Person, age: number, kind: 'buy' | 'withdrawal' = 'buy') =>
    plantRequest(site.database, { userId: person.userId, kind, age })
  const early = await plant(first, 500)
  await plant(first, 400)
  const late = await plant(second, 300)
  const alone = await plant(second, 200, 'withdrawal')
  const decided = { userId: first.userId, kind: 'buy', age: 600, status: 'approved', decidedBy: admin.userId } as const
  await plantRequest(site.database, { ...decided, after: 50 })
  expect((await read(first)).find((wait) => wait.request_id === early)?.earlier).toBe(0)
  const waits = await read(second)
  expect(waits.map(({ request_id: id, earlier }) => [id, earlier])).toEqual([
    [alone, 0],
    [late, 2],
  ])
  expect(waits.map(({ usual }) => usual)).toEqual([null, null])

  for (const after of [60, 120, 180, 240, 300]) await plantRequest(site.database, { ...decided, age: 6000, after })
  await measureDecisions(site.deps.db)
  expect((await read(second)).map(({ usual }) => usual)).toEqual([null, { half_seconds: 120, most_seconds: 300 }])
})

test('a place is counted up to a limit', async () => {
  const [crowd, last] = [await createMember(site), await createMember(site)]
  await site.database.owner.query(
    `insert into ledger.requests (user_id, kind, amount_coins, rate, amount_usd, recipient_id)
     select $1, 'transfer', 1000, 0.01, 10, $2 from generate_series(1, ${earlierMax + 1})`,
    [crowd.userId, last.userId],
  )
  await plantRequest(site.database, { userId: last.userId, kind: 'transfer', age: -1, recipientId: crowd.userId })
  expect((await read(last)).map(({ earlier }) => earlier)).toEqual([earlierMax])
})

test('a withdrawal that is held says until when, and a buy is never held', async () => {
  const member = await createMember(site)
  await site.database.owner.query(`insert into member_holds (user_id, cause) values ($1, 'password')`, [member.userId])
  await plantRequest(site.database, { userId: member.userId, kind: 'withdrawal', age: 60 })
  await plantRequest(site.database, { userId: member.userId, kind: 'buy', age: 30 })
  const [buy, withdrawal] = await read(member)
  expect(buy?.held_until).toBeNull()
  expect(Date.parse(withdrawal?.held_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
})
