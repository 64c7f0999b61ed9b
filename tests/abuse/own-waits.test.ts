import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwnWaits } from '../../contract/decision-times.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { cancelRequest } from '../../contract/requests.ts'
import { measureDecisions } from '../../server/money/requests/decision-times.ts'
import { call, createAdmin, createBuyer, setWallet, withDatabase, withdraw, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let member: Person
let other: Person
beforeAll(async () => {
  target = await startTarget({ RATE_LIMITS: 'off' })
  const admin = await createAdmin(target.server)
  member = await createBuyer(admin, { name: 'Mira Reader' })
  other = await createBuyer(admin, { name: 'Otto Other' })
  for (const person of [member, other]) await setWallet(person, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
})
afterAll(async () => target.stop())

test('a place in line tells a member nothing of others but their number [A318]', async () => {
  const before = await withdraw(other, 1000)
  const own = await withdraw(member, 1000)
  await expectUnchanged(target, async () => {
    const { status, body, text } = await attack(target, { method: 'GET', path: listOwnWaits.path, as: member })
    expect(status).toBe(200)
    expect(body).toEqual({
      items: [{ request_id: own.id, earlier: 1, held_until: null, second_check: null, usual: null }],
    })
    for (const secret of [before.id, before.number, other.userId, other.memberId, other.name])
      expect(text).not.toContain(secret)
    for (const query of [`user_id=${other.userId}`, `request_id=${before.id}`, 'kind=buy']) {
      expect((await attack(target, { method: 'GET', path: `${listOwnWaits.path}?${query}`, as: member })).status).toBe(
        400,
      )
    }
    expect((await attack(target, { method: 'GET', path: getRequestCounts.path, as: member })).status).toBe(403)
    expect((await attack(target, { method: 'GET', path: listOwnWaits.path })).status).toBe(401)
  })
})

test('requests that a member takes back at once move no figure [A319]', async () => {
  for (let count = 0; count < 6; count += 1) {
    const { id } = await withdraw(member, 1000)
    await call(member, cancelRequest, { params: { requestId: id } })
  }
  await withDatabase(target.server, measureDecisions)
  const { items } = await call(member, listOwnWaits, {})
  expect(items.length).toBeGreaterThan(0)
  expect(items.map(({ usual }) => usual)).toEqual(items.map(() => null))
})
