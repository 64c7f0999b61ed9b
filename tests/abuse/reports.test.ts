import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportReportDays, exportReportPackages, getReport } from '../../contract/reports.ts'
import type { Duty } from '../../contract/roles.ts'
import { call, createAdmin, createMember, createTestApp, publicUrl, type Person, type TestApp } from '../helpers/app.ts'
import { createPackage, decide, rollUpAll, submitPackage } from '../helpers/ledger.ts'
import { createPayout, noteSent } from '../helpers/payouts.ts'

const operations = [getReport, exportReportDays, exportReportPackages]
const today = new Date().toISOString().slice(0, 10)

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  const { userId } = await createMember(site)
  const pack = await createPackage(site.database)
  const formula = '=HYPERLINK("https://evil.example")'
  await site.database.ownerDb.updateTable('packages').set({ package_name: formula }).where('id', '=', pack.id).execute()
  await decide(site.database, admin.userId, userId, await submitPackage(site.database, userId, pack))
  const payout = await createPayout(site.database, admin.userId)
  await noteSent(site.database.ownerDb, payout, { actorId: admin.userId, hash: 'a'.repeat(64) })
  await rollUpAll(site.database)
})
afterAll(async () => site.close())

async function get(path: string, query: Record<string, string>, person?: Person) {
  const url = `${path}?${new URLSearchParams(query).toString()}`
  const headers = { origin: publicUrl, ...(person && { cookie: person.cookie }) }
  const { statusCode: status, body } = await site.app.inject({ method: 'GET', url, headers })
  return { status, body }
}

test('a report and its files are for administrators of any duty, and for no one else [A333]', async () => {
  const member = await createMember(site)
  for (const { path } of operations) {
    expect((await get(path, { from: today, to: today })).status).toBe(401)
    expect((await get(path, { from: today, to: today }, member)).status).toBe(403)
  }
  for (const duty of ['owner', 'approver', 'support', 'auditor'] as const satisfies Duty[]) {
    const person = await createAdmin(site, 'Dora Duty', duty)
    const { status, body } = await call(
      site,
      getReport,
      { query: { from: today, to: today } },
      { cookie: person.cookie },
    )
    expect([duty, status]).toEqual([duty, 200])
    expect(body).toMatchObject({ paid_out: { count: 1, usdt: '20' } })
    expect((await get(exportReportDays.path, { from: today, to: today }, person)).status).toBe(200)
  }
  // A name in the file is no formula.
  const { body } = await get(exportReportPackages.path, { from: today, to: today }, admin)
  expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
})

test('many years at once, no days and days that do not exist are refused, also for the files [A334]', async () => {
  for (const { path } of operations) {
    const long = await get(path, { from: '2000-01-01', to: '2999-12-31' }, admin)
    expect([path, long.status, long.body]).toEqual([path, 400, expect.stringContaining('report_too_long') as string])
    for (const query of [
      {},
      { from: today },
      { to: today },
      { from: '2025-02-30', to: '2025-03-01' },
      { from: '2025-03-01', to: '2025-02-28' },
      { from: "2025-01-01' or '1", to: '2025-01-02' },
      { from: '-infinity', to: 'infinity' },
      { from: today, to: today, package: 'all' },
    ]) {
      const { status, body } = await get(path, query, admin)
      expect([path, query, status, body]).toEqual([
        path,
        query,
        400,
        expect.stringContaining('"invalid_request"') as string,
      ])
    }
  }
})

test('the application’s own login to the database changes no day of a report [A335]', async () => {
  for (const statement of [
    'UPDATE ledger.daily_reports SET coins = coins + 1',
    'DELETE FROM ledger.daily_reports',
    'TRUNCATE ledger.daily_reports',
    'INSERT INTO ledger.daily_reports SELECT * FROM ledger.daily_reports',
    'UPDATE ledger.daily_payouts SET usdt = 0',
    'DELETE FROM ledger.daily_payouts',
    'SELECT ledger.rebuild_payout_days()',
    'SELECT ledger.roll_up_range(0::text::xid8, 9::text::xid8)',
  ]) {
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  expect((await site.database.app.query('SELECT FROM ledger.daily_reports')).rowCount).toBeGreaterThan(0)
})
