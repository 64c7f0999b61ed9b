import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { exportTransactions } from './export-transactions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Reads the records of the file, newest first, with the cells of each under the heads of their columns. */
async function readFile(actorId: string): Promise<Record<string, string | null>[]> {
  const exporter = { actorId, ipAddress: '192.0.2.1' }
  const { columns, pages } = exportTransactions(database.appDb, { sort: 'date', order: 'desc' }, exporter)
  const records: Record<string, string | null>[] = []
  for await (const page of pages) {
    for (const entry of page) records.push(Object.fromEntries(columns.map(({ header, read }) => [header, read(entry)])))
  }
  return records
}

test('each transaction names its request, and one of each request has its payment', async () => {
  const { id: adminId } = await createAdmin(database.ownerDb)
  const referrer = await createMember(database.ownerDb)
  const member = await createMember(database.ownerDb, { referredById: referrer.id })
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const paid = { packageId: pack.id, uploadId, usdtRate: '0.97', transactionHash: 'hash-of-the-payment' }
  const bought = await submit(database, member.id, 'buy', 5000, paid)
  await decide(database, adminId, member.id, bought)
  const sent = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: referrer.memberId })
  await decide(database, adminId, member.id, sent)
  const withdrawn = await submit(database, member.id, 'withdrawal', 2000, { usdtRate: '0.98' })
  await decide(database, adminId, member.id, withdrawn)
  await giveCoins(database.ownerDb, adminId, member.id, 7)

  const records = await readFile(adminId)
  const joined = records.map((record) => [
    record['Type'],
    record['Request'],
    record['Number']?.slice(0, 1) ?? null,
    record['Amount (USDT)'],
    record['Transaction hash'],
  ])
  expect(joined).toHaveLength(7)
  expect(joined).toEqual(
    expect.arrayContaining([
      ['Adjustment, added', null, null, null, null],
      ['Withdrawal', withdrawn, 'W', '20.4082', null],
      ['Transfer sent', sent, 'T', null, null],
      ['Transfer received', sent, 'T', null, null],
      ['Buy', bought, 'B', '51.5464', 'hash-of-the-payment'],
      ['Package bonus', bought, 'B', null, null],
      ['Referral bonus', bought, 'B', null, null],
    ]),
  )
})

test('an old withdrawal without a USDT amount says that it is unknown', async () => {
  const { id: adminId } = await createAdmin(database.ownerDb)
  await database.owner.query(`
    alter table ledger.requests disable trigger guard_change;
    update ledger.requests set usdt_rate = null, usdt_amount = null where kind = 'withdrawal';
    alter table ledger.requests enable trigger guard_change`)
  const records = await readFile(adminId)
  expect(records.filter(({ Type }) => Type === 'Withdrawal')).toMatchObject([{ 'Amount (USDT)': 'Unknown' }])
})
