import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignRequests, getNextRequest, listAssignees, lookAtRequest } from '../../../../contract/desk.ts'
import { listQueue } from '../../../../contract/queue.ts'
import { decideRequest, submitTransferRequest } from '../../../../contract/requests.ts'
import type { Change } from '../../../platform/events/events.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../../tests/helpers/app.ts'
import { passHolds } from '../../../../tests/helpers/holds.ts'
import { giveCoins } from '../../../../tests/helpers/people.ts'
import { plantRequest } from '../../../../tests/helpers/planted-requests.ts'

let site: TestApp
let maya: Person
let noor: Person
let sender: Person
let recipient: Person
const changes: Change[] = []
beforeAll(async () => {
  site = await createTestApp()
  maya = await createAdmin(site, 'Maya Okafor')
  noor = await createAdmin(site, 'Noor Haddad', 'approver')
  sender = await createMember(site)
  recipient = await createMember(site)
  await giveCoins(site.database.ownerDb, maya.userId, sender.userId, 900_000)
  await passHolds(site.database.ownerDb, sender.userId)
  site.deps.events.subscribe((change) => changes.push(change))
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.owner.query('delete from request_looks')
  await site.database.owner.query('delete from request_assignments')
  await site.database.owner.query(`update profiles set duty = 'approver', status = 'Active' where id = $1`, [
    noor.userId,
  ])
  for (const id of await readPending()) await decide(maya, id, 'rejected')
  changes.length = 0
})

async function readPending(): Promise<string[]> {
  const { rows } = await site.database.owner.query<{ id: string }>(
    `select id from ledger.requests where status = 'pending' order by id`,
  )
  return rows.map(({ id }) => id)
}

async function decide(person: Person, requestId: string, status: 'approved' | 'rejected') {
  const input = { params: { userId: sender.userId, requestId }, body: { status, admin_notes: 'Seen.' } }
  return call(site, decideRequest, input, { cookie: person.cookie, key: randomUUID() })
}

async function sendCoins(coins = 1000): Promise<string> {
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'select member_id from profiles where id = $1',
    [recipient.userId],
  )
  const body = { recipient_member_id: rows[0]?.member_id ?? '', amount_coins: coins }
  const { body: made } = await call(site, submitTransferRequest, { body }, { cookie: sender.cookie, key: randomUUID() })
  return made.id
}

const look = (person: Person, requestId: string, isOpen = true) =>
  call(site, lookAtRequest, { params: { userId: sender.userId, requestId }, body: { is_open: isOpen } }, person)

const assign = (person: Person, requestIds: string[], assigneeId: string | null) =>
  call(
    site,
    assignRequests,
    {
      body: {
        requests: requestIds.map((id) => ({ user_id: sender.userId, request_id: id })),
        assignee_id: assigneeId,
      },
    },
    person,
  )

async function readQueue(person: Person, assigned?: 'mine' | 'none') {
  const query = { limit: 25, ...(assigned && { assigned }) }
  return (await call(site, listQueue, { params: { kind: 'transfer' }, query }, person)).body
}

async function readNext(person: Person, after?: string) {
  return (await call(site, getNextRequest, { query: after === undefined ? {} : { after } }, person)).body.next?.id
}

test('a look is seen by the others in the queue, ends by itself, and a renewal is no news', async () => {
  const id = await sendCoins()
  changes.length = 0
  expect((await look(maya, id)).body).toEqual({ request_id: id, assignee: null, lookers: [] })
  await look(maya, id)
  expect(changes).toEqual([{ topics: ['desk'], toAdmins: true }])
  const mayas = { id: maya.userId, full_name: 'Maya Okafor' }
  expect((await readQueue(noor)).claims).toEqual([{ request_id: id, assignee: null, lookers: [mayas] }])
  expect((await readQueue(maya)).claims).toEqual([])
  expect((await look(noor, id)).body.lookers).toEqual([mayas])
  await look(noor, id, false)
  await site.database.owner.query(`update request_looks set until = now() - interval '1 second'`)
  expect((await readQueue(noor)).claims).toEqual([])
  changes.length = 0
  await look(maya, id)
  await look(maya, id, false)
  await look(maya, id, false)
  expect(changes).toHaveLength(2)
  expect((await readQueue(noor)).claims).toEqual([])
})

test('a request that is decided, or does not exist, cannot be looked at', async () => {
  const id = await sendCoins()
  await decide(maya, id, 'rejected')
  expect((await look(noor, id)).status).toBe(200)
  expect((await look(noor, randomUUID())).body.code).toBe('not_found')
  const { rows } = await site.database.owner.query('select from request_looks')
  expect(rows).toEqual([])
})

test('an assignment is in the queue of each administrator, and narrows it to one’s own or to those of no administrator', async () => {
  const [first, second, third] = [await sendCoins(), await sendCoins(), await sendCoins()]
  expect((await assign(maya, [first, first, second], noor.userId)).body).toEqual({ count: 2 })
  await assign(noor, [second], maya.userId)
  const names = (queue: Awaited<ReturnType<typeof readQueue>>) =>
    queue.claims.map(({ request_id: id, assignee }) => [id, assignee?.full_name])
  expect(names(await readQueue(maya))).toEqual([
    [first, 'Noor Haddad'],
    [second, 'Maya Okafor'],
  ])
  const ids = async (person: Person, filter: 'mine' | 'none') =>
    (await readQueue(person, filter)).items.map(({ id }) => id)
  expect(await ids(noor, 'mine')).toEqual([first])
  expect(await ids(maya, 'mine')).toEqual([second])
  expect(await ids(maya, 'none')).toEqual([third])
  const query = { search: sender.email, assigned: 'none', limit: 25 } as const
  const found = await call(site, listQueue, { params: { kind: 'transfer' }, query }, maya)
  expect(found.body.items.map(({ id }) => id)).toEqual([third])
  expect((await assign(maya, [first, second], null)).body).toEqual({ count: 2 })
  expect((await readQueue(maya)).claims).toEqual([])
})

test('an assignment ends with the decision, and with the duty of its administrator', async () => {
  const [first, second] = [await sendCoins(), await sendCoins()]
  await assign(maya, [first, second], noor.userId)
  await decide(maya, first, 'approved')
  expect((await readQueue(maya)).claims.map(({ request_id: id }) => id)).toEqual([second])
  expect((await assign(maya, [first], noor.userId)).body).toEqual({ count: 0 })
  for (const change of [`duty = 'support'`, `status = 'Suspended'`]) {
    await assign(maya, [second], noor.userId)
    await look(noor, second)
    await site.database.owner.query(`update profiles set ${change} where id = $1`, [noor.userId])
    expect((await readQueue(maya)).claims).toEqual([])
    expect((await assign(maya, [second], noor.userId)).body.code).toBe('assignee_missing')
    const { body } = await call(site, listAssignees, {}, maya)
    expect(body.items).toEqual([{ id: maya.userId, full_name: 'Maya Okafor' }])
    await site.database.owner.query(`update profiles set duty = 'approver', status = 'Active' where id = $1`, [
      noor.userId,
    ])
    expect((await readQueue(maya)).claims).toEqual([])
  }
})

test('the next request is the oldest that no other administrator has or looks at, and goes on from the one before', async () => {
  expect(await readNext(maya)).toBeUndefined()
  const [first, second] = [await sendCoins(), await sendCoins()]
  const third = await sendCoins()
  expect(await readNext(maya)).toBe(first)
  expect(await readNext(maya, first)).toBe(second)
  expect(await readNext(maya, third)).toBe(first)
  await assign(noor, [first], noor.userId)
  await look(noor, second)
  expect(await readNext(maya)).toBe(third)
  expect(await readNext(maya, third)).toBeUndefined()
  expect(await readNext(noor)).toBe(first)
  await look(noor, second, false)
  expect(await readNext(maya, third)).toBe(second)
})

test('a request that is held or waits for another administrator is not next', async () => {
  const [first, second] = [await sendCoins(), await sendCoins()]
  const { owner } = site.database
  await owner.query(`insert into member_holds (user_id, cause) values ($1, 'password')`, [sender.userId])
  expect(await readNext(maya)).toBeUndefined()
  await passHolds(site.database.ownerDb, sender.userId)
  expect(await readNext(maya)).toBe(first)
  await owner.query(`insert into ledger.policies (subject, scope, outcome, over_usd) values ('money', 'single', 'second', 0)
                     on conflict (subject, scope, outcome) do update set over_usd = 0`)
  await owner.query('insert into ledger.approvals (user_id, request_id, administrator_id) values ($1, $2, $3)', [
    sender.userId,
    first,
    maya.userId,
  ])
  expect(await readNext(maya)).toBe(second)
  expect(await readNext(noor)).toBe(first)
  await owner.query('delete from ledger.policies')
})

test('two administrators who decide the same ten requests at once decide each of them once', async () => {
  const ids: string[] = []
  for (let count = 0; count < 10; count += 1) ids.push(await sendCoins())
  const answers = await Promise.all(
    [maya, noor].flatMap((person) => ids.map(async (id) => decide(person, id, 'approved'))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ body }) => body.code === 'already_processed')).toHaveLength(10)
  const { rows } = await site.database.owner.query<{ legs: number }>(
    `select count(*)::integer as legs from ledger.movements where leg = 'transfer' and request_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([{ legs: 10 }])
})

test('an overdue request is next before an older one that is not', async () => {
  await site.database.owner.query(`update packages set withdrawal_time = '24 hours' where id = $1`, [site.packageId])
  await site.database.owner.query('update profiles set package_id = $1 where id = $2', [site.packageId, sender.userId])
  const hour = 3600
  const planted = { userId: sender.userId, recipientId: recipient.userId }
  const older = await plantRequest(site.database, { ...planted, kind: 'transfer', age: 40 * hour })
  const late = await plantRequest(site.database, { userId: sender.userId, kind: 'withdrawal', age: 30 * hour })
  expect(await readNext(noor)).toBe(late)
  expect(await readNext(noor, late)).toBe(older)
  expect(await readNext(noor, older)).toBe(late)
})

test('a free request is next behind more of other administrators than are looked at', async () => {
  const planted = { userId: sender.userId, recipientId: recipient.userId, kind: 'transfer' } as const
  for (const age of [600, 30 * 24 * 3600]) {
    for (let count = 0; count <= 200; count += 1) await plantRequest(site.database, { ...planted, age })
    const taken = await readPending()
    for (let start = 0; start < taken.length; start += 50)
      await assign(maya, taken.slice(start, start + 50), noor.userId)
    const free = await plantRequest(site.database, { ...planted, age: age - 60 })
    expect(await readNext(maya)).toBe(free)
    expect(await readNext(maya, taken[0])).toBe(free)
    expect(await readNext(maya, free)).toBeUndefined()
  }
})
