import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadFile } from '../../../contract/uploads.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readAuditEntries } from '../../../tests/helpers/audit-entries.ts'
import { decide, expectNoViolations, submit } from '../../../tests/helpers/ledger.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { Files } from '../../platform/files/files.ts'
import { removeOld } from './remove-old.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})

const run = () => removeOld({ ...site.deps })
const query = (text: string, values: unknown[]) => site.database.owner.query(text, values)
const folder = (owner: Person) => join(site.dataDir, 'files', 'payment_proofs', owner.userId)

/** Stores a slip with its file, so many days ago, and returns its id. */
async function storeSlip(days: number): Promise<{ id: string; file: string }> {
  const name = `${Date.now()}${readdirSync(folder(member), { recursive: true }).length}.png`
  writeFileSync(join(folder(member), name), 'a slip')
  const { rows } = await site.database.owner.query<{ id: string }>(
    `insert into uploads (user_id, path, mime_type, size_bytes, sha256, created_at)
     values ($1, $2, 'image/png', 6, sha256($3::bytea), now() - make_interval(days => $4)) returning id`,
    [member.userId, `${member.userId}/${name}`, name, days],
  )
  return { id: rows[0]?.id ?? '', file: join(folder(member), name) }
}

/** Makes a buy with a slip, and lets its decision be so many days ago. */
async function buy(days: number, status: 'approved' | 'rejected' | null = 'approved') {
  mkdirSync(folder(member), { recursive: true })
  const slip = await storeSlip(days + 1)
  const requestId = await submit(site.database, member.userId, 'buy', 10_000, {
    uploadId: slip.id,
    packageId: site.packageId,
  })
  if (status) await decide(site.database, admin.userId, member.userId, requestId, status)
  await site.database.owner.query(
    `alter table ledger.requests disable trigger user;
     update ledger.requests set decided_at = now() - make_interval(days => ${days}) where id = '${requestId}' and decided_at is not null;
     alter table ledger.requests enable trigger user`,
  )
  return slip
}

test('slips go at their time and not before, and never those of a request that waits', async () => {
  const [old, young, waiting] = [await buy(1826), await buy(1825), await buy(3000, null)]
  const removed = await run()
  expect(removed).toMatchObject({ slips: 1, slipBytes: 6 })
  expect([old, young, waiting].map(({ file }) => existsSync(file))).toEqual([false, true, true])
  const params = { userId: member.userId, uploadId: old.id }
  const answer = await call(site, downloadFile, { params }, { cookie: member.cookie })
  expect(answer).toMatchObject({ status: 410, body: { code: 'file_removed' } })
  expect((await run()).slips).toBe(0)
  const [entry] = (await readAuditEntries(site.database)).filter(({ action }) => action === 'old_data_removed')
  expect(entry).toMatchObject({ actor_id: null, detail: { slips: 1, slipBytes: 6 } })
})

test('two servers at once remove each slip once, and a file with a removal that was cut short goes with the next run', async () => {
  const slips = [await buy(2000), await buy(2000), await buy(2000)]
  const [one, other] = await Promise.all([run(), run()])
  expect(one.slips + other.slips).toBe(3)
  expect(slips.some(({ file }) => existsSync(file))).toBe(false)
  const [half] = slips
  writeFileSync(half?.file ?? '', 'a slip')
  const before = new Date(Date.now() - 3 * 86_400_000)
  utimesSync(half?.file ?? '', before, before)
  expect((await run()).unusedFiles).toBe(1)
  expect(existsSync(half?.file ?? '')).toBe(false)
})

test('log-ins go after a year, but for the last one of each account', async () => {
  const other = await createMember(site)
  await query('alter table login_history disable trigger user', [])
  await query('delete from login_history where user_id = any ($1)', [[member.userId, other.userId]])
  await query('alter table login_history enable trigger user', [])
  const add = (person: Person, days: number, status: string) =>
    query(
      `insert into login_history (user_id, status, ip_address, user_agent, created_at)
       values ($1, $2, '192.0.2.1', 'x', now() - make_interval(days => $3))`,
      [person.userId, status, days],
    )
  await add(member, 800, 'success')
  await add(member, 700, 'failed')
  await add(member, 364, 'failed')
  await add(member, 10, 'success')
  await add(other, 900, 'success')
  await add(other, 800, 'success')
  expect((await run()).logins).toBe(3)
  const { rows } = await site.database.owner.query<{ days: number }>(
    `select round(extract(epoch from now() - created_at) / 86400)::integer as days from login_history
      where user_id = any ($1) order by days`,
    [[member.userId, other.userId]],
  )
  expect(rows.map(({ days }) => days)).toEqual([10, 364, 800])
})

test('kept mails go after a month', async () => {
  const mails = join(site.dataDir, 'mail')
  mkdirSync(mails, { recursive: true })
  const [old, young] = [join(mails, 'old.eml'), join(mails, 'young.eml')]
  for (const [path, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    writeFileSync(path, '')
    const at = new Date(Date.now() - days * 86_400_000)
    utimesSync(path, at, at)
  }
  expect((await run()).mails).toBe(1)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('removals before a failure of the store are on record, and kept mails do not wait for the store', async () => {
  await buy(2000)
  const mail = join(site.dataDir, 'mail', 'older.eml')
  const stray = ['1.png', '2.png'].map((name) => join(folder(member), name))
  const at = new Date(Date.now() - 40 * 86_400_000)
  for (const path of [mail, ...stray]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'x')
    utimesSync(path, at, at)
  }
  let removals = 0
  const files: Files = {
    ...site.deps.files,
    keptDays: 30,
    async remove(path) {
      removals += 1
      if (removals > 1) throw new Refusal('files_unavailable')
      await site.deps.files.remove(path)
    },
  }
  await expect(removeOld({ ...site.deps, files })).rejects.toMatchObject({ code: 'files_unavailable' })
  expect(existsSync(mail)).toBe(false)
  expect(await readAuditEntries(site.database)).toContainEqual(
    expect.objectContaining({
      action: 'old_data_removed',
      detail: { slips: 1, slipBytes: 6, mails: 1, unusedFiles: 1 },
    }),
  )
  expect(await run()).toMatchObject({ slips: 0, mails: 0, unusedFiles: 1 })
})

test('the application’s login removes nothing before the shortest times, and nothing by itself [A350]', async () => {
  for (const statement of [
    'select purge_logins(29, 10)',
    'select purge_slips(364, 10)',
    'select purge_logins(null, 10)',
  ])
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ constraint: 'invalid_request' })
  for (const statement of ['delete from login_history', 'update uploads set removed_at = now()', 'delete from uploads'])
    await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
