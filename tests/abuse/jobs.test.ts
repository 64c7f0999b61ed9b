import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '../../contract/auth.ts'
import { getBackgroundWork, retryJob, retryMail } from '../../contract/jobs.ts'
import { forgotPassword } from '../../contract/recovery.ts'
import { duties } from '../../contract/roles.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'
import { createMailOwner } from '../../server/platform/mail/mail-owner.ts'
import { createOutbox } from '../../server/platform/mail/outbox.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  signUpForm,
  type Person,
  type TestApp,
} from '../helpers/app.ts'
import { addFailedMail, addFailingJob } from '../helpers/failed-work.ts'
import { readTableDigests } from '../helpers/table-digests.ts'

const secret = 'https://coins.example.org/reset-password#access_token=secret'

let site: TestApp
let owner: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
})
beforeEach(async () => {
  await site.database.owner.query('DELETE FROM mail_outbox')
  member = await createMember(site)
})
afterAll(async () => site.close())

const countRecords = async (action: string) =>
  (await site.database.owner.query('SELECT FROM audit_events WHERE action = $1', [action])).rows.length

test('a member, and an administrator of any other duty, neither reads background work nor lets it run again [A383]', async () => {
  const jobName = await addFailingJob(site.database)
  const id = await addFailedMail(site.database)
  const others = duties.filter((duty) => duty !== 'owner')
  const callers = [member, ...(await Promise.all(others.map((duty) => createAdmin(site, 'Ada', duty))))]
  const before = await readTableDigests(site.database.owner)
  for (const caller of callers) {
    expect((await call(site, getBackgroundWork, {}, caller)).status).toBe(403)
    expect((await call(site, retryJob, { params: { jobName } }, caller)).status).toBe(403)
    expect((await call(site, retryMail, { body: { queue: 'outbox', id } }, caller)).status).toBe(403)
  }
  expect((await call(site, getBackgroundWork, {})).status).toBe(401)
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('of twenty clicks at once on the same work one counts, and is on record once [A384]', async () => {
  const jobName = await addFailingJob(site.database)
  const id = await addFailedMail(site.database, member.userId)
  const twenty = Array.from({ length: 20 })
  // Without the function that sends mails after each call, the row stays as the clicks leave it.
  const { app } = site
  const runs = [await countRecords('job_retried'), await countRecords('mail_retried')]
  const jobAnswers = await Promise.all(twenty.map(async () => call({ app }, retryJob, { params: { jobName } }, owner)))
  const body = { queue: 'outbox' as const, id }
  const mailAnswers = await Promise.all(twenty.map(async () => call({ app }, retryMail, { body }, owner)))
  for (const answers of [jobAnswers, mailAnswers]) {
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200).map(({ status, body: { code } }) => [status, code])
    expect(refused).toEqual(Array.from({ length: 19 }, () => [409, 'retried_already']))
  }
  expect([await countRecords('job_retried'), await countRecords('mail_retried')]).toEqual(
    runs.map((count) => count + 1),
  )
  const { rows } = await site.database.owner.query(
    'SELECT attempts, due_at <= now() AS is_due, failed_at FROM mail_outbox WHERE id = $1',
    [id],
  )
  expect(rows).toEqual([{ attempts: 0, is_due: true, failed_at: null }])
})

test('a mail that is being sent cannot be sent once more by a click [A384]', async () => {
  await inTransaction(site.deps.db, (tx) =>
    site.deps.outbox.queue(tx, { to: member.email, subject: 'News', text: secret }),
  )
  const { rows } = await site.database.owner.query<{ id: string }>(
    "UPDATE mail_outbox SET attempts = 1, failed_at = now(), reason = 'network' RETURNING id",
  )
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const send = async () => (begun.resolve(), end.promise)
  const delivery = createOutbox({ ...site.deps, mail: { send } }).deliver()
  await begun.promise
  const body = { queue: 'outbox' as const, id: rows[0]?.id ?? '' }
  const { status, body: answer } = await call({ app: site.app }, retryMail, { body }, owner)
  expect([status, answer]).toMatchObject([409, { code: 'retried_already' }])
  end.resolve()
  expect(await delivery).toBe(1)
})

test('names of other work, mails that are not there, and SQL in an id change nothing [A385]', async () => {
  const before = await readTableDigests(site.database.owner)
  const jobOf = async (jobName: string) => call(site, retryJob, { params: { jobName: jobName as 'totals' } }, owner)
  expect((await jobOf('closures')).body).toMatchObject({ code: 'not_found' })
  expect((await jobOf("totals' or true")).status).toBe(400)
  for (const queue of ['outbox', 'notices'] as const) {
    const ids = [randomUUID(), `${member.userId}:1`, `${member.userId}:99999999999999999999`, "' or 1 = 1 --", '', '%']
    for (const id of ids) {
      expect((await call(site, retryMail, { body: { queue, id } }, owner)).body).toMatchObject({ code: 'not_found' })
    }
    expect((await call(site, retryMail, { body: { queue, id: 'a'.repeat(101) } }, owner)).status).toBe(400)
  }
  expect(await readTableDigests(site.database.owner)).toEqual(before)
})

test('the list of failed work names the account alone: neither the address nor the words of a mail [A386]', async () => {
  const send = () => Promise.reject(Object.assign(new Error(`no box ${member.email} ${secret}`), { code: 'EENVELOPE' }))
  const outbox = createOutbox({ ...site.deps, mail: { send } })
  const mailOwner = createMailOwner({ outbox })
  await inTransaction(site.deps.db, (tx) =>
    mailOwner(tx, member.userId, () => ({ subject: 'A secret', text: secret, link: secret })),
  )
  await outbox.deliver()
  const { body } = await call(site, getBackgroundWork, {}, owner)
  const mine = body.failed_mails.filter(({ member: of }) => of?.id === member.userId)
  expect(mine).toMatchObject([{ queue: 'outbox', attempts: 1, failure: { reason: 'refused', detail: null } }])
  expect(mine[0]?.next_attempt_at).toBeTruthy()
  expect(JSON.stringify(body)).not.toMatch(/secret|access_token|no box/)
  expect(JSON.stringify(body)).not.toContain(member.email)
})

test('a mail about an account belongs to it, and one to the address of a first sign-up to none [A387]', async () => {
  // Without the function that sends mails after each call, they stay.
  const { app, database } = site
  const readOwners = async () =>
    (await database.owner.query<{ owner_id: string | null }>('DELETE FROM mail_outbox RETURNING owner_id')).rows.map(
      ({ owner_id: id }) => id,
    )
  const form = signUpForm(site)
  await call({ app }, signUp, { body: form })
  expect(await readOwners()).toEqual([null])
  await call({ app }, signUp, { body: { ...form, city: 'Leeds' } })
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM profiles WHERE email = $1', [form.email])
  expect(await readOwners()).toEqual([rows[0]?.id])
  await call({ app }, signUp, { body: { ...form, email: member.email } })
  await call({ app }, forgotPassword, { body: { email: member.email } })
  expect(await readOwners()).toEqual([member.userId, member.userId])
})
