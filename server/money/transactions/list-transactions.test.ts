import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transactionSorts } from '../../../contract/endpoints/transactions.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { exportTransactions, listTransactions } from '../../../contract/transactions.ts'
import { call, createAdmin, createTestApp, publicUrl, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { explain } from '../../../tests/helpers/explain.ts'
import { rollUpAll } from '../../../tests/helpers/ledger.ts'
import { createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'
import { listTransactions as readTransactions } from './list-transactions.ts'
import { readTransactionTotals } from './transaction-totals.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  const { database } = site
  for (const fullName of ['Zoë Ünal', 'Ada Lovelace']) {
    const { id } = await createMember(database.ownerDb, { fullName })
    await giveCoins(database.ownerDb, admin.userId, id, 1000)
    await giveCoins(database.ownerDb, admin.userId, id, 2000)
  }
})
afterAll(async () => site.close())

test('the newest transaction comes first, unless the query names another order [ADMLEDGER-04]', async () => {
  const { body } = await call(site, listTransactions, { query: {} }, { cookie: admin.cookie })
  expect(body.items.map(({ full_name: name, amount }) => [name, amount])).toEqual([
    ['Ada Lovelace', '2000'],
    ['Ada Lovelace', '1000'],
    ['Zoë Ünal', '2000'],
    ['Zoë Ünal', '1000'],
  ])
  expect(body.next_cursor).toBeNull()
})

describe('with thousands of members', () => {
  beforeAll(async () => {
    const { owner } = site.database
    await owner.query(
      `insert into profiles (full_name, email, member_id, referral_code, status)
       select case when i > 400 then 'Eve ' else 'Adam ' end || i, i || '@example.org', 'M' || i, 'R' || i, 'Active'
         from generate_series(1, 3400) i`,
    )
    for (const name of ['Adam', 'Eve']) {
      await owner.query(
        `select ledger.adjust($1, uuidv7(), id, 10 + n % 7, 'Opening balance', null)
           from (select id, row_number() over (order by id) as n from profiles where full_name like $2) p`,
        [admin.userId, `${name} %`],
      )
    }
    await rollUpAll(site.database)
    await owner.query('vacuum analyze')
  }, 30_000)

  test('a search that finds too many members to list walks along the transactions, and adds up no totals', async () => {
    const query = { search: 'eve', sort: 'value', order: 'asc', limit: 100 } as const
    const found = await readTransactions(site.database.appDb, query)
    expect(found.items).toHaveLength(100)
    expect(found.items.every(({ full_name: name, amount }) => name.startsWith('Eve ') && amount === '10')).toBe(true)
    const others = await readTransactions(site.database.appDb, { ...query, search: 'lovelace' })
    expect(others.items.map(({ amount }) => amount)).toEqual(['1000', '2000'])
    expect(await readTransactionTotals(site.database.appDb, { search: 'eve' })).toMatchObject({ count: null })
    expect(await readTransactionTotals(site.database.appDb, { search: 'lovelace' })).toMatchObject({ count: 2 })
  })

  test('a file is complete, even if pages of the list are empty and more rows follow', async () => {
    const query = { search: 'adam', sort: 'date', order: 'desc' } as const
    const begin = await readTransactions(site.database.appDb, { ...query, limit: 100 })
    expect(begin.items).toEqual([])
    expect(begin.next_cursor).not.toBeNull()
    const proof = await requestProof(site, admin, exportTransactions, { query })
    const headers = { cookie: admin.cookie, origin: publicUrl, [stepUpHeader]: proof }
    const { body } = await site.app.inject({ url: exportTransactions.path, query, headers })
    const names = body
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
    expect(new Set(names).size).toBe(400)
    expect(names).toHaveLength(400)
    expect(names.every((name) => name?.startsWith('Adam '))).toBe(true)
  })

  test.each(transactionSorts)('the order by %s reads its index and no other rows', async (sort) => {
    const plan = await explainList({ sort, order: 'desc', limit: 25 })
    expect(plan).not.toMatch(/Seq Scan on (entries|lines|profiles)/)
    expect(plan).toMatch(sort === 'user' ? /Index .*Scan .*using profiles_by_name/ : /Index .*Scan .*using entries_by_/)
  })

  test.each(['coins_in', 'rate', 'value', 'balance'] as const)(
    'the order by %s of a month or a part of it reads the index of that month alone',
    async (sort) => {
      for (const to of ['2026-03-31', '2026-03-30']) {
        const plan = await explainList({ sort, order: 'desc', limit: 25, from: '2026-03-01', to, type: 'BUY' })
        expect(plan).not.toMatch(/Seq Scan on (entries|lines|profiles)/)
        expect(plan).toMatch(/Index Only Scan .*using entries_by_month_and_/)
      }
    },
  )
})

const explainList = async (query: Parameters<typeof readTransactions>[1]) =>
  explain(site.database, async (db) => readTransactions(db, query))
