import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignRequests, getNextRequest, listAssignees, lookAtRequest } from '../../contract/desk.ts'
import { decideRequest, getRequest } from '../../contract/requests.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { submitPackage } from '../helpers/ledger.ts'
import { plantRequest } from '../helpers/planted-requests.ts'

let site: TestApp
let owner: Person
let approver: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site, 'Maya Okafor')
  approver = await createAdmin(site, 'Noor Haddad', 'approver')
  member = await createMember(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.owner.query('delete from request_looks')
  await site.database.owner.query('delete from request_assignments')
})

const buy = () => submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })

const look = (person: Person, requestId: string) =>
  call(site, lookAtRequest, { params: { userId: member.userId, requestId }, body: { is_open: true } }, person)

function assign(person: Person, ids: readonly string[], assigneeId: string | null) {
  const requests = ids.map((id) => ({ user_id: member.userId, request_id: id }))
  return call(site, assignRequests, { body: { requests, assignee_id: assigneeId } }, person)
}

function decide(person: Person, requestId: string, key: string = randomUUID()) {
  const input = {
    params: { userId: member.userId, requestId },
    body: { status: 'rejected' as const, admin_notes: 'No.' },
  }
  return call(site, decideRequest, input, { cookie: person.cookie, key })
}

async function countNotes(): Promise<number> {
  const { rows } = await site.database.owner.query<{ count: number }>(
    'select ((select count(*) from request_looks) + (select count(*) from request_assignments))::integer as count',
  )
  return rows[0]?.count ?? 0
}

test('no look and no assignment without a duty that decides, and no next request [A352]', async () => {
  const id = await buy()
  const others = [await createAdmin(site, 'Sam', 'support'), await createAdmin(site, 'Ada', 'auditor'), member]
  for (const person of others) {
    expect((await look(person, id)).status).toBe(403)
    expect((await assign(person, [id], owner.userId)).status).toBe(403)
    expect((await call(site, getNextRequest, { query: {} }, person)).status).toBe(403)
  }
  expect((await call(site, listAssignees, {}, member)).status).toBe(403)
  expect(await countNotes()).toBe(0)
})

test('an assignment keeps no other administrator from a decision, and gives no right to one [A353]', async () => {
  const [first, second] = [await buy(), await buy()]
  await assign(owner, [first, second], owner.userId)
  await look(owner, first)
  expect((await decide(approver, first)).status).toBe(200)
  const auditor = await createAdmin(site, 'Ada', 'auditor')
  expect((await assign(owner, [second], auditor.userId)).body.code).toBe('assignee_missing')
  expect((await decide(auditor, second)).status).toBe(403)
})

test('one administrator looks at five requests and has five hundred at most, with fifty in a call [A354]', async () => {
  const ids: string[] = []
  for (let count = 0; count < 501; count += 1) ids.push(await plantBuy())
  for (const id of ids.slice(0, 7)) await look(owner, id)
  expect(await countNotes()).toBe(5)
  expect((await assign(owner, ids.slice(0, 51), owner.userId)).status).toBe(400)
  for (let start = 0; start < 500; start += 50) {
    expect((await assign(owner, ids.slice(start, start + 50), owner.userId)).body.count).toBe(50)
  }
  expect((await assign(approver, ids.slice(500), owner.userId)).body.code).toBe('assignments_full')
  expect(await countNotes()).toBe(505)
})

const plantBuy = () =>
  plantRequest(site.database, { userId: member.userId, kind: 'transfer', age: 60, recipientId: owner.userId })

test('nothing is assigned to a member, to an unknown id or to a suspended administrator [A355]', async () => {
  const id = await buy()
  const former = await createAdmin(site, 'Former', 'approver')
  await site.database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [former.userId])
  for (const assigneeId of [member.userId, randomUUID(), former.userId]) {
    expect((await assign(owner, [id], assigneeId)).body.code).toBe('assignee_missing')
  }
  expect(await countNotes()).toBe(0)
})

test('a batch that is sent again, or by two at once, decides each request once [A356]', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, buy))
  const keys = new Map(ids.map((id) => [id, randomUUID()]))
  const answers = await Promise.all(
    [owner, owner, approver].flatMap((person) =>
      ids.map(async (id) => decide(person, id, person === owner ? keys.get(id) : randomUUID())),
    ),
  )
  expect(answers.every(({ status, body }) => status === 200 || body.code === 'already_processed')).toBe(true)
  const { rows } = await site.database.owner.query<{ calls: number }>(
    `select count(*)::integer as calls from ledger.commands where operation = 'reject' and request_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ calls: 4 }])
})

test('a look or an assignment reveals nothing to the member, and takes no other field [A357]', async () => {
  const id = await buy()
  await look(owner, id)
  await assign(owner, [id], owner.userId)
  const { body } = await call(site, getRequest, { params: { userId: member.userId, requestId: id } }, member)
  expect(JSON.stringify(body)).not.toContain('Maya')
  const params = { userId: member.userId, requestId: id }
  const foreign = { is_open: true, administrator_id: approver.userId }
  expect((await call(site, lookAtRequest, { params, body: foreign }, owner)).status).toBe(400)
  const row = { user_id: member.userId, request_id: id, status: 'approved' }
  expect((await call(site, assignRequests, { body: { requests: [row], assignee_id: null } }, owner)).status).toBe(400)
  expect(await countNotes()).toBe(2)
})
