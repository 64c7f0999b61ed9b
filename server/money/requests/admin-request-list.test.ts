import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add } from '../../../contract/money.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { listAllRequests as operation } from '../../../contract/admin-request-list.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { ModelComparison } from '../../../tests/helpers/model-comparison.ts'
import { step, type Step } from '../../../tests/helpers/ledger-steps.ts'
import * as ledger from '../ledger/ledger.ts'
import { rules } from '../ledger/model-rules.ts'
import { readAllRequestTotals } from './all-request-totals.ts'
import { listAllRequests } from './admin-request-list.ts'

type Query = InputOf<typeof operation>['query']
type Filter = Omit<Query, 'order' | 'cursor' | 'limit'>
type Row = Record<'id' | 'user_id' | 'kind' | 'status' | 'amount_coins' | 'day' | 'words' | 'number', string>

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const today = new Date().toISOString().slice(0, 10)
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const query = fc.record({
  filter: fc.record({
    kind: seldom(fc.constantFrom(...requestKinds)),
    status: seldom(fc.constantFrom(...requestStatuses)),
    search: seldom(fc.constantFrom('ada', 'a', 'example.org', 'nobody', '%', 'ET-1')),
    user: seldom(fc.nat(3)),
    from: seldom(fc.constantFrom('2026-01-01', today, '2900-01-01')),
    to: seldom(fc.constantFrom('2026-01-01', today, '2900-01-01')),
  }),
  numbered: seldom(fc.nat(200)),
  order: fc.constantFrom('newest' as const, 'oldest' as const),
  limit: fc.integer({ min: 1, max: 7 }),
})

test('the list of all requests and its sums are those of the requests at any moment, each with its status [ADMACT-01, ADMACT-02, ADMACT-03, ADMACT-04, ADMACT-05]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
      fc.array(query, { minLength: 12, maxLength: 12 }),
      async (taken: Step[], asked) => {
        const play = new ModelComparison(database, rules)
        await play.begin()
        const renamed = 'UPDATE profiles SET full_name = $1 WHERE id = $2'
        await database.owner.query(renamed, ['ada Lovelace', play.people[0]])
        for (const [n, next] of taken.entries()) {
          await play.take(next)
          if (n % 12 === 5) await ledger.rollUp(database.appDb)
        }
        const rows = await readJournal()
        for (const { filter, numbered, order, limit } of asked) {
          const { user, ...named } = filter
          const number = numbered === undefined ? undefined : rows[numbered % rows.length]?.number
          const rest = number === undefined ? named : { ...named, search: number }
          const criteria: Filter = user === undefined ? rest : { ...rest, user_id: play.people[user] }
          const matching = rows.filter((row) => matches(row, criteria))
          const expected = matching.map(({ id, status }) => [id, status]).toSorted(byId)
          expect([criteria, await readIds(criteria, order, limit)]).toEqual([
            criteria,
            order === 'newest' ? expected.toReversed() : expected,
          ])
          expect(await readAllRequestTotals(database.appDb, criteria)).toEqual({
            count: matching.length,
            coins: matching.reduce((sum, row) => add(sum, row.amount_coins), '0'),
          })
        }
      },
    ),
    { numRuns: Number(process.env['LIST_RUNS'] ?? 12), endOnFailure: true },
  )
}, 300_000)

const byId = ([one = '']: string[], [other = '']: string[]) => (one < other ? -1 : Number(one > other))

/** Reads all pages. Half of the time pages end early, as they do when a search reads very many requests. */
async function readIds(criteria: Filter, order: Query['order'], limit: number): Promise<string[][]> {
  const short = 5
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const page = await listAllRequests(
      database.appDb,
      { ...criteria, order, limit, cursor },
      limit % 2 ? short : undefined,
    )
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...page.items.map(({ id, status }) => [id, status]))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

function matches({ kind, status, user_id: userId, day, words, number }: Row, criteria: Filter): boolean {
  const search = criteria.search?.toLowerCase()
  return (
    (criteria.kind === undefined || kind === criteria.kind) &&
    (criteria.status === undefined || status === criteria.status) &&
    (criteria.user_id === undefined || userId === criteria.user_id) &&
    (criteria.from === undefined || day >= criteria.from) &&
    (criteria.to === undefined || day <= criteria.to) &&
    (search === undefined ||
      number.toLowerCase() === search ||
      words.toLowerCase().includes(search.length < 3 ? `\n${search}` : search))
  )
}

async function readJournal(): Promise<Row[]> {
  const { rows } = await database.owner.query<Row & { kind: RequestKind }>(
    `SELECT r.id, r.number, r.user_id, r.kind, r.status, r.amount_coins, to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
            E'\\n' || replace(p.full_name, ' ', E'\\n') || E'\\n' || p.email || E'\\n' || p.member_id AS words
       FROM ledger.requests r JOIN profiles p ON p.id = r.user_id`,
  )
  return rows.map((row) => ({ ...row, number: requestNumber(row.kind, row.number) }))
}
