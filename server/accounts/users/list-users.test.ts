import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '../../../contract/operation.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { userSorts } from '../../../contract/endpoints/users.ts'
import { listUsers, type UserSort } from '../../../contract/users.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { createMember, type MemberFixture } from '../../../tests/helpers/people.ts'

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

/** Reads all pages of a list, two people per page. */
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

test('administrators see all people with an account, by default the newest first [ADMUSERS-01, ADMUSERS-04, GUARD-12]', async () => {
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
  ])('searches for %j literally', async (search) => {
    expect(await namesFor({ search })).toEqual([])
  })

  test('of one or two characters matches the beginnings of words', async () => {
    expect(await namesFor({ search: 'l' })).toEqual(['ada Lovelace', 'Marta Lovell'])
    expect(await namesFor({ search: 'AD' })).toEqual(['Ada Byron', 'ada Lovelace', 'Ben Adams', 'Grace Hopper'])
    expect(await namesFor({ search: 'е' })).toEqual([])
  })

  test('works with a filter, with each order and over several pages', async () => {
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
  /**
   * Sorts as the list must: people without a key come last in both directions, people with equal keys in the order of
   * joining.
   */
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
    'by %s, %s, gives the same on one page and on several [ADMUSERS-03]',
    async (sort, order) => {
      const people = await list({ sort, order })
      const expected = sorted(people, sort, order === 'asc' ? 1 : -1).map(({ id }) => id)
      expect(people).toHaveLength(members.length + 1)
      expect(people.map(({ id }) => id)).toEqual(expected)
      expect((await readPages({ sort, order })).map(({ id }) => id)).toEqual(expected)
    },
  )

  test('continues after the last page, even if its last person has changed since', async () => {
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

  test('can be filtered by status', async () => {
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
