import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getRequestReview } from '../../../contract/request-review.ts'
import { submitTransferRequest, submitWithdrawalRequest } from '../../../contract/requests.ts'
import { getUser } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { passHolds } from '../../../tests/helpers/holds.ts'
import { createPackage, decide, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createMember as createRow } from '../../../tests/helpers/people.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
  await site.database.owner.query('UPDATE settings SET maturity_days = 7')
  await site.database.owner.query('UPDATE profiles SET wallet_address = $2 WHERE id = $1', [
    member.userId,
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  ])
  await passHolds(site.database.ownerDb, member.userId)
})
afterAll(async () => site.close())

const details = async ({ userId }: Person) =>
  (await call(site, getUser, { params: { userId } }, { cookie: admin.cookie })).body
const review = async (requestId: string) => {
  const params = { userId: member.userId, requestId }
  return (await call(site, getRequestReview, { params }, { cookie: admin.cookie })).body
}

test('administrators read how many coins of a member wait and until when, on the page of the member and beside a request', async () => {
  expect(await details(member)).toMatchObject({ maturing: null })
  expect(await details(admin)).toMatchObject({ maturing: null })
  const pack = await createPackage(site.database, { coins: 100_000, bonusPercentage: '20' })
  const bought = await submitPackage(site.database, member.userId, pack)
  expect((await review(bought)).maturing).toBeNull()
  await decide(site.database, admin.userId, member.userId, bought)
  const { maturing } = await details(member)
  expect(maturing).toMatchObject({ coins: '20000', next: { coins: '20000' } })
  const days = (Date.parse(maturing?.next.at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)

  const { memberId } = await createRow(site.database.ownerDb)
  const as = () => ({ cookie: member.cookie, key: randomUUID() })
  const withdrawn = await call(site, submitWithdrawalRequest, { body: { amount_coins: 1000 } }, as())
  const sent = await call(
    site,
    submitTransferRequest,
    { body: { recipient_member_id: memberId, amount_coins: 1000 } },
    as(),
  )
  for (const { body } of [withdrawn, sent]) expect((await review(body.id)).maturing).toEqual(maturing)
  await decide(site.database, admin.userId, member.userId, sent.body.id)
  expect((await review(sent.body.id)).maturing).toBeNull()
})
