import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalWarnings } from '../../contract/approval-warnings.ts'
import { signIn } from '../../contract/auth.ts'
import { getOutgoingState, liftStop, reportNotMe } from '../../contract/holds.ts'
import { updateProfile } from '../../contract/own-profile.ts'
import { changePassword } from '../../contract/recovery.ts'
import {
  cancelRequest,
  decideRequest,
  submitTransferRequest,
  submitWithdrawalRequest,
  type Request,
} from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { openKeptMails, type KeptMail } from '../../server/platform/mail/kept-mails.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../helpers/app.ts'
import { passHolds } from '../helpers/holds.ts'
import { createMember as createRow, giveCoins } from '../helpers/people.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof, totpCode, turnOnTwoFactor } from '../helpers/two-factor.ts'

let site: TestApp
let admin: Person
let owner: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const foreignAddress = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
const newPassword = 'another Horse Battery 8'

/** A member with coins and an address, who has used the account for long. */
beforeEach(async () => {
  owner = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, owner.userId, 50_000)
  await setWallet(owner, address)
  await passHolds(site.database.ownerDb, owner.userId)
})

async function setWallet(person: Person, wallet: string): Promise<void> {
  const input = { params: { userId: person.userId }, body: { wallet_address: wallet } }
  const headers = { [stepUpHeader]: await requestProof(site, person, updateProfile, input) }
  expect((await call(site, updateProfile, input, { cookie: person.cookie, headers })).status).toBe(200)
}

async function withdraw({ cookie }: Person) {
  return call(site, submitWithdrawalRequest, { body: { amount_coins: 5000 } }, { cookie, key: randomUUID() })
}

async function transfer({ cookie }: Person) {
  const { memberId } = await createRow(site.database.ownerDb)
  const body = { recipient_member_id: memberId, amount_coins: 5000 }
  return call(site, submitTransferRequest, { body }, { cookie, key: randomUUID() })
}

async function approve({ id }: Pick<Request, 'id'>) {
  const params = { userId: owner.userId, requestId: id }
  const body = { status: 'approved' as const, acknowledged: [...approvalWarnings] }
  return call(site, decideRequest, { params, body }, { cookie: admin.cookie, key: randomUUID() })
}

async function stateOf({ cookie }: Person) {
  return (await call(site, getOutgoingState, {}, { cookie })).body
}

/** Signs in as a thief does: with the password, in a browser that the account does not know. */
async function steal(): Promise<Person> {
  return logIn(site, owner.email, 'member')
}

/** Returns the mails to the owner or to this person, the oldest first. */
async function readMails({ email } = owner): Promise<KeptMail[]> {
  const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
  return mails.filter(({ to }) => to === email).toReversed()
}

async function newestLink(): Promise<string> {
  return /#token=([\w-]+)/.exec((await readMails()).at(-1)?.text ?? '')?.[1] ?? ''
}

/** Moves all that holds look at by some hours, as if so much time had passed. */
async function passHours(hours: number): Promise<void> {
  await site.database.owner.query(`UPDATE member_holds SET created_at = created_at - make_interval(hours => $1)`, [
    hours,
  ])
  await site.database.owner.query('UPDATE wallet_addresses SET added_at = added_at - make_interval(hours => $1)', [
    hours,
  ])
}

test('with a stolen password and a new device, the first coin leaves no earlier than 24 h after a mail [A160]', async () => {
  const before = await readMails()
  const thief = await steal()
  const mails = (await readMails()).slice(before.length)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account was opened on a new device'])
  expect(mails[0]?.text).toContain('#token=')
  // The new device is enough: nothing else of the account has changed yet.
  const { body: sent } = await transfer(thief)
  expect(await approve(sent)).toMatchObject({ status: 409, body: { code: 'request_held' } })
  await setWallet(thief, foreignAddress)
  const requests = [sent, (await withdraw(thief)).body, (await transfer(thief)).body]
  expect((await readMails()).slice(before.length + 1).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('A transfer was asked for'),
    'Your withdrawal address was changed',
    expect.stringContaining('A withdrawal was asked for'),
    expect.stringContaining('A transfer was asked for'),
  ])
  // An hour before the day is over, nothing leaves yet.
  await passHours(23)
  const digests = await readTableDigests(site.database.owner)
  for (const request of requests) {
    expect(await approve(request)).toMatchObject({ status: 409, body: { code: 'request_held' } })
  }
  const after = await readTableDigests(site.database.owner)
  expect(Object.keys(after).filter((table) => after[table] !== digests[table])).toEqual([])
  await passHours(1)
  for (const request of requests) expect((await approve(request)).status).toBe(200)
})

describe('withdrawals and transfers are held', () => {
  test('after a first address, a changed and a removed one [A161]', async () => {
    await setWallet(owner, foreignAddress)
    expect((await stateOf(owner)).hold?.cause).toBe('wallet_address')
    const { body } = await withdraw(owner)
    expect((await approve(body)).body.code).toBe('request_held')
    const newcomer = await createMember(site)
    await setWallet(newcomer, foreignAddress)
    expect((await stateOf(newcomer)).hold?.cause).toBe('wallet_address')
    expect((await readMails(newcomer)).at(-1)?.subject).toBe('Your withdrawal address was set')
    await passHolds(site.database.ownerDb, newcomer.userId)
    await setWallet(newcomer, '')
    expect((await stateOf(newcomer)).hold?.cause).toBe('wallet_address')
  })

  test('after a new password, also those that were asked for before it [A162]', async () => {
    const { body: request } = await transfer(owner)
    const form = { currentPassword: password, password: newPassword, retypePassword: newPassword }
    const changed = await call(site, changePassword, { body: form }, { cookie: owner.cookie })
    expect(changed.status).toBe(200)
    expect((await stateOf({ ...owner, cookie: changed.cookie ?? '' })).hold?.cause).toBe('password')
    expect((await approve(request)).body.code).toBe('request_held')
    // The link in the mail of the new password outlives that password.
    expect((await readMails()).at(-1)).toMatchObject({ subject: 'Your password was changed' })
    expect((await call(site, reportNotMe, { body: { token: await newestLink() } })).status).toBe(200)
  })

  test('after the second factor was turned on, and then after no login with it [A163]', async () => {
    const { secret } = await turnOnTwoFactor(site, owner)
    expect((await stateOf(owner)).hold?.cause).toBe('two_factor')
    await passHolds(site.database.ownerDb, owner.userId)
    await site.database.owner.query('UPDATE two_factor SET last_step = 0 WHERE user_id = $1', [owner.userId])
    const body = { email: owner.email, password, portal: 'member' as const, code: totpCode(secret) }
    const { cookie } = await call(site, signIn, { body })
    // The device is new and is reported, but the code of the app has proven its owner.
    expect(await stateOf({ ...owner, cookie: cookie ?? '' })).toEqual({ hold: null, is_stopped: false })
    expect((await readMails()).at(-1)?.subject).toBe('Your account was opened on a new device')
  })

  test('and can be cancelled meanwhile [A164]', async () => {
    const thief = await steal()
    const { body } = await withdraw(thief)
    const options = { cookie: owner.cookie, key: randomUUID() }
    expect((await call(site, cancelRequest, { params: { requestId: body.id } }, options)).status).toBe(200)
  })

  test('by rows that the application can neither write, date back nor remove, nor switch off [A165]', async () => {
    await steal()
    const { app } = site.database
    for (const statement of [
      `UPDATE member_holds SET created_at = now() - interval '2 days'`,
      'DELETE FROM member_holds',
      'TRUNCATE member_holds',
      'UPDATE settings SET hold_hours = 0',
      `INSERT INTO member_stops (user_id) SELECT id FROM profiles`,
      'UPDATE member_stops SET lifted_at = now()',
      'ALTER TABLE profiles DISABLE TRIGGER USER',
    ]) {
      await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
    await expect(
      app.query(`SELECT ledger.change_settings($1, 1, '{"hold_hours": "0"}', NULL)`, [randomUUID()]),
    ).rejects.toThrow('not_signed_in')
    // Forgetting the devices of an account makes every further one new.
    await passHolds(site.database.ownerDb, owner.userId)
    await app.query('DELETE FROM known_devices WHERE user_id = $1', [owner.userId])
    await steal()
    expect((await stateOf(owner)).hold?.cause).toBe('new_device')
  })
})

describe('the link "This was not me"', () => {
  test('ends all sessions and stops withdrawals and transfers, once, and by no GET [A166]', async () => {
    const thief = await steal()
    const { body: request } = await withdraw(thief)
    const token = await newestLink()
    await site.app.inject({ url: `/not-me#token=${token}` })
    await site.app.inject({ url: `/api/auth/not-me?token=${token}` })
    expect((await stateOf(thief)).is_stopped).toBe(false)

    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    for (const { cookie } of [thief, owner]) {
      expect((await call(site, getOutgoingState, {}, { cookie })).status).toBe(401)
    }
    expect((await readMails()).at(-1)?.subject).toBe('Your withdrawals and transfers are stopped')
    expect((await call(site, reportNotMe, { body: { token } })).body.code).toBe('link_invalid')

    // The thief still has the password, and comes back.
    const again = await steal()
    await passHolds(site.database.ownerDb, owner.userId)
    expect(await withdraw(again)).toMatchObject({ status: 403, body: { code: 'outgoing_stopped' } })
    expect(await transfer(again)).toMatchObject({ status: 403, body: { code: 'outgoing_stopped' } })
    expect(await approve(request)).toMatchObject({ status: 403, body: { code: 'outgoing_stopped' } })
  })

  test('is not guessed, and no other link takes its place [A167]', async () => {
    const thief = await steal()
    const token = await newestLink()
    const digests = await readTableDigests(site.database.owner)
    const { userId } = await createMember(site)
    const foreign = Buffer.concat([
      Buffer.from(userId.replaceAll('-', ''), 'hex'),
      Buffer.from(token, 'base64url').subarray(16),
    ]).toString('base64url')
    for (const guess of ['', 'x', foreign, `${token.slice(0, -2)}AA`]) {
      expect((await call(site, reportNotMe, { body: { token: guess } })).body.code).toBe('link_invalid')
    }
    const after = await readTableDigests(site.database.owner)
    expect(after['public.member_stops']).toBe(digests['public.member_stops'])
    expect((await stateOf(thief)).is_stopped).toBe(false)
  })

  test('holds until an owner or approver lifts the stop with a reason, which is on record [A168]', async () => {
    await steal()
    await call(site, reportNotMe, { body: { token: await newestLink() } })
    const back = await steal()
    const params = { userId: owner.userId }
    const lift = async (by: Person, reason: string) => {
      const input = { params, body: { reason } }
      const headers = { [stepUpHeader]: await requestProof(site, by, liftStop, input) }
      return call(site, liftStop, input, { cookie: by.cookie, headers })
    }
    const support = await createAdmin(site, 'Sam Support', 'support')
    expect((await lift(support, 'Spoken with')).body.code).toBe('duty_missing')
    expect((await lift(admin, ' ')).status).toBe(400)
    const unproven = await call(site, liftStop, { params, body: { reason: 'x' } }, { cookie: admin.cookie })
    expect(unproven.body.code).toBe('step_up_required')
    expect((await call(site, liftStop, { params, body: { reason: 'x' } }, { cookie: back.cookie })).status).toBe(403)
    expect((await stateOf(back)).is_stopped).toBe(true)

    const approver = await createAdmin(site, 'Ada Approver', 'approver')
    expect((await lift(approver, 'Called back at the known number')).status).toBe(200)
    expect((await stateOf(back)).is_stopped).toBe(false)
    const { rows } = await site.database.owner.query(
      `SELECT actor_id, detail FROM audit_events WHERE action = 'stop_lifted' AND subject_id = $1`,
      [owner.userId],
    )
    expect(rows).toEqual([{ actor_id: approver.userId, detail: { reason: 'Called back at the known number' } }])
    expect((await withdraw(back)).status).toBe(200)
  })

  test('stops at once: of approvals under way at that moment, none takes effect after the answer [A169]', async () => {
    for (let round = 0; round < 5; round += 1) {
      owner = await createMember(site)
      await giveCoins(site.database.ownerDb, admin.userId, owner.userId, 50_000)
      await steal()
      await passHolds(site.database.ownerDb, owner.userId)
      const thief = await logIn(site, owner.email, 'member')
      const token = await newestLink()
      const { body: request } = await transfer(thief)
      await passHolds(site.database.ownerDb, owner.userId)
      let isStopped = false
      const late: boolean[] = []
      await Promise.all([
        call(site, reportNotMe, { body: { token } }).then(() => (isStopped = true)),
        (async () => {
          const wasStopped = isStopped
          const { status } = await approve(request)
          late.push(wasStopped && status === 200)
        })(),
      ])
      expect(late).toEqual([false])
      expect((await approve(request)).body.code).toMatch(/outgoing_stopped|already_processed/)
    }
  })
})
