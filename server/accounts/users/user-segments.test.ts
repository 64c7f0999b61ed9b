import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileStatuses } from '../../../contract/endpoints/profiles.ts'
import type { InputOf } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { userSorts } from '../../../contract/endpoints/users.ts'
import type { listUsers as operation } from '../../../contract/users.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import type { Database } from '../../platform/db/database-types.ts'
import { listUsers } from './list-users.ts'

type Query = InputOf<typeof operation>['query']
type Asked = Partial<Query> & Pick<Query, 'sort'>

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code, status)
     select 'Eve ' || i, 'eve' || i || '@example.org', 'M' || i, 'R' || i, case when i % 100 = 0 then 'Suspended' when i % 100 = 1 then 'Inactive' else 'Active' end
       from generate_series(1, 3000) i`,
  )
  await database.owner.query('vacuum analyze profiles')
})
afterAll(() => database.drop())

/** Returns the plans of the queries that a list runs on a database of some thousand people. */
async function plansOf(query: Asked): Promise<string> {
  const asked: CompiledQuery[] = []
  const pool = database.owner
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log(event) {
      asked.push(event.query)
    },
  })
  await listUsers(db, { order: 'asc', limit: 25, ...query })
  const plans: string[] = []
  for (const { sql, parameters } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
    plans.push(...rows.map((row) => row['QUERY PLAN']))
  }
  return plans.join('\n')
}

test.each(userSorts.filter((sort) => sort !== 'status'))(
  'an index serves the order by %s for each status, without reading rows that are not shown',
  async (sort) => {
    const plan = await plansOf({ sort })
    expect(plan.match(new RegExp(`Index Only Scan using profiles_by_${sort} `, 'g'))).toHaveLength(
      (sort === 'wallet' ? 2 : 1) * profileStatuses.length,
    )
    expect(plan).not.toContain('Seq Scan')
  },
)

test('an index serves the order by status, one status after the other', async () => {
  expect(await plansOf({ sort: 'status' })).not.toContain('Seq Scan')
  const plan = await plansOf({ sort: 'status', status: 'Suspended' })
  expect(plan).toContain('Index Only Scan using profiles_by_status ')
  expect(plan).not.toContain('Seq Scan')
})

test('an index serves a walk along an order', async () => {
  const plan = await plansOf({ sort: 'name', search: 'eve' })
  expect(plan.match(/Index Only Scan using profiles_by_name /g)).toHaveLength(profileStatuses.length)
  expect(plan).not.toContain('profiles_by_inner_gram')
})

test('an index serves a longer walk if the first steps promise a page, and the pages miss no person', async () => {
  // Thirty of three thousand match: too few within the first two thousand for a page, but enough to walk on.
  const plan = await plansOf({ sort: 'name', search: '99@' })
  expect(plan.match(/Index Only Scan using profiles_by_name /g)).toHaveLength(2 * profileStatuses.length)
  expect(plan).not.toContain('profiles_by_inner_gram')
  const found = await read({ sort: 'name', search: '99@', limit: 2 })
  expect(found.map(({ full_name }) => full_name).toSorted()).toEqual(
    Array.from({ length: 30 }, (_, hundreds) => `Eve ${hundreds * 100 + 99}`).toSorted(),
  )
})

test.each(['ada', 'ad'])('indexes serve the search for %j at the beginning of a name and inside it', async (search) => {
  const byName = await plansOf({ sort: 'name', search })
  expect(byName).toMatch(/Index Only Scan using profiles_by_name .*\n +Index Cond: .*\(lower\(full_name\)\) >= 'ad/)
  expect(byName).toContain('Bitmap Index Scan on profiles_by_inner_gram')
  const byDate = await plansOf({ sort: 'joined', search })
  expect(byDate).toMatch(/Scan (using|on) profiles_by_(head|name) .*\n +Index Cond: .*'ad/)
  expect(byDate).toContain('Bitmap Index Scan on profiles_by_inner_gram')
  expect(byName + byDate).not.toContain('Seq Scan')
})

test('a search finds the same people in each order, at the beginning of a name or inside it', async () => {
  await database.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code, status)
     select name, address, case when n = 2 then 'we-1x' else 'WE-1' || n end, 'W' || n, case when n % 3 = 0 then 'Suspended' else 'Active' end
       from unnest(array['Wilma Wu', 'WILMA', 'Wilmar', 'Wil Ma', 'Anna Wilma', 'Xaver', 'Zilma', 'wilma wu', 'We-1 Wong'],
                   array['wilma@mail.org', 'a@mail.org', 'b@mail.org', 'wilma-2@mail.org', 'c@mail.org', 'wilma.x@mail.org', 'd@mail.org', 'e@mail.org', 'f@mail.org'])
            with ordinality w (name, address, n)`,
  )
  const inOrder = await Promise.all(
    userSorts
      .flatMap((sort) => [{ sort, order: 'asc' } as const, { sort, order: 'desc' } as const])
      .map(async (query) => ({ query, people: await read({ ...query, limit: 100 }) })),
  )
  for (const search of ['wilma', 'Wilma W', 'ilma', 'Wi', 'w', 'wilma@', 'we-1', 'We', 'e-17', 'wilma-2@']) {
    const text = search.toLowerCase()
    const matches = ({ full_name, email, member_id }: Profile) => {
      const fields = [full_name, email, member_id ?? ''].map((field) => field.toLowerCase())
      if (text.length >= 3) return fields.some((field) => field.includes(text))
      return fields.some((field) => field.startsWith(text) || field.includes(` ${text}`))
    }
    for (const { query, people } of inOrder) {
      const expected = people.filter(matches).map(({ full_name }) => full_name)
      const found = (await read({ search, ...query, limit: 2 })).map(({ full_name }) => full_name)
      expect(found.length).toBeGreaterThan(0)
      expect([search, query, found]).toEqual([search, query, expected])
    }
  }
})

test('the search for a whole email address leaves its domain out of the index look-up, and finds that address alone', async () => {
  await database.owner.query(
    `insert into profiles (full_name, email, member_id, referral_code, status)
     select 'Anneliese', address, 'A' || n, 'A' || n, 'Active'
       from unnest(array['anneliese@example.org', 'x.anneliese@example.org.uk', 'anneliese@example.com']) with ordinality a (address, n)`,
  )
  const search = 'Anneliese@Example.org'
  const { rows } = await database.app.query<{ rare: string[]; common: string[] }>(
    `select rare_grams(lower($1)) as rare, rare_grams('e@examp') as common`,
    [search],
  )
  expect(rows[0]?.rare).toEqual(expect.arrayContaining(['eli', 'ann', 'e@e']))
  expect(rows[0]?.rare).not.toEqual(expect.arrayContaining(['exa']))
  // A text with too few rare parts is searched by all of its parts.
  expect(rows[0]?.common).toEqual(expect.arrayContaining(['exa']))
  const found = await read({ search, sort: 'name' })
  expect(found.map(({ email }) => email).toSorted()).toEqual(['anneliese@example.org', 'x.anneliese@example.org.uk'])
  expect(await read({ search: '@example.com', sort: 'name' })).toHaveLength(1)
})

/** Reads all pages of a list. */
async function read(query: Asked): Promise<Profile[]> {
  const people: Profile[] = []
  let cursor: string | undefined
  do {
    const page = await listUsers(database.appDb, { order: 'asc', limit: 25, ...query, cursor })
    people.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return people
}
