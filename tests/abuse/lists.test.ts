import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAllRequests, getAllRequestTotals, listAllRequests } from '../../contract/admin-request-list.ts'
import { operations } from '../../contract/operations.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import {
  exportTransactions,
  getTransactionTotals,
  listTransactionDays,
  listTransactions,
} from '../../contract/transactions.ts'
import type { Database } from '../../server/platform/db/database-types.ts'
import { buy, createAdmin, createMember, decide, prove, type Person } from '../helpers/api.ts'
import { createTestApp } from '../helpers/app.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'
import { createTestDatabase } from '../helpers/database.ts'

let target: Target
let admin: Person
let member: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  member = await createMember(target.server, { name: 'Percy Underscore' })
  await decide(admin, await buy(member, 'Gold'), 'approved', '=HYPERLINK("https://evil.example";"Paid")')
})
afterAll(async () => target.stop())

/** A read may roll settled transactions up into these tables. The books stay the same. */
const derived = [
  'rollup',
  'totals',
  'entries',
  'decided',
  'daily',
  'daily_members',
  'daily_decided',
  'daily_reports',
].map((name) => `ledger.${name}`)

async function get(path: string, query: Record<string, string>, as: Person = admin, headers = {}) {
  const started = performance.now()
  const address = `${path}?${new URLSearchParams(query).toString()}`
  const outcome = await attack(target, { method: 'GET', path: address, as, headers })
  expectNoInternals(outcome)
  return { ...outcome, ms: performance.now() - started }
}

async function getProven(operation: typeof exportTransactions | typeof exportAllRequests, query: { search?: string }) {
  return get(operation.path, query, admin, await prove(admin, operation, { query }))
}

const searched = [listTransactions, getTransactionTotals, listTransactionDays, listAllRequests, getAllRequestTotals]
const patterns = [
  '%',
  '_ercy',
  '%_'.repeat(50),
  '(a+)+$',
  '((((((((((.*)*)*)*)*)*)*)*)*)*x',
  `' or '1'='1`,
  `"; drop table ledger.lines; --`,
  String.raw`\' \\ \d [a-z]`,
  '$1 ${1} {{1}}',
  'BUY|BONUS',
  '\u{1F4A9}'.repeat(50),
]

/** Returns the number of rows that an answer holds or counts. */
function countFound({ body }: { body: unknown }): number {
  const { items, count, days } = body as { items?: unknown[]; count?: number | null; days?: { count: number }[] }
  return items?.length ?? count ?? days?.reduce((sum, day) => sum + day.count, 0) ?? -1
}

test.each(searched)('a search by $id takes each pattern literally, and answers quickly [A102]', async ({ path }) => {
  await expectUnchanged(
    target,
    async () => {
      for (const text of patterns) {
        const outcome = await get(path, { search: text })
        expect([text, outcome.status, countFound(outcome)]).toEqual([text, 200, 0])
        // A busy machine may be late once. A slow search is slow again.
        const { ms } = outcome.ms < 300 ? outcome : await get(path, { search: text })
        expect([text, ms < 300]).toEqual([text, true])
      }
      for (const text of ['x'.repeat(101), '%_'.repeat(2500), 'a\0b']) {
        expect((await get(path, { search: text })).status).toBe(400)
      }
      expect(countFound(await get(path, { search: 'percy underscore' }))).toBeGreaterThan(0)
    },
    derived,
  )
})

test('lists of transactions and requests take the offered orders, filters and pages alone [A103]', async () => {
  const other = '01920000-0000-7000-8000-000000000000'
  const wrong: [{ path: string }, Record<string, string>][] = [
    ...[listTransactions, exportTransactions].flatMap((operation): [{ path: string }, Record<string, string>][] =>
      [
        { sort: 'password_hash' },
        { sort: 'date; drop table ledger.lines' },
        { sort: '__proto__' },
        { order: ';drop' },
        { order: 'asc nulls first' },
        { type: "BUY' or true --" },
        { from: '2026-02-30' },
        { from: '-infinity' },
        { to: "now'" },
        { min_coins: '-1' },
        { min_coins: '1e9' },
        { max_coins: 'NaN' },
        { user_id: '1 or 1=1' },
        { columns: 'password_hash' },
      ].map((query) => [operation, query as Record<string, string>]),
    ),
    ...[listAllRequests, exportAllRequests].flatMap((operation): [{ path: string }, Record<string, string>][] =>
      [{ order: 'asc; drop' }, { sort: 'id' }, { kind: 'adjustment' }, { status: 'any' }, { from: '0001-01-01' }].map(
        (query) => [operation, query as Record<string, string>],
      ),
    ),
    ...[listTransactions, listAllRequests].flatMap((operation): [{ path: string }, Record<string, string>][] => [
      ...['101', '1e9', '1000000000', '-1', '0', '1.5', 'NaN', 'Infinity', '9'.repeat(40)].map(
        (limit): [{ path: string }, Record<string, string>] => [operation, { limit }],
      ),
      ...['x', 'a'.repeat(1001), encode(['1;drop', other]), encode(['all x', other]), encode(['all 1', 'x'])].map(
        (cursor): [{ path: string }, Record<string, string>] => [operation, { cursor }],
      ),
    ]),
    [listTransactionDays, { from: '2000-01-01', to: '2026-01-01' }],
  ]
  await expectUnchanged(
    target,
    async () => {
      for (const [{ path }, query] of wrong) {
        expect([path, query, (await get(path, query)).status]).toEqual([path, query, 400])
      }
    },
    derived,
  )
})

test('no list gives a page of another size than the offered ones [A103]', async () => {
  // An export asks for a proof before it reads its query. Its own test covers its limit.
  const lists = operations.filter(
    ({ method, query, stepUp }) => method === 'GET' && !stepUp && query?.def.shape['limit'],
  )
  expect(lists.length).toBeGreaterThan(10)
  await expectUnchanged(
    target,
    async () => {
      for (const { path, access } of lists) {
        const as = access.includes('admin') ? admin : member
        const own = path.replace(':userId', member.userId).replace(':kind', 'buy')
        for (const limit of ['101', '1000000000', '1e9', '0', '-1', '1.5', 'all']) {
          const { status, body } = await get(own, { limit }, as)
          expect([own, limit, status, body?.fields]).toEqual([own, limit, 400, body?.fields])
          expect(Object.keys(body?.fields ?? {})).toContain('limit')
        }
      }
    },
    derived,
  )
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('exports of all transactions and requests contain no formulas, are recorded, and are closed to members [A101]', async () => {
  const starts = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1']
  for (const start of starts) {
    await target.owner.query('update profiles set full_name = $1 where id = $2', [`${start},"x"`, member.userId])
    for (const operation of [exportTransactions, exportAllRequests]) {
      const { status, text, headers } = await getProven(operation, { search: member.email })
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('text/csv')
      expect(text).toContain(`,"'${start},""x""",`)
      // Amounts stay numbers.
      expect(text).toMatch(/,\d+(\.\d+)?,/)
    }
  }
  const requests = await getProven(exportAllRequests, {})
  expect(requests.text).toContain(`"'=HYPERLINK(""https://evil.example"";""Paid"")"`)
  const { rows } = await target.owner.query<{ actor_id: string; list: string; search: string }>(
    `select actor_id, detail ->> 'list' as list, detail ->> 'search' as search from audit_events where action = 'list_exported' order by id`,
  )
  expect(rows.slice(0, 2)).toEqual([
    { actor_id: admin.userId, list: 'transactions', search: member.email },
    { actor_id: admin.userId, list: 'requests', search: member.email },
  ])
  const everything = [...searched, exportTransactions, exportAllRequests]
  await expectUnchanged(target, async () => {
    for (const { path } of everything) expect((await get(path, {}, member)).status).toBe(403)
  })
})

test('a flood of visitors costs one read of the platform’s totals a second [A118]', async () => {
  const database = await createTestDatabase()
  const asked: string[] = []
  const dialect = new PostgresDialect({ pool: database.app })
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query.sql) })
  const site = await createTestApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' }, { db })
  try {
    asked.length = 0
    const [start, floodMs] = [performance.now(), 3_000]
    let answered = 0
    const flood = async (client: number) => {
      while (performance.now() - start < floodMs) {
        const headers = { 'x-forwarded-for': `203.0.113.${client}` }
        const { statusCode } = await site.app.inject({ url: getGlobalPlatformStats.path, headers })
        expect(statusCode).toBe(200)
        answered += 1
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    await Promise.all(Array.from({ length: 20 }, async (_, client) => flood(client)))
    expect(answered).toBeGreaterThan(200)
    const seconds = Math.ceil((performance.now() - start) / 1000)
    const looks = asked.filter((sql) => sql.includes('global_platform_stats'))
    expect(looks.length).toBeLessThanOrEqual(seconds)
    // No visitor causes a count, a look-up or a roll-up.
    expect(asked.filter((sql) => !looks.includes(sql))).toEqual([])
  } finally {
    await site.close()
    await database.drop()
  }
})
