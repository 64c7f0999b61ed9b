import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalanceHistory, getUserDashboardData } from '../../contract/dashboards.ts'
import { listOwnWaits } from '../../contract/decision-times.ts'
import { exportRequests } from '../../contract/exports.ts'
import type { Operation } from '../../contract/operation.ts'
import { getReferralSummary, listReferrals } from '../../contract/referrals.ts'
import { listRequests, submitWithdrawalRequest } from '../../contract/requests.ts'
import { exportStatement, exportStatementSums, getStatement, getStatementSums } from '../../contract/statement.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { call, createAdmin, createBuyer, decide, setWallet, withdraw, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'

let target: Target
let admin: Person
let member: Person
let other: Person
beforeAll(async () => {
  target = await startTarget({ RATE_LIMITS: 'off' })
  admin = await createAdmin(target.server)
  member = await createBuyer(admin, { name: 'Mira Reader' })
  other = await createBuyer(admin, { name: 'Otto Other' })
})
afterAll(async () => target.stop())

const get = async ({ path }: Operation, query = '', as: Person | undefined = member) =>
  attack(target, { method: 'GET', path: `${path}?${query}`, as })

test('reads of members refuse unknown fields and values of another form', async () => {
  const operations = [
    getBalanceHistory,
    exportRequests,
    listReferrals,
    getReferralSummary,
    listRequests,
    listOwnWaits,
    getStatement,
    exportStatement,
    getStatementSums,
    exportStatementSums,
  ]
  const attempts: [Operation, string][] = [
    ...operations.flatMap((operation): [Operation, string][] => [
      [operation, `user_id=${other.userId}`],
      [operation, `p_user_id=${member.userId}`],
      [operation, '__proto__=1'],
      [operation, 'sort=password_hash'],
    ]),
    [getUserDashboardData, `user_id=${member.userId}`],
    [getUserDashboardStats, 'p_user_id=1'],
    [getBalanceHistory, 'range=1d'],
    [getBalanceHistory, 'range=30d&range=90d'],
    [exportRequests, 'kind=all'],
    [exportRequests, "status=approved'--"],
    [exportRequests, 'limit=1000000000'],
    [listReferrals, 'status=registered'],
    [getStatement, 'from=2026-02-30'],
    [getStatement, 'to=today'],
    ...[
      'limit=1000000000',
      'limit=-1',
      'cursor=',
      'cursor=0',
      'cursor=1.5',
      "cursor=1'%20or%20true--",
      'cursor=%00',
    ].map((query): [Operation, string] => [getStatement, query]),
    [exportStatement, "from=2026-01-01'--"],
    ...[getStatementSums, exportStatementSums].flatMap((operation): [Operation, string][] => [
      [operation, 'from=1999-12-31'],
      [operation, 'to=2026-13-01'],
      [operation, "to=2026-01-01'--"],
      [operation, 'period=2026'],
      [operation, 'cursor=1'],
    ]),
    ...[listReferrals, listRequests].flatMap((operation): [Operation, string][] => [
      [operation, 'limit=1000000000'],
      [operation, 'limit=-1'],
      [operation, 'limit=1.5'],
      [operation, 'cursor='],
      [operation, 'cursor=1'],
      [operation, `cursor=${member.userId}`],
      [operation, "cursor='%20or%20true--"],
      [operation, `cursor=${'A'.repeat(2000)}`],
      [operation, 'cursor=%00'],
    ]),
  ]
  await expectUnchanged(target, async () => {
    for (const [operation, query] of attempts) {
      const outcome = await get(operation, query)
      expect([operation.id, query, outcome.status, outcome.body?.code]).toEqual([
        operation.id,
        query,
        400,
        'invalid_request',
      ])
      expectNoInternals(outcome)
    }
  })
})

test('another member’s dashboard and figures do not exist for a member [A43]', async () => {
  await expectUnchanged(target, async () => {
    for (const operation of [getUserDashboardData, getUserDashboardStats]) {
      const outcome = await get(operation, `p_user_id=${other.userId}`)
      expect([outcome.status, outcome.body?.code]).toEqual([404, 'not_found'])
      expect((await get(operation, `p_user_id=${member.userId}`)).status).toBe(200)
    }
  })
})

test('an exported file contains no formulas, and the member’s own requests alone [A101]', async () => {
  const formulas = ['=HYPERLINK("https://evil.example","here")', '+1+1', '-1+1', '@SUM(A1:A9)']
  await setWallet(member, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  for (const formula of formulas) {
    const request = await call(member, submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    await decide(admin, request, 'rejected', formula)
    await freezeWallet(request.id, formula)
  }
  await withdraw(other, 1000)
  const { status, headers, text } = await get(exportRequests, 'kind=withdrawal')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="et-requests-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = text.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(formulas.length)
  for (const [at, formula] of formulas.toReversed().entries()) {
    const cell = formula.includes('"') ? `"'${formula.replaceAll('"', '""')}"` : `'${formula}`
    // The formula stands in the line twice: as the address and as the note.
    expect(lines[at]?.split(cell)).toHaveLength(3)
  }
  expect(text).not.toMatch(/(^|,|")[=+@-](?!\d+(\.\d+)?(,|$))/m)
  expect(text).not.toContain(other.memberId)
})

test('the sums of a statement, and their file, are of the caller’s lines alone [A316]', async () => {
  const sumsOf = async (person: Person) => (await call(person, getStatementSums, { query: {} })).closing_coins
  const before = await sumsOf(member)
  await decide(admin, await withdraw(other, 1000), 'approved')
  expect(await sumsOf(member)).toBe(before)
  const { text } = await get(exportStatementSums)
  expect(text.trimEnd().split('\r\n').at(-1)).toBe(`Closing balance,,${before},`)
  for (const operation of [getStatementSums, exportStatementSums]) {
    expect((await get(operation, '', admin)).status).toBe(403)
    expect((await attack(target, { method: 'GET', path: operation.path })).status).toBe(401)
  }
})

/** Writes such an address into a request. A withdrawal refuses it today, but older requests may have one. */
async function freezeWallet(requestId: string, address: string): Promise<void> {
  const client = await target.owner.connect()
  try {
    await client.query('begin; alter table ledger.requests disable trigger guard_change')
    await client.query('update ledger.requests set wallet_address = $1 where id = $2', [address, requestId])
    await client.query('alter table ledger.requests enable trigger guard_change; commit')
  } finally {
    client.release()
  }
}

test('the number of another member’s request gives no access [A135]', async () => {
  const { id, number } = await withdraw(other, 1000)
  await expectUnchanged(target, async () => {
    for (const path of [`search?q=${number}`, `all-requests?search=${number}`, `queues/withdrawal?search=${number}`]) {
      expect(await attack(target, { method: 'GET', path: `/api/${path}`, as: member })).toMatchObject({ status: 403 })
    }
    // A number does not serve as an id either, neither of the member's own request nor of another.
    const path = `/api/requests/${member.userId}/${number}`
    expect(await attack(target, { method: 'GET', path, as: member })).toMatchObject({ status: 400 })
  })
  const { text } = await attack(target, { method: 'GET', path: `/api/search?q=${number}`, as: admin })
  expect(text).toContain(id)
})
