import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepUpHeader } from '../../contract/step-up.ts'
import { getVerification, releaseFinding } from '../../contract/verification.ts'
import { verifyBooks } from '../../server/money/verifier/verify-books.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger-calls.ts'
import { decide, expectRefused, submit } from '../helpers/ledger.ts'
import { createMember, giveCoins } from '../helpers/people.ts'
import { plantEdit } from '../helpers/planted-edits.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let owner: Person
beforeAll(async () => {
  site = await createTestApp()
  owner = await createAdmin(site)
})
afterAll(async () => site.close())

async function holder() {
  const member = await createMember(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, owner.userId, member.id, 5000)
  return member
}

/** Checks the whole books now, as the clock does once it is time. */
async function check(): Promise<void> {
  await site.database.owner.query('UPDATE ledger.verifications SET begun_at = NULL')
  await verifyBooks(site.deps, new AbortController().signal)
}

async function listMails() {
  await site.deliverMails()
  const mails = await openKeptMails(site.deps.mailFolder ?? '').list()
  return mails.filter(({ subject }) => subject.includes('check of the books'))
}

test('planted rows of an account of no person are findings, and hide no edit of a member [A399]', async () => {
  const { database } = site
  const member = await holder()
  const request = await submit(database, member.id, 'withdrawal', 1000)
  await decide(database, owner.userId, member.id, request, 'rejected')
  const planted = new Map<string, string>()
  for (const table of ['ledger.accounts', 'ledger.requests', 'ledger.movements', 'ledger.lines', 'notices']) {
    const id = randomUUID()
    planted.set(table, id)
    await plantEdit(
      database,
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(t, replace(to_jsonb(t)::text, $2::text, $1::text)::jsonb
                                        || jsonb_build_object('id', uuidv7(), 'number', 1000000))).*
         FROM ${table} t WHERE user_id = $2::uuid LIMIT 1`,
      [id, member.id],
    )
  }
  const other = await holder()
  const edit = (coins: number) =>
    plantEdit(database, 'UPDATE ledger.accounts SET available = available + $1 WHERE user_id = $2', [coins, other.id])
  await edit(1)
  const before = (await listMails()).length
  await check()
  const { findings } = (await call(site, getVerification, {}, { cookie: owner.cookie })).body
  const found = new Set(findings.map(({ member: one }) => one?.id))
  for (const id of [other.id, ...planted.values()]) expect(found).toContain(id)
  expect((await listMails()).length - before).toBe(1)
  // The page names the account, as it has no person.
  const stray = planted.get('ledger.lines') ?? ''
  const ofStray = findings.filter(({ member: one }) => one?.id === stray)
  expect(new Set(ofStray.map(({ member: one }) => one?.full_name))).toEqual(new Set([stray]))
  const correction = {
    token: null,
    actorId: owner.userId,
    key: randomUUID(),
    userId: other.id,
    coins: '-1',
    reason: 'Put right',
  }
  await expectRefused(database, 'account_under_review', () => ledger.adjust(database.ownerDb, correction))

  await edit(-1)
  for (const [table, id] of planted) await plantEdit(database, `DELETE FROM ${table} WHERE user_id = $1`, [id])
  await check()
  for (const { id } of ofStray) {
    const input = { params: { findingId: id }, body: { reason: 'The planted rows were removed' } }
    const headers = { [stepUpHeader]: await requestProof(site, owner, releaseFinding, input) }
    expect((await call(site, releaseFinding, input, { cookie: owner.cookie, headers })).status).toBe(200)
  }
  const { rows } = await database.owner.query(
    "SELECT action, subject_id FROM audit_events WHERE detail ->> 'account_id' = $1 ORDER BY id",
    [stray],
  )
  const record = (action: string) => ofStray.map(() => ({ action, subject_id: null }))
  expect(rows).toEqual([...record('finding_made'), ...record('finding_released')])
})
