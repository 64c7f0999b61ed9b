import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalWarnings } from '../../contract/approval-warnings.ts'
import { askEmailChange, confirmEmailChange, correctEmail, dropEmailChange } from '../../contract/email-change.ts'
import { liftStop } from '../../contract/holds.ts'
import { decideRequest, submitTransferRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import { createMember as createRow, giveCoins } from '../helpers/people.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let insider: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  const { userId: giver } = await createAdmin(site)
  insider = await createAdmin(site, 'Mallory Grey', 'approver')
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, giver, member.userId, 50_000)
})
afterAll(() => site.close())

const isRefusedByDatabase = async (statement: string, values: unknown[] = []) =>
  expect(site.database.app.query(statement, values)).rejects.toMatchObject({ code: '42501' })

/** Gives the member another email, as an administrator with a mailbox of their own does. */
async function takeOver(address: string): Promise<void> {
  const input = { params: { userId: member.userId }, body: { email: address, reason: 'As asked in the chat' } }
  const headers = { [stepUpHeader]: await requestProof(site, insider, correctEmail, input) }
  expect((await call(site, correctEmail, input, { cookie: insider.cookie, headers })).status).toBe(200)
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  const token = /#token=([\w-]+)/.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[1] ?? ''
  expect((await call(site, confirmEmailChange, { body: { token } })).status).toBe(200)
}

async function lift({ cookie, ...person }: Person) {
  const input = { params: { userId: member.userId }, body: { reason: 'Spoke with the owner' } }
  const headers = { [stepUpHeader]: await requestProof(site, { cookie, ...person }, liftStop, input) }
  return (await call(site, liftStop, input, { cookie, headers })).body.code
}

async function transfer(): Promise<string> {
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { recipient_member_id: memberId, amount_coins: 5000 }
  const { body: made } = await call(site, submitTransferRequest, { body }, { cookie: member.cookie, key: randomUUID() })
  return made.id
}

async function approve(requestId: string, { cookie }: Person) {
  const params = { userId: member.userId, requestId }
  const body = { status: 'approved' as const, acknowledged: [...approvalWarnings] }
  return call(site, decideRequest, { params, body }, { cookie, key: randomUUID() })
}

test('an administrator who gave a member another email approves no coins of theirs for 30 days [A339]', async () => {
  await takeOver('mailbox@example.net')
  await passHolds(site.database.ownerDb, member.userId)
  const request = await transfer()
  expect((await approve(request, insider)).body.code).toBe('forbidden')
  await site.database.app.query('SELECT ledger.stop_outgoing($1, NULL)', [member.userId])
  expect(await lift(insider)).toBe('forbidden')
  expect(await lift(await createAdmin(site))).toBeUndefined()
  await site.database.owner.query(`UPDATE email_changes SET confirmed_at = now() - interval '29 days'`)
  expect((await approve(request, insider)).body.code).toBe('forbidden')
  expect((await approve(request, await createAdmin(site))).status).toBe(200)
  await site.database.owner.query(`UPDATE email_changes SET confirmed_at = now() - interval '30 days 1 second'`)
  expect((await approve(await transfer(), insider)).status).toBe(200)
})

test('an email, and a link to another one, cannot be written with the application’s own login [A340]', async () => {
  await isRefusedByDatabase(`UPDATE profiles SET email = 'mallory@example.net' WHERE id = $1`, [member.userId])
  await isRefusedByDatabase(
    `INSERT INTO email_changes (user_id, new_email, token_hash, expires_at) VALUES ($1, 'mallory@example.net', '\\x01', now())`,
    [member.userId],
  )
  await isRefusedByDatabase(`UPDATE email_changes SET new_email = 'mallory@example.net'`)
  await isRefusedByDatabase('DELETE FROM email_changes')
  await isRefusedByDatabase('SELECT close_email_change($1)', [member.userId])
})

test('the functions about emails take the word of a session, and of no id [A341]', async () => {
  const [, own = ''] = member.cookie.split('=')
  const [, admins = ''] = insider.cookie.split('=')
  const other = await createMember(site)
  const ask = async (token: string, userId: string, reason: string | null) =>
    site.database.app.query(
      `SELECT ask_email_change($1, $2, 'mallory@example.net', $3, '\\x01', now() + interval '1 day', '192.0.2.1')`,
      [token, userId, reason],
    )
  await expect(ask(own, other.userId, null)).rejects.toMatchObject({ constraint: 'forbidden' })
  await expect(ask(own, other.userId, 'Because I say so')).rejects.toMatchObject({ constraint: 'forbidden' })
  await expect(ask(admins, other.userId, null)).rejects.toMatchObject({ constraint: 'forbidden' })
  await expect(ask('A'.repeat(64), other.userId, null)).rejects.toMatchObject({ constraint: 'not_signed_in' })
  const { rows } = await site.database.owner.query('SELECT new_email FROM email_changes WHERE user_id = $1', [
    other.userId,
  ])
  expect(rows).toEqual([])
})

test('a request for another email, and its end, take no field for another person [A341]', async () => {
  const body = { email: 'mallory@example.net', user_id: member.userId }
  const asked = await call(site, askEmailChange, { body }, { cookie: member.cookie })
  expect(asked.status).toBe(400)
  const dropped = await site.app.inject({
    method: dropEmailChange.method,
    url: `${dropEmailChange.path}?user_id=${member.userId}`,
    headers: { origin: 'http://localhost:3000', cookie: insider.cookie },
  })
  expect(dropped.statusCode).toBe(403)
})
