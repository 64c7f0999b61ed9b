import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '../../contract/operation.ts'
import type { Profile } from '../../contract/profiles.ts'
import { listUsers, userSorts, type UserSort } from '../../contract/users.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../../tests/helpers/app.ts'
import { createMember, type MemberFixture } from '../../tests/helpers/people.ts'
import type { Database } from '../db/database-types.ts'
import { listUsers as readUsers } from './list-users.ts'

let site: TestApp
let admin: Person
let members: MemberFixture[]
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  members = []
  const people = [
    { fullName: 'Zoë Ünal', walletAddress: 'TZ9' },
    { fullName: 'ada Lovelace', status: 'Suspended', walletAddress: null },
    { fullName: 'Ada Byron', walletAddress: 'TA1' },
    { fullName: 'Лев Толстой', status: 'Inactive', walletAddress: null },
    { fullName: 'Marta Lovell', walletAddress: 'TA1' },
    { fullName: 'Ben Adams', walletAddress: null },
  ] as const
  for (const person of people) members.push(await createMember(site.database.ownerDb, person))
})
afterAll(async () => site.close())

type Query = CallInput<typeof listUsers>['query']

async function list(query: Query = {}): Promise<Profile[]> {
  const { status, body } = await call(site, listUsers, { query }, { cookie: admin.cookie })
  expect([query, status]).toEqual([query, 200])
  return body.items
}

async function namesFor(query: Query): Promise<string[]> {
  return (await list({ sort: 'name', order: 'asc', ...query })).map(({ full_name }) => full_name)
}

/** Every page of a list, two people at a time. */
async function readPages(query: Query): Promise<Profile[]> {
  const people: Profile[] = []
  let cursor: string | undefined
  do {
    const { body } = await call(
      site,
      listUsers,
      { query: { ...query, limit: 2, ...(cursor && { cursor }) } },
      { cookie: admin.cookie },
    )
    expect(body.items.length).toBeLessThanOrEqual(2)
    people.push(...body.items)
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return people
}

test('administrators see everybody with an account, by default the newest first [ADMUSERS-01, ADMUSERS-04, GUARD-12]', async () => {
  const ids = (await list()).map(({ id }) => id)
  expect(ids).toEqual([...members.map(({ id }) => id).toReversed(), admin.userId])
})

describe('a search', () => {
  test.each([
    ['lovel', ['ada Lovelace', 'Marta Lovell']],
    ['  ADA ', ['Ada Byron', 'ada Lovelace', 'Ben Adams']],
    ['a l', ['ada Lovelace', 'Marta Lovell']],
    ['ТОЛСТ', ['Лев Толстой']],
    ['ÜNAL', ['Zoë Ünal']],
    ['nobody', []],
  ])('finds %j in a name, in any case [ADMUSERS-02]', async (search, names) => {
    expect(await namesFor({ search })).toEqual(names)
  })

  test('finds an email and a member id, in part and in any case [ADMUSERS-02]', async () => {
    const [zoe, lovelace] = members
    expect(await namesFor({ search: zoe?.email.toUpperCase() ?? '' })).toEqual(['Zoë Ünal'])
    expect(await namesFor({ search: lovelace?.memberId.toLowerCase() ?? '' })).toEqual(['ada Lovelace'])
    expect(await namesFor({ search: lovelace?.memberId.slice(-8) ?? '' })).toEqual(['ada Lovelace'])
    expect(await namesFor({ search: admin.email })).toEqual(['Grace Hopper'])
  })

  test.each([
    '%',
    '_',
    '%%%',
    'a_a',
    'Ada%',
    '\\',
    "'; drop table profiles --",
    '\\d+',
    '.*',
    'lovelace\nada',
    'ada\\nmember',
  ])('takes %j for itself', async (search) => {
    expect(await namesFor({ search })).toEqual([])
  })

  test('of one or two characters finds beginnings of words', async () => {
    expect(await namesFor({ search: 'l' })).toEqual(['ada Lovelace', 'Marta Lovell'])
    expect(await namesFor({ search: 'AD' })).toEqual(['Ada Byron', 'ada Lovelace', 'Ben Adams', 'Grace Hopper'])
    expect(await namesFor({ search: 'е' })).toEqual([])
  })

  test('goes with a filter, any order and pages', async () => {
    expect(await namesFor({ search: 'ada', status: 'Suspended' })).toEqual(['ada Lovelace'])
    for (const sort of userSorts) {
      const query = { sort, search: 'example.org' }
      expect((await readPages(query)).map(({ id }) => id)).toEqual((await list(query)).map(({ id }) => id))
    }
  })

  test.each(['\0', 'ada\0', 'x'.repeat(101)])('refuses %j', async (search) => {
    const { status } = await call(site, listUsers, { query: { search } }, { cookie: admin.cookie })
    expect(status).toBe(400)
  })
})

describe('an order', () => {
  const keys: Record<UserSort, (person: Profile) => string | null> = {
    name: (person) => person.full_name.toLowerCase(),
    member_id: (person) => person.member_id,
    wallet: (person) => person.wallet_address,
    status: (person) => person.status,
    joined: (person) => person.created_at,
  }
  /** Whoever has no key comes last both ways; whoever has the same one comes in the order of joining. */
  function sorted(people: Profile[], sort: UserSort, sign: 1 | -1): Profile[] {
    const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
    return people.toSorted((a, b) => {
      const [keyA, keyB] = [keys[sort](a), keys[sort](b)]
      if (keyA === null || keyB === null)
        return Number(keyA === null) - Number(keyB === null) || sign * compare(a.id, b.id)
      return sign * (compare(keyA, keyB) || compare(a.id, b.id))
    })
  }

  test.each(userSorts.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s, %s, is the same on one page and over several [ADMUSERS-03]',
    async (sort, order) => {
      const people = await list({ sort, order })
      const expected = sorted(people, sort, order === 'asc' ? 1 : -1).map(({ id }) => id)
      expect(people).toHaveLength(members.length + 1)
      expect(people.map(({ id }) => id)).toEqual(expected)
      expect((await readPages({ sort, order })).map(({ id }) => id)).toEqual(expected)
    },
  )

  test('goes on where a page ended, though that person has changed since', async () => {
    const [first, second] = await Promise.all([list({ sort: 'name', order: 'asc' }), readFirst()])
    await site.database.owner.query(`update profiles set full_name = 'Zuzana' where id = $1`, [first[1]?.id])
    const { body } = await call(
      site,
      listUsers,
      { query: { sort: 'name', order: 'asc', cursor: second } },
      { cookie: admin.cookie },
    )
    expect(body.items[0]?.id).toBe(first[2]?.id)
    await site.database.owner.query(`update profiles set full_name = $2 where id = $1`, [
      first[1]?.id,
      first[1]?.full_name,
    ])
  })

  async function readFirst(): Promise<string> {
    const { body } = await call(
      site,
      listUsers,
      { query: { sort: 'name', order: 'asc', limit: 2 } },
      { cookie: admin.cookie },
    )
    return body.next_cursor ?? ''
  }

  test('can be narrowed to a status', async () => {
    expect((await list({ status: 'Inactive' })).map(({ full_name }) => full_name)).toEqual(['Лев Толстой'])
    expect(await list({ status: 'Active' })).toHaveLength(5)
  })

  test.each([
    'x',
    'bm8',
    Buffer.from('["2026-01-01 00:00:00+00","x"]').toString('base64url'),
    Buffer.from(`["now","${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}"]`).toString('base64url'),
    Buffer.from(`[{},"${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}"]`).toString('base64url'),
    Buffer.from(`["99999999999999999","${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}"]`).toString('base64url'),
  ])('refuses the cursor %j', async (cursor) => {
    const { status } = await call(site, listUsers, { query: { cursor } }, { cookie: admin.cookie })
    expect(status).toBe(400)
  })
})

describe('an index', () => {
  beforeAll(async () => {
    await site.database.owner.query(
      `insert into profiles (full_name, email, member_id, referral_code, status)
       select 'Eve ' || i, 'eve' || i || '@example.org', 'M' || i, 'R' || i, case when i % 100 = 0 then 'Suspended' when i % 100 = 1 then 'Inactive' else 'Active' end
         from generate_series(1, 3000) i`,
    )
    await site.database.owner.query('vacuum analyze profiles')
  })

  /** The plans of what a list asks of a database with some thousand people. */
  async function plansOf(query: Pick<Query, 'sort' | 'status' | 'search'> & { sort: UserSort }): Promise<string> {
    const asked: CompiledQuery[] = []
    const pool = site.database.owner
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      log(event) {
        asked.push(event.query)
      },
    })
    await readUsers(db, { order: 'asc', limit: 25, ...query })
    const plans: string[] = []
    for (const { sql, parameters } of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    return plans.join('\n')
  }

  test.each(userSorts.filter((sort) => sort !== 'status'))(
    'serves the order by %s, for each status, and holds all that is read of those who are not shown',
    async (sort) => {
      const plan = await plansOf({ sort })
      expect(plan.match(new RegExp(`Index Only Scan using profiles_by_${sort} `, 'g'))).toHaveLength(
        sort === 'wallet' ? 6 : 3,
      )
      expect(plan).not.toContain('Seq Scan')
    },
  )

  test('serves the order by status, one after the other', async () => {
    expect(await plansOf({ sort: 'status' })).not.toContain('Seq Scan')
    const plan = await plansOf({ sort: 'status', status: 'Suspended' })
    expect(plan).toContain('Index Only Scan using profiles_by_status ')
    expect(plan).not.toContain('Seq Scan')
  })

  test('serves a walk along an order', async () => {
    const plan = await plansOf({ sort: 'name', search: 'eve' })
    expect(plan.match(/Index Only Scan using profiles_by_name /g)).toHaveLength(3)
    expect(plan).not.toContain('profiles_by_inner_gram')
  })

  test('serves a longer walk where the first steps promise a page, and the pages miss nobody', async () => {
    // Thirty of three thousand: too few among the first two thousand, and enough of them to go on.
    const plan = await plansOf({ sort: 'name', search: '99@' })
    expect(plan.match(/Index Only Scan using profiles_by_name /g)).toHaveLength(6)
    expect(plan).not.toContain('profiles_by_inner_gram')
    const found = await readPages({ sort: 'name', order: 'asc', search: '99@' })
    expect(found.map(({ full_name }) => full_name).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, hundreds) => `Eve ${hundreds * 100 + 99}`).toSorted(),
    )
  })

  test.each(['ada', 'ad'])('serves the search for %j: at the beginning of a name, and inside', async (search) => {
    const byName = await plansOf({ sort: 'name', search })
    expect(byName).toMatch(/Index Only Scan using profiles_by_name .*\n +Index Cond: .*\(lower\(full_name\)\) >= 'ad/)
    expect(byName).toContain('Bitmap Index Scan on profiles_by_inner_gram')
    const byDate = await plansOf({ sort: 'joined', search })
    expect(byDate).toMatch(/Scan (using|on) profiles_by_(head|name) .*\n +Index Cond: .*'ad/)
    expect(byDate).toContain('Bitmap Index Scan on profiles_by_inner_gram')
    expect(byName + byDate).not.toContain('Seq Scan')
  })

  test('finds the same in any order, whether a name begins with the text or has it elsewhere', async () => {
    await site.database.owner.query(
      `insert into profiles (full_name, email, member_id, referral_code, status)
       select name, address, 'WE-1' || n, 'W' || n, case when n % 3 = 0 then 'Suspended' else 'Active' end
         from unnest(array['Wilma Wu', 'WILMA', 'Wilmar', 'Wil Ma', 'Anna Wilma', 'Xaver', 'Zilma', 'wilma wu', 'We-1 Wong'],
                     array['wilma@mail.org', 'a@mail.org', 'b@mail.org', 'wilma-2@mail.org', 'c@mail.org', 'wilma.x@mail.org', 'd@mail.org', 'e@mail.org', 'f@mail.org'])
              with ordinality w (name, address, n)`,
    )
    const inOrder = await Promise.all(
      userSorts
        .flatMap((sort) => [{ sort, order: 'asc' } as const, { sort, order: 'desc' } as const])
        .map(async (query) => ({ query, people: await readAll(query) })),
    )
    for (const search of ['wilma', 'Wilma W', 'ilma', 'Wi', 'w', 'wilma@', 'we-1', 'We', 'e-17', 'wilma-2@']) {
      const text = search.toLowerCase()
      const isWanted = ({ full_name, email, member_id }: Profile) => {
        const fields = [full_name, email, member_id ?? ''].map((field) => field.toLowerCase())
        if (text.length >= 3) return fields.some((field) => field.includes(text))
        return fields.some((field) => field.startsWith(text) || field.includes(` ${text}`))
      }
      for (const { query, people } of inOrder) {
        const expected = people.filter(isWanted).map(({ full_name }) => full_name)
        const found = (await readPages({ search, ...query })).map(({ full_name }) => full_name)
        expect(found.length).toBeGreaterThan(0)
        expect([search, query, found]).toEqual([search, query, expected])
      }
    }
  })

  async function readAll(query: Query): Promise<Profile[]> {
    const people: Profile[] = []
    let cursor: string | undefined
    do {
      const input = { query: { ...query, limit: 100, ...(cursor && { cursor }) } }
      const { body } = await call(site, listUsers, input, { cookie: admin.cookie })
      people.push(...body.items)
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    return people
  }

  test('is not asked for the domain of an address, which very many have, and finds that address and no other', async () => {
    await site.database.owner.query(
      `insert into profiles (full_name, email, member_id, referral_code, status)
       select 'Anneliese', address, 'A' || n, 'A' || n, 'Active'
         from unnest(array['anneliese@example.org', 'x.anneliese@example.org.uk', 'anneliese@example.com']) with ordinality a (address, n)`,
    )
    const search = 'Anneliese@Example.org'
    const { rows } = await site.database.app.query<{ rare: string[]; common: string[] }>(
      `select rare_grams(lower($1)) as rare, rare_grams('e@examp') as common`,
      [search],
    )
    expect(rows[0]?.rare).toEqual(expect.arrayContaining(['eli', 'ann', 'e@e']))
    expect(rows[0]?.rare).not.toEqual(expect.arrayContaining(['exa']))
    // Where hardly anything else is left of a text, it is asked for as it is.
    expect(rows[0]?.common).toEqual(expect.arrayContaining(['exa']))
    const found = await list({ search, sort: 'name', order: 'asc' })
    expect(found.map(({ email }) => email).toSorted()).toEqual(['anneliese@example.org', 'x.anneliese@example.org.uk'])
    expect(await list({ search: '@example.com' })).toHaveLength(1)
  })
})
