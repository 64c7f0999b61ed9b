import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { fillBooks } from '../../../tests/helpers/fill-books.ts'
import { decide, rollUpAll, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { plantEdit } from '../../../tests/helpers/planted-edits.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  await fillBooks(database)
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

interface Found {
  rule: string
  account_id: string | null
  stops: string
  is_settled: boolean
}

const verify = (kind: 'whole' | 'balances') => database.app.query('SELECT ledger.verify($1)', [kind])

async function listOpen(): Promise<Found[]> {
  const { rows } = await database.owner.query<Found>(
    `SELECT rule, account_id, stops, settled_at IS NOT NULL AS is_settled FROM ledger.findings
      WHERE released_at IS NULL ORDER BY rule, account_id`,
  )
  return rows
}

/** Releases all findings by hand, so that the next test begins with none. */
const clear = () => plantEdit(database, 'DELETE FROM ledger.findings')

async function holder(coins = 5000) {
  const member = await createMember(database.ownerDb)
  await giveCoins(database.ownerDb, adminId, member.id, coins)
  return member
}

test('in an honest world both runs find nothing, and note what they have read', async () => {
  await verify('whole')
  await verify('balances')
  expect(await listOpen()).toEqual([])
  const { rows } = await database.owner.query<{ kind: string; is_done: boolean; movements: string; accounts: string }>(
    'SELECT kind, finished_at >= started_at AS is_done, movements, accounts FROM ledger.verifications ORDER BY kind',
  )
  expect(rows).toMatchObject([
    { kind: 'balances', is_done: true },
    { kind: 'whole', is_done: true },
  ])
  expect(Number(rows[1]?.movements)).toBeGreaterThan(20)
  expect(Number(rows[1]?.accounts)).toBeGreaterThan(5)
})

test('a balance that was changed by one coin is found by both runs, with both figures', async () => {
  for (const kind of ['whole', 'balances'] as const) {
    const { id } = await holder()
    await plantEdit(database, 'UPDATE ledger.accounts SET available = available + 1 WHERE user_id = $1', [id])
    await verify(kind)
    const found = { rule: 'balance differs from its lines', account_id: id, stops: 'account', is_settled: false }
    expect(await listOpen()).toContainEqual(found)
    const { rows } = await database.owner.query(
      "SELECT expected, actual FROM ledger.findings WHERE rule = 'balance differs from its lines' AND account_id = $1",
      [id],
    )
    expect(rows).toEqual([{ expected: '5000 + 0', actual: '5001 + 0' }])
    await plantEdit(database, 'UPDATE ledger.accounts SET available = available - 1 WHERE user_id = $1', [id])
    await clear()
  }
})

const edits: [what: string, statement: string, back: string][] = [
  [
    'the amount of a movement',
    "UPDATE ledger.movements SET amount = amount + 1 WHERE user_id = $1 AND leg = 'hold'",
    "UPDATE ledger.movements SET amount = amount - 1 WHERE user_id = $1 AND leg = 'hold'",
  ],
  [
    'the amount of a request',
    'UPDATE ledger.requests SET amount_coins = 2000 WHERE user_id = $1',
    'UPDATE ledger.requests SET amount_coins = 1000 WHERE user_id = $1',
  ],
  [
    'the status of a request',
    "UPDATE ledger.requests SET status = 'approved', decided_at = now(), decided_by = user_id WHERE user_id = $1",
    "UPDATE ledger.requests SET status = 'pending', decided_at = NULL, decided_by = NULL WHERE user_id = $1",
  ],
  [
    'a line of the statement',
    'UPDATE ledger.lines SET available_after = available_after + 1 WHERE user_id = $1 AND version = 1',
    'UPDATE ledger.lines SET available_after = available_after - 1 WHERE user_id = $1 AND version = 1',
  ],
]
test.each(edits)(
  '%s that was changed stops the account, and is settled once it is right',
  async (_, statement, back) => {
    const { id } = await holder()
    await submit(database, id, 'withdrawal', 1000)
    await rollUpAll(database)
    // Nothing but the whole run looks at rows that no call has touched since.
    await verify('balances')
    await plantEdit(database, statement, [id])
    await verify('whole')
    const open = (await listOpen()).filter(({ account_id: account }) => account === id)
    expect(open.some(({ stops }) => stops === 'account')).toBe(true)
    expect(open.some(({ is_settled: isSettled }) => isSettled)).toBe(false)
    await plantEdit(database, back, [id])
    await verify('whole')
    expect((await listOpen()).filter(({ is_settled: isSettled }) => !isSettled)).toEqual([])
    await clear()
  },
)

test('an edit of a movement of a transfer stops both members', async () => {
  const [sender, recipient] = [await holder(), await holder()]
  const request = await submit(database, sender.id, 'transfer', 1000, { recipientMemberId: recipient.memberId })
  await decide(database, adminId, sender.id, request)
  await plantEdit(database, "UPDATE ledger.movements SET amount = 1001 WHERE user_id = $1 AND leg = 'transfer'", [
    sender.id,
  ])
  await verify('whole')
  const stopped = (await listOpen()).flatMap(({ account_id: account, stops }) => (stops === 'account' ? [account] : []))
  expect(new Set(stopped)).toEqual(new Set([sender.id, recipient.id]))
  await plantEdit(database, "UPDATE ledger.movements SET amount = 1000 WHERE user_id = $1 AND leg = 'transfer'", [
    sender.id,
  ])
  await clear()
})

test('a total that no account explains stops all approvals, and one that an account explains does not', async () => {
  const { id } = await holder()
  await rollUpAll(database)
  const setTotal = (by: number) =>
    plantEdit(database, `UPDATE ledger.totals SET coins = coins + ${by} WHERE operation = 'adjust_in'`)
  await setTotal(1)
  await verify('whole')
  expect(await listOpen()).toEqual([
    { rule: 'totals differ from the journal', account_id: null, stops: 'platform', is_settled: false },
  ])
  await setTotal(-1)
  await clear()
  await plantEdit(database, 'UPDATE ledger.accounts SET available = available + 1 WHERE user_id = $1', [id])
  await verify('whole')
  expect((await listOpen()).filter(({ account_id: account }) => account === null)).toEqual([
    { rule: 'coins are not conserved', account_id: null, stops: 'nothing', is_settled: false },
  ])
  await plantEdit(database, 'UPDATE ledger.accounts SET available = available - 1 WHERE user_id = $1', [id])
  await clear()
})

test('a day of the lists that was changed is a finding and stops nothing', async () => {
  await plantEdit(database, 'UPDATE ledger.daily SET count = count + 1')
  await verify('whole')
  expect(new Set((await listOpen()).map(({ stops }) => stops))).toEqual(new Set(['nothing']))
  await plantEdit(database, 'UPDATE ledger.daily SET count = count - 1')
  await clear()
})

test('the application can neither write nor remove a finding, and a finding keeps what it says', async () => {
  for (const statement of [
    "INSERT INTO ledger.findings (rule, stops, first_seen_at, last_seen_at) VALUES ('made up', 'platform', now(), now())",
    'UPDATE ledger.findings SET released_at = now()',
    'DELETE FROM ledger.findings',
    'UPDATE ledger.verifications SET finished_at = now()',
    'SELECT ledger.note_findings(now(), ARRAY[]::text[], ARRAY[]::uuid[], ARRAY[]::uuid[])',
  ]) {
    await expect(database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  await database.owner.query(
    "INSERT INTO ledger.findings (rule, stops, first_seen_at, last_seen_at) VALUES ('made up', 'nothing', now(), now())",
  )
  for (const statement of [
    "UPDATE ledger.findings SET rule = 'another'",
    'DELETE FROM ledger.findings',
    'TRUNCATE ledger.findings',
  ]) {
    await expect(database.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  await clear()
})

test('calls in flight are no findings: the verifier runs again and again during a burst', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => holder(50_000)))
  let isOver = false
  let runs = 0
  const watch = async (kind: 'whole' | 'balances') => {
    while (!isOver) {
      await verify(kind)
      runs += 1
    }
  }
  const play = async (member: { id: string }, other: { memberId: string } | undefined) => {
    for (let round = 0; round < 6; round += 1) {
      const sent = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: other?.memberId ?? '' })
      await decide(database, adminId, member.id, sent, round % 3 === 0 ? 'rejected' : 'approved')
      await database.owner.query('SELECT ledger.adjust($1, $2, $3, 1, $4, NULL)', [
        adminId,
        randomUUID(),
        member.id,
        'One more',
      ])
    }
  }
  const burst = Promise.all(members.map((member, n) => play(member, members[(n + 1) % members.length])))
  await Promise.all([
    burst.finally(() => {
      isOver = true
    }),
    watch('whole'),
    watch('balances'),
  ])
  expect(runs).toBeGreaterThan(3)
  expect(await listOpen()).toEqual([])
})
