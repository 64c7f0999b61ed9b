import { afterEach, beforeEach, expect, test } from 'vitest'
import { getRequestDigest, saveRequestDigest } from '../../contract/request-digest.ts'
import type { Duty } from '../../contract/roles.ts'
import { mailDigests } from '../../server/money/requests/request-digest.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { createMailOwner } from '../../server/platform/mail/mail-owner.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { submitPackage } from '../helpers/ledger.ts'

let site: TestApp
let member: Person
beforeEach(async () => {
  site = await createTestApp()
  await createAdmin(site)
  member = await createMember(site)
})
afterEach(() => site.close())

const buy = () => submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
const run = () => mailDigests({ ...site.deps, mailOwner: createMailOwner(site.deps) })

async function createReader(duty: Duty): Promise<Person> {
  const person = await createAdmin(site, 'Alan Turing', duty)
  await call(site, saveRequestDigest, { body: { rhythm: 'at_once' } }, person)
  return person
}

async function wait(seconds: number): Promise<void> {
  await site.database.owner.query('update request_digests set due_at = due_at - make_interval(secs => $1)', [seconds])
}

async function readMails() {
  await site.deliverMails()
  const all = await openKeptMails(site.deps.mailFolder ?? '').list()
  return all.filter(({ subject }) => subject.includes('new request'))
}

test('an administrator with a duty that decides nothing gets no news, and cannot ask for any [A328]', async () => {
  for (const duty of ['support', 'auditor'] as const) {
    const person = await createReader(duty)
    expect((await call(site, getRequestDigest, {}, person)).status).toBe(403)
  }
  expect((await call(site, saveRequestDigest, { body: { rhythm: 'at_once' } }, member)).status).toBe(403)
  const { rows } = await site.database.owner.query('select from request_digests')
  expect(rows).toEqual([])
  // A choice outlives the duty, the account's suspension and the role, but brings no mail.
  const former = [await createReader('approver'), await createReader('approver'), await createReader('approver')]
  const changes = [`duty = 'auditor'`, `status = 'Suspended'`, `duty = 'support'`]
  for (const [index, change] of changes.entries()) {
    await site.database.owner.query(`update profiles set ${change} where id = $1`, [former[index]?.userId])
  }
  await buy()
  await wait(60)
  expect(await run()).toBe(0)
  const reader = await createReader('approver')
  await buy()
  await wait(60)
  expect(await run()).toBe(1)
  expect((await readMails()).map(({ to }) => to)).toEqual([reader.email])
})

test('a mail about new requests tells nothing of a member or an amount [A329]', async () => {
  await createReader('approver')
  const requestId = await buy()
  await wait(60)
  expect(await run()).toBe(1)
  const [mail] = await readMails()
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    `select p.full_name, p.member_id, p.email, r.id, r.user_id, r.number, r.amount_coins, r.usdt_amount
       from ledger.requests r join profiles p on p.id = r.user_id where r.id = $1`,
    [requestId],
  )
  const told = [mail?.subject, mail?.text].join('\n')
  expect(told).toContain('1 purchase')
  const secrets = Object.values(rows[0] ?? {})
    .map(String)
    .filter((value) => value.length > 2)
  expect(secrets).toContain(member.userId)
  expect(secrets.length).toBeGreaterThan(5)
  for (const secret of secrets) expect(told.toLowerCase()).not.toContain(secret.toLowerCase())
  expect(told.replaceAll(/https?:\S+/g, '')).not.toMatch(/\d{2,}/)
})

test('a flood of requests makes one mail a minute at most, however often the rhythm is chosen [A330]', async () => {
  const reader = await createReader('approver')
  for (let minute = 1; minute <= 3; minute += 1) {
    for (let n = 0; n < 8; n += 1) {
      await buy()
      await run()
      for (const rhythm of ['daily', 'at_once'] as const)
        await call(site, saveRequestDigest, { body: { rhythm } }, reader)
      await wait(5)
      await run()
    }
    expect(await readMails()).toHaveLength(minute - 1)
    await wait(60)
    await Promise.all([run(), run(), run()])
    expect(await readMails()).toHaveLength(minute)
  }
})
