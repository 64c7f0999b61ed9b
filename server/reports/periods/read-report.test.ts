import { afterAll, beforeAll, expect, test } from 'vitest'
import { reported, reportTypes } from '../../../contract/endpoints/reports.ts'
import { add, subtract } from '../../../contract/money.ts'
import type { Report, ReportSum } from '../../../contract/reports.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import {
  bringMaturityNearer,
  createPackage,
  decide,
  expectNoViolations,
  makeOlder,
  submit,
  submitPackage,
} from '../../../tests/helpers/ledger.ts'
import { createPayout, noteFailed, noteSent } from '../../../tests/helpers/payouts.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { rollUp } from '../../money/ledger/ledger.ts'
import { exportReportDays, exportReportPackages } from './export-report.ts'
import { readReport, type ReportPeriod } from './read-report.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const today = () => ({ from: dayOf(0), to: dayOf(0) })
const read = async (period: ReportPeriod) => readReport(database.appDb, period)
const coinsOf = (sums: ReportSum[]) =>
  Object.fromEntries(sums.map(({ type, count, coins, usd }) => [type, [count, coins, usd]]))

/** Dates the lines of a member, which are not rolled up yet. */
async function dateLines(userId: string, at: string, which = 'true') {
  await database.owner.query(
    `ALTER TABLE ledger.lines DISABLE TRIGGER append_only;
     UPDATE ledger.lines SET created_at = '${at}' WHERE user_id = '${userId}' AND ${which};
     ALTER TABLE ledger.lines ENABLE TRIGGER append_only`,
  )
}

/** Fails unless days, packages and both ends come to the sums of the report. */
function expectToAddUp({ opening_coins: opening, closing_coins: closing, sums, days, packages, balance }: Report) {
  for (const type of reportTypes) {
    const total = (all: { sums: ReportSum[] }[]) =>
      all.reduce((sum, one) => add(sum, one.sums.find((own) => own.type === type)?.coins ?? '0'), '0')
    const expected = total([{ sums }])
    expect([type, total(days)]).toEqual([type, expected])
    if (reported(type).isOfBuy) expect([type, total(packages)]).toEqual([type, expected])
  }
  expect(days.reduce((net, day) => add(net, day.net_coins), opening)).toBe(closing)
  expect(subtract(balance.issued_coins, balance.redeemed_coins)).toBe(balance.held_coins)
  expect([balance.locked_coins, balance.maturing_coins, balance.matured_coins].reduce(add)).toBe(balance.held_coins)
}

test('each movement has its row, and each package what came with its purchases', async () => {
  const before = await read(today())
  const referrer = await createMember(database.ownerDb)
  const member = await createMember(database.ownerDb, { referredById: referrer.id, walletAddress: 'T-report' })
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
  await decide(database, adminId, member.id, await submitPackage(database, member.id, pack))
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const topUp = await submit(database, member.id, 'buy', 3000, { uploadId, usdtRate: '1' })
  await decide(database, adminId, member.id, topUp)
  await decide(database, adminId, member.id, await submitPackage(database, member.id, pack), 'rejected')
  await decide(database, adminId, member.id, await submit(database, member.id, 'withdrawal', 2000))
  const sent = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: referrer.memberId })
  await decide(database, adminId, member.id, sent)
  await giveCoins(database.ownerDb, adminId, member.id, 70)
  await submit(database, member.id, 'withdrawal', 1000)

  const report = await read(today())
  expect(coinsOf(report.sums)).toEqual({
    BUY: [2, '8000', '80'],
    BONUS: [1, '500', '0'],
    REFERRAL_BONUS: [1, '1000', '0'],
    ADJUSTMENT_IN: [1, '70', '0'],
    WITHDRAWAL: [1, '2000', '20'],
    TRANSFER_OUT: [1, '1000', '10'],
  })
  expect(report.packages.map(({ package: own, sums }) => [own?.id, coinsOf(sums)])).toEqual([
    [pack.id, { BUY: [1, '5000', '50'], BONUS: [1, '500', '0'], REFERRAL_BONUS: [1, '1000', '0'] }],
    [undefined, { BUY: [1, '3000', '30'] }],
  ])
  expect([report.opening_coins, report.closing_coins]).toEqual([before.opening_coins, '7570'])
  expect(report.balance).toMatchObject({
    issued_coins: '9570',
    redeemed_coins: '2000',
    held_coins: '7570',
    locked_coins: '1000',
    maturing_coins: '0',
    matured_coins: '6570',
    to_pay: { count: 1, usdt: '20' },
  })
  expectToAddUp(report)
  await rollUp(database.appDb)
  expect(await read(today())).toEqual({ ...report, balance: { ...report.balance, at: expect.any(String) as string } })
})

test('a day begins at midnight in UTC, also for a roll-up in another time zone', async () => {
  const { id } = await createMember(database.ownerDb)
  for (const coins of [1, 20, 300]) await giveCoins(database.ownerDb, adminId, id, coins)
  await dateLines(id, '2024-02-29T23:59:59.999999Z', 'version = 1')
  await dateLines(id, '2024-03-01T00:00:00Z', 'version = 2')
  await dateLines(id, '2024-03-01T23:59:59.999999Z', 'version = 3')
  const check = async () => {
    const days = async (from: string, to: string) => {
      const report = await read({ from, to })
      expectToAddUp(report)
      return [report.opening_coins, report.days.map(({ day, net_coins: net }) => `${day} ${net}`), report.closing_coins]
    }
    expect(await days('2024-02-28', '2024-02-29')).toEqual(['0', ['2024-02-28 0', '2024-02-29 1'], '1'])
    expect(await days('2024-03-01', '2024-03-01')).toEqual(['1', ['2024-03-01 320'], '321'])
    expect(await days('2024-03-02', '2024-03-02')).toEqual(['321', ['2024-03-02 0'], '321'])
  }
  await check()
  // It is already tomorrow there.
  await database.owner.query(`BEGIN; SET LOCAL TIME ZONE 'Pacific/Kiritimati'; SELECT ledger.roll_up(); COMMIT`)
  await check()
  await expectNoViolations(database)
})

test('a request counts on the day of its decision', async () => {
  const { id } = await createMember(database.ownerDb, { walletAddress: 'T-late' })
  await giveCoins(database.ownerDb, adminId, id, 5000)
  const requestId = await submit(database, id, 'withdrawal', 3000)
  await makeOlder(database, requestId, 40)
  const [before, past] = [await read(today()), await read({ from: dayOf(41), to: dayOf(39) })]
  await decide(database, adminId, id, requestId)
  const withdrawn = ({ sums }: Report) => sums.find(({ type }) => type === 'WITHDRAWAL')?.coins ?? '0'
  expect(subtract(withdrawn(await read(today())), withdrawn(before))).toBe('3000')
  expect(withdrawn(await read({ from: dayOf(41), to: dayOf(39) }))).toBe(withdrawn(past))
})

test('packages come from the smallest on, on whichever days they were bought', async () => {
  const { id } = await createMember(database.ownerDb)
  const [small, large] = [
    await createPackage(database, { coins: 1000 }),
    await createPackage(database, { coins: 9000 }),
  ]
  await decide(database, adminId, id, await submitPackage(database, id, large))
  await dateLines(id, '2024-05-01T12:00:00Z')
  await decide(database, adminId, id, await submitPackage(database, id, small))
  await dateLines(id, '2024-05-02T12:00:00Z', `created_at > '2024-05-01T12:00:00Z'`)
  const { packages } = await read({ from: '2024-05-01', to: '2024-05-02' })
  expect(packages.map(({ package: own }) => own?.id)).toEqual([small.id, large.id])
})

test('a payout counts on the day on which it was sent, until it fails', async () => {
  const paidOn = async (ago: number) => {
    const { days, paid_out: all } = await read({ from: dayOf(ago), to: dayOf(ago) })
    expect(days[0]?.paid_out).toEqual(all)
    return [all.count, all.usdt]
  }
  const payout = await createPayout(database, adminId)
  const waiting = (await read(today())).balance.to_pay
  const [hash, corrected, again] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash })
  expect(await paidOn(0)).toEqual([1, '20'])
  expect((await read(today())).balance.to_pay).toEqual({
    count: waiting.count - 1,
    usdt: subtract(waiting.usdt, '20'),
  })
  // Three days later the hash is corrected, and then the payment turns out to have failed.
  await database.owner.query(
    `ALTER TABLE ledger.payout_events DISABLE TRIGGER append_only;
     UPDATE ledger.payout_events SET created_at = created_at - interval '3 days';
     ALTER TABLE ledger.payout_events ENABLE TRIGGER append_only;
     SELECT ledger.rebuild_payout_days()`,
  )
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash: corrected, replaces: hash })
  expect([await paidOn(3), await paidOn(0)]).toEqual([
    [1, '20'],
    [0, '0'],
  ])
  await noteFailed(database.ownerDb, payout, { actorId: adminId, hash: corrected })
  expect([await paidOn(3), await paidOn(0)]).toEqual([
    [0, '0'],
    [0, '0'],
  ])
  expect((await read(today())).balance.to_pay).toEqual(waiting)
  await noteSent(database.ownerDb, payout, { actorId: adminId, hash: again })
  expect([await paidOn(3), await paidOn(0)]).toEqual([
    [0, '0'],
    [1, '20'],
  ])
  await expectNoViolations(database)
})

test('bonuses that wait are maturing until their time has come', async () => {
  await database.ownerDb.updateTable('settings').set({ maturity_days: '7' }).execute()
  const { id } = await createMember(database.ownerDb)
  const pack = await createPackage(database, { coins: 2000, bonusPercentage: '25' })
  await decide(database, adminId, id, await submitPackage(database, id, pack))
  await database.ownerDb.updateTable('settings').set({ maturity_days: '0' }).execute()
  const waiting = await read(today())
  expect(waiting.balance.maturing_coins).toBe('500')
  expectToAddUp(waiting)
  await bringMaturityNearer(database, id, 7)
  const matured = await read(today())
  expect(matured.balance).toMatchObject({
    maturing_coins: '0',
    matured_coins: add(waiting.balance.matured_coins, '500'),
  })
})

test('a report covers 366 days at most, and no days to come', async () => {
  await expect(read({ from: '2024-01-01', to: '2025-01-01' })).rejects.toMatchObject({ code: 'report_too_long' })
  await expect(read({ from: '2024-01-02', to: '2024-01-01' })).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await read({ from: '2024-01-01', to: '2024-12-31' })).days).toHaveLength(366)
  expect((await read({ from: dayOf(1), to: dayOf(-30) })).days.map(({ day }) => day)).toEqual([dayOf(1), dayOf(0)])
  expect(await read({ from: dayOf(-1), to: dayOf(-2) })).toMatchObject({ days: [], packages: [], sums: [] })
})

test('the files have the figures of the page', async () => {
  const period = { from: '2024-02-28', to: dayOf(0) > '2025-02-26' ? '2025-02-26' : dayOf(0) }
  const rowsOf = async <Row>({ columns, pages }: CsvOf<Row>) => {
    const rows: Record<string, string | null>[] = []
    for await (const page of pages)
      rows.push(...page.map((row) => Object.fromEntries(columns.map((column) => [column.header, column.read(row)]))))
    return rows
  }
  const days = await rowsOf(exportReportDays(database.appDb, period, { actorId: adminId, ipAddress: '192.0.2.1' }))
  const { days: shown } = await read(period)
  expect(days).toHaveLength(shown.length)
  expect(days.slice(0, 3)).toMatchObject([
    { 'Day (UTC)': '2024-02-28', 'Adjusted up (ET)': '0', 'Net issued (ET)': '0' },
    { 'Day (UTC)': '2024-02-29', 'Adjusted up (count)': '1', 'Adjusted up (ET)': '1', 'Net issued (ET)': '1' },
    { 'Day (UTC)': '2024-03-01', 'Adjusted up (count)': '2', 'Adjusted up (ET)': '320', 'Paid out (USDT)': '0' },
  ])
  const packages = await rowsOf(
    exportReportPackages(database.appDb, today(), { actorId: adminId, ipAddress: '192.0.2.1' }),
  )
  expect(packages.at(-1)).toEqual({
    Package: 'Top-ups',
    'Bought (count)': '1',
    'Bought (ET)': '3000',
    'Bought (USD)': '30',
    'Bonus (count)': '0',
    'Bonus (ET)': '0',
    'Rewards (count)': '0',
    'Rewards (ET)': '0',
  })
})

interface CsvOf<Row> {
  columns: { header: string; read: (row: Row) => string | null }[]
  pages: AsyncIterable<Row[]>
}
