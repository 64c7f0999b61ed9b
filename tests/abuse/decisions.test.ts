import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { decideRequest, getRequest, type Request } from '../../contract/requests.ts'
import { withConnection } from '../../server/platform/db/connect.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import {
  buy,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  setWallet,
  transfer,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import {
  attack,
  expectNoInternals,
  expectUnchanged,
  startTarget,
  type AttackAnswer,
  type Target,
} from '../helpers/attack.ts'
import { builtInDatabaseUrl } from '../helpers/built-in-database.ts'
import { slipPicture } from '../helpers/screens.ts'
import { requesterId } from '../helpers/requester-id.ts'

let target: Target
let admin: Person
let rival: Person
let member: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  rival = await createAdmin(target.server, 'Rui Rival')
  member = await createBuyer(admin)
})
afterAll(async () => target.stop())

type Status = 'approved' | 'rejected'

async function tryToDecide(
  as: Person,
  userId: string,
  requestId: string,
  status: unknown,
  notes: unknown = 'Looked at',
): Promise<AttackAnswer> {
  return attack(target, {
    path: `/api/requests/${userId}/${requestId}/decision`,
    body: { status, admin_notes: notes },
    headers: { 'idempotency-key': randomUUID() },
    as,
  })
}

const tryOn = async (as: Person, request: Request, status: Status) =>
  tryToDecide(as, requesterId(request), request.id, status)

async function expectRefused(code: ErrorCode, work: () => Promise<AttackAnswer>): Promise<void> {
  const outcome = await expectUnchanged(target, work)
  expect([outcome.status, outcome.body?.code]).toEqual([errors[code].status, code])
  expectNoInternals(outcome)
}

async function countMovements(request: Request, legs: string[]): Promise<number> {
  const { rows } = await target.owner.query(
    'select leg from ledger.movements where request_id = $1 and leg = any($2)',
    [request.id, legs],
  )
  return rows.length
}

/** Makes an administrator of a member with the rights of the database's owner. No call of the API changes a role. */
async function promote({ userId }: Person): Promise<void> {
  await target.owner.query(
    `update profiles set role = 'admin', duty = 'owner', member_id = null, referral_code = null, wallet_address = null where id = $1`,
    [userId],
  )
}

test('a decided request never changes: no second decision moves coins [A74]', async () => {
  for (const [first, second] of [
    ['approved', 'rejected'],
    ['rejected', 'approved'],
    ['approved', 'approved'],
  ] as const) {
    for (const request of [await buy(member, 1000), await withdraw(member, 1000)]) {
      await decide(admin, request, first)
      await expectRefused('already_processed', async () => tryOn(rival, request, second))
    }
  }
})

test('of an approval and a rejection at once, one succeeds [A74]', async () => {
  const friend = await createMember(target.server)
  const requests = [await buy(member, 1000), await withdraw(member, 1000), await transfer(member, friend, 1000)]
  for (const request of requests) {
    const statuses: Status[] = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'approved' : 'rejected'))
    const outcomes = await Promise.all(
      statuses.map((status, at) => tryOn(at % 3 === 0 ? admin : rival, request, status)),
    )
    const winners = outcomes.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    expect(new Set(outcomes.filter((one) => one !== winners[0]).map(({ status }) => status))).toEqual(new Set([409]))
    const isApproved = outcomes.indexOf(winners[0] as AttackAnswer) % 2 === 0
    expect(await countMovements(request, ['buy', 'withdrawal', 'transfer'])).toBe(isApproved ? 1 : 0)
    expect(await countMovements(request, ['release'])).toBe(isApproved || request.kind === 'buy' ? 0 : 1)
  }
  expect((await target.owner.query('select * from ledger.violations')).rows).toEqual([])
})

test('a buy without a slip cannot be approved, even past the page [A75]', async () => {
  // A submission needs a slip, so only an old request can lack one.
  const { rows } = await target.owner.query<{ id: string }>(
    `select request_id as id from ledger.submit($1, $2, 'buy', 1000, null, null, null, 1)`,
    [member.userId, randomUUID()],
  )
  await expectRefused('slip_missing', async () => tryToDecide(admin, member.userId, rows[0]?.id ?? '', 'approved'))
})

test('a rejection of each kind needs a readable reason [A143]', async () => {
  const friend = await createMember(target.server)
  for (const request of [await buy(member, 1000), await withdraw(member, 1000), await transfer(member, friend, 1000)]) {
    for (const notes of ['', ' ', ' \n\t ']) {
      await expectRefused('reason_required', async () =>
        tryToDecide(admin, requesterId(request), request.id, 'rejected', notes),
      )
    }
    for (const notes of [null, 0, [], '\u200b', '\u2066\u2069']) {
      await expectRefused('invalid_request', async () =>
        tryToDecide(admin, requesterId(request), request.id, 'rejected', notes),
      )
    }
    expect((await tryToDecide(admin, requesterId(request), request.id, 'rejected', 'Not received.')).status).toBe(200)
  }
})

test('an approval must acknowledge exactly its warnings [A144]', async () => {
  const slip = await slipPicture()
  const waiting = [await buy(await createMember(target.server), 'Gold', slip)]
  waiting.push(await buy(await createMember(target.server), 'Gold', slip))
  const path = (request: Request) => `/api/requests/${requesterId(request)}/${request.id}/decision`
  for (const request of waiting) {
    const post = async (acknowledged: unknown) =>
      attack(target, {
        path: path(request),
        body: { status: 'approved', acknowledged },
        headers: { 'idempotency-key': randomUUID() },
        as: admin,
      })
    for (const acknowledged of [undefined, [], ['wallet_changed'], ['same_transaction_hash', 'rate_fallback']]) {
      await expectRefused('warning_unread', async () => post(acknowledged))
    }
    for (const acknowledged of ['same_file', ['all'], ['SAME_FILE'], [['same_file']], Array(20).fill('same_file')]) {
      await expectRefused('invalid_request', async () => post(acknowledged))
    }
    expect((await post(['same_file'])).status).toBe(request === waiting[0] ? 200 : 409)
  }
})

test('one payment is approved twice only with a reason, on record [A290]', async () => {
  const slip = await slipPicture()
  const members = [await createMember(target.server), await createMember(target.server)] as const
  const first = await buy(members[0], 'Gold', slip)
  const second = await buy(members[1], 'Gold', slip)
  const acknowledged = ['same_file']
  const post = async (request: Request, body: object, as = admin) =>
    attack(target, {
      path: `/api/requests/${requesterId(request)}/${request.id}/decision`,
      body: { status: 'approved', acknowledged, ...body },
      headers: { 'idempotency-key': randomUUID() },
      as,
    })
  const both = await Promise.all([post(first, {}), post(second, {}, rival)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const open = both[0].status === 200 ? second : first
  await expectRefused('payment_used_before', async () => post(open, {}))
  for (const reason of ['', 'right', ' '.repeat(20), 'x'.repeat(501), 7, null]) {
    await expectRefused('invalid_request', async () => post(open, { reuse_reason: reason }))
  }
  expect((await post(open, { reuse_reason: 'One transfer paid for both requests.' })).status).toBe(200)
  const { rows } = await target.owner.query(
    `select actor_id, detail->>'reason' as reason from audit_events where action = 'reuse_approved' and detail->>'requestId' = $1`,
    [open.id],
  )
  expect(rows).toEqual([{ actor_id: admin.userId, reason: 'One transfer paid for both requests.' }])
})

test('a warning that appears during an approval prevents it [A145]', async () => {
  const buyer = await createMember(target.server)
  const request = await buy(buyer, 'Gold')
  const client = await target.owner.connect()
  try {
    // The call has found no warnings, and waits for this client's lock on the request.
    await client.query(`begin; select from ledger.requests where id = '${request.id}' for update`)
    const underWay = tryOn(admin, request, 'approved')
    const countWaiting = async () =>
      (await client.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rows.length
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await client.query(`update profiles set status = 'Suspended' where id = '${buyer.userId}'; commit`)
    const { status, body } = await underWay
    expect([status, body]).toMatchObject([422, { code: 'warning_unread', warnings: ['owner_not_active'] }])
  } finally {
    client.release()
  }
  expect(await countMovements(request, ['buy', 'bonus', 'referral'])).toBe(0)
  await decide(admin, request, 'rejected')
})

test('no administrator decides their own request, one that pays them, or one that rewards them [A76]', async () => {
  const [self, recipient, referrer] = [
    await createBuyer(admin),
    await createMember(target.server),
    await createMember(target.server),
  ]
  const own = await buy(self, 1000)
  const received = await transfer(self, recipient, 1000)
  const friend = await createMember(target.server, { referredBy: referrer.memberId })
  const rewarding = await buy(friend, 'Gold')
  for (const person of [self, recipient, referrer]) await promote(person)
  for (const status of ['approved', 'rejected'] as const) {
    await expectRefused('forbidden', async () => tryOn(self, own, status))
    await expectRefused('forbidden', async () => tryOn(recipient, received, status))
    await expectRefused('forbidden', async () => tryOn(referrer, rewarding, status))
  }
})

test('an administrator who has just lost the role cannot decide, even in a call under way [A77]', async () => {
  const leaver = await createAdmin(target.server, 'Leo Leaver')
  const request = await withdraw(member, 1000)
  const leave = `update profiles set status = 'Inactive' where id = '${leaver.userId}'`
  const client = await target.owner.connect()
  try {
    // The call has passed the access check. The call and its decision wait for this client's lock on the table.
    await client.query('begin; lock table ledger.requests in access exclusive mode')
    const underWay = tryOn(leaver, request, 'approved')
    // Background work may wait for the same lock.
    await withConnection(builtInDatabaseUrl(target.server.dataDir, 'superuser'), async (superuser) => {
      const countWaiting = async () =>
        (
          await superuser.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ledger.make_decision(%'`,
          )
        ).rows.length
      await expect.poll(countWaiting).toBe(1)
    })
    await client.query(leave)
    await client.query('commit')
    const { status, body } = await underWay
    expect([status, body?.code]).toEqual([403, 'forbidden'])
  } finally {
    client.release()
  }
  await expectUnchanged(target, async () => {
    const { status } = await tryOn(leaver, request, 'approved')
    expect([401, 403]).toContain(status)
  })
  expect(await countMovements(request, ['withdrawal', 'release'])).toBe(0)
  await decide(admin, request, 'rejected')
})

test('a decision names one request by its ids, and takes no other fields [A78]', async () => {
  const request = await buy(member, 1000)
  const strange = ['0', '-1', '1.5', '1 OR 1=1', "' or '1'='1", '*', 'null', '%00', request.id.slice(0, -1), '..%2f..']
  await expectUnchanged(target, async () => {
    for (const id of strange) {
      const encoded = id.includes('%') ? id : encodeURIComponent(id)
      for (const outcome of [
        await tryToDecide(admin, member.userId, encoded, 'approved'),
        await tryToDecide(admin, encoded, request.id, 'approved'),
      ]) {
        expect([400, 404]).toContain(outcome.status)
        expectNoInternals(outcome)
      }
    }
    expect((await tryToDecide(admin, member.userId, randomUUID(), 'approved')).status).toBe(404)
    expect((await tryToDecide(admin, rival.userId, request.id, 'approved')).status).toBe(404)
    const many = Array.from({ length: 10_000 }, () => request.id)
    const headers = { 'idempotency-key': randomUUID() }
    const path = buildUrl(decideRequest, { params: { userId: member.userId, requestId: request.id } })
    for (const body of [
      { status: 'approved', ids: many.slice(0, 51) },
      { status: 'approved', request_id: [request.id] },
      { status: ['approved'] },
      { status: 'cancelled' },
      { status: 'pending' },
      [{ status: 'approved' }],
    ]) {
      expect((await attack(target, { path, body, headers, as: admin })).status).toBe(400)
    }
    // No call of this site may carry so many ids.
    const flood = await attack(target, { path, body: { status: 'approved', ids: many }, headers, as: admin })
    expect([400, 413]).toContain(flood.status)
    const list = `/api/requests/${member.userId}/${many.slice(0, 50).join(',')}/decision`
    expect([400, 404, 414]).toContain((await attack(target, { path: list, body: {}, headers, as: admin })).status)
  })
})

test('other members, the recipient among them, cannot read the notes and the wallet of a sender [A117]', async () => {
  const recipient = await createBuyer(admin, { name: 'Rhea Recipient' })
  const sender = await createBuyer(admin, { name: 'Sven Sender' })
  await setWallet(sender, 'THPvaUhoh2Qn2y9THCZML3H815hhFhn5YC')
  const sent = await decide(admin, await transfer(sender, recipient, 1000), 'approved', 'Note-for-the-sender')
  const rejected = await decide(admin, await transfer(sender, recipient, 1000), 'rejected', 'Note-for-the-sender')

  const reads = operations.filter(({ method, path }: Operation) => method === 'GET' && !path.includes(':'))
  const paths = [
    ...reads.map(({ path }) => path),
    ...[sent, rejected].flatMap(({ id }) =>
      [sender, recipient].map(({ userId }) => buildUrl(getRequest, { params: { userId, requestId: id } })),
    ),
    `/api/rpc/get_user_dashboard_data?p_user_id=${recipient.userId}`,
  ]
  // Any read may trigger a roll-up of settled transactions into these tables.
  const sums = ['daily', 'daily_decided', 'daily_members', 'daily_reports', 'decided', 'entries', 'rollup', 'totals']
  const answers = await expectUnchanged(
    target,
    async () => Promise.all(paths.map((path) => attack(target, { method: 'GET', path, as: recipient }))),
    sums.map((table) => `ledger.${table}`),
  )
  // The recipient has read the amount, but no secret of the sender.
  expect(answers.filter(({ text }) => text.includes('TRANSFER_IN')).length).toBeGreaterThan(0)
  for (const { text } of answers)
    for (const secret of ['Note-for-the-sender', 'THPvaUhoh2Qn2y9THCZML3H815hhFhn5YC', sender.email])
      expect(text).not.toContain(secret)
})
