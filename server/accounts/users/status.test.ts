import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, signIn } from '../../../contract/auth.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { getProfile } from '../../../contract/profiles.ts'
import { decideRequest, submitTransferRequest } from '../../../contract/requests.ts'
import { changeUserStatus, getUser, listLoginHistory, signOutUser } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import * as people from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import type { Change } from '../../platform/events/events.ts'

let site: TestApp
let admin: Person
let published: Change[]
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  site.deps.events.subscribe((change) => published.push(change))
})
beforeEach(() => {
  published = []
})
afterAll(async () => site.close())

type Status = 'Active' | 'Inactive' | 'Suspended'

async function setStatus(userId: string, status: Status, by = admin, reason = 'Asked for by mail') {
  return call(site, changeUserStatus, { params: { userId }, body: { status, reason } }, { cookie: by.cookie })
}

async function isSignedIn(person: Person): Promise<boolean> {
  return (await call(site, getSession, {}, { cookie: person.cookie })).body.isAuthenticated
}

async function readAudit(subjectId: string) {
  const { rows } = await site.database.owner.query<Record<string, unknown>>(
    `select actor_id, action, ip_address, detail from audit_events where subject_id = $1 and action <> 'admin_signed_up' order by id`,
    [subjectId],
  )
  return rows
}

/** Returns the tables that the work changed. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await readTableDigests(site.database.owner)
  await work()
  const after = await readTableDigests(site.database.owner)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}

describe('a change of status', () => {
  test.each(['Suspended', 'Inactive'] as const)(
    'to %s ends every session at once, prevents new ones, and is recorded',
    async (status) => {
      const member = await createMember(site)
      const second = await logIn(site, member.email, 'member')
      const { status: answered, body } = await setStatus(member.userId, status)
      expect([answered, body.profile.status]).toEqual([200, status])
      expect([await isSignedIn(member), await isSignedIn(second)]).toEqual([false, false])
      const { rows } = await site.database.owner.query('select 1 from sessions where user_id = $1', [member.userId])
      expect(rows).toEqual([])
      const form = { email: member.email, password, portal: 'member' as const }
      const refused = await call(site, signIn, { body: form })
      expect(refused.body.code).toBe(status === 'Suspended' ? 'account_suspended' : 'account_deactivated')
      expect(await readAudit(member.userId)).toEqual([
        {
          actor_id: admin.userId,
          action: 'status_changed',
          ip_address: '127.0.0.1',
          detail: { before: { status: 'Active' }, after: { status }, reason: 'Asked for by mail' },
        },
      ])
      expect(published).toContainEqual({ topics: ['session', 'profile'], userIds: [member.userId] })
      expect(published).toContainEqual({ topics: ['profile'], toAdmins: true })
    },
  )

  test('back to Active allows sign-ins again', async () => {
    const member = await createMember(site)
    for (const status of ['Suspended', 'Inactive', 'Suspended', 'Active'] as const) {
      expect((await setStatus(member.userId, status)).body.profile.status).toBe(status)
    }
    expect(await isSignedIn(await logIn(site, member.email, 'member'))).toBe(true)
    expect(await readAudit(member.userId)).toHaveLength(4)
  })

  test('to Active is refused while the address is not confirmed', async () => {
    const { id } = await people.createMember(site.database.ownerDb, { status: 'Inactive' })
    await site.database.owner.query(`insert into credentials (user_id, password_hash) values ($1, 'none')`, [id])
    for (const status of ['Suspended', 'Inactive'] as const) {
      expect((await setStatus(id, status)).status).toBe(200)
      let code: string | undefined
      expect(await changedBy(async () => ({ code } = (await setStatus(id, 'Active')).body))).toEqual([])
      expect(code).toBe('email_not_confirmed')
    }
  })

  test('to the present status changes nothing and is not recorded', async () => {
    const member = await createMember(site)
    published.length = 0
    let answer: Awaited<ReturnType<typeof setStatus>> | undefined
    expect(await changedBy(async () => (answer = await setStatus(member.userId, 'Active')))).toEqual([])
    expect([answer?.status, answer?.body.profile.status]).toEqual([200, 'Active'])
    expect(published).toEqual([])
  })

  test.each([
    ['', 400],
    ['   ', 400],
    ['x'.repeat(501), 400],
    ['bell\u0007', 400],
  ])('needs a reason: %j', async (reason, expected) => {
    const member = await createMember(site)
    let status: number | undefined
    expect(
      await changedBy(async () => ({ status } = await setStatus(member.userId, 'Suspended', admin, reason))),
    ).toEqual([])
    expect(status).toBe(expected)
  })

  test('of an unknown account is refused', async () => {
    expect((await setStatus(randomUUID(), 'Suspended')).status).toBe(404)
  })

  test('is not for members', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    let status: number | undefined
    expect(await changedBy(async () => ({ status } = await setStatus(other.userId, 'Suspended', member)))).toEqual([])
    expect(status).toBe(403)
  })

  test('leaves pending requests pending [A17]', async () => {
    const [sender, recipient] = [await createMember(site), await createMember(site)]
    const { rows } = await site.database.owner.query<{ member_id: string }>(
      'select member_id from profiles where id = $1',
      [recipient.userId],
    )
    await people.buyPackage(site.database.ownerDb, admin.userId, sender.userId)
    const submitted = await call(
      site,
      submitTransferRequest,
      { body: { recipient_member_id: rows[0]?.member_id ?? '', amount_coins: 1000 } },
      { cookie: sender.cookie, key: randomUUID() },
    )
    expect(submitted.status).toBe(200)
    await setStatus(sender.userId, 'Suspended')
    const params = { userId: sender.userId, requestId: submitted.body.id }
    const approve = async (body: InputOf<typeof decideRequest>['body']) =>
      call(site, decideRequest, { params, body }, { cookie: admin.cookie, key: randomUUID() })
    const unread = await approve({ status: 'approved' })
    expect([unread.status, unread.body.code]).toEqual([422, 'warning_unread'])
    const decided = await approve({ status: 'approved', acknowledged: ['owner_not_active'] })
    expect([decided.status, decided.body.status]).toEqual([200, 'approved'])
  })
})

describe('a sign-out by an administrator', () => {
  test('ends every session of the person, and is recorded', async () => {
    const member = await createMember(site)
    const second = await logIn(site, member.email, 'member')
    const { body } = await call(
      site,
      signOutUser,
      { params: { userId: member.userId }, body: { reason: 'Lost telephone' } },
      { cookie: admin.cookie },
    )
    expect(body).toEqual({ ended: 2 })
    expect([await isSignedIn(member), await isSignedIn(second)]).toEqual([false, false])
    expect(await readAudit(member.userId)).toEqual([
      {
        actor_id: admin.userId,
        action: 'signed_out_by_admin',
        ip_address: '127.0.0.1',
        detail: { before: { sessions: 2 }, after: { sessions: 0 }, reason: 'Lost telephone' },
      },
    ])
    expect(published).toContainEqual({ topics: ['session', 'profile'], userIds: [member.userId] })
    expect(await isSignedIn(await logIn(site, member.email, 'member'))).toBe(true)
  })

  test('of an unknown account is refused', async () => {
    const { status } = await call(
      site,
      signOutUser,
      { params: { userId: randomUUID() }, body: { reason: 'Nobody' } },
      { cookie: admin.cookie },
    )
    expect(status).toBe(404)
  })
})

describe('one person', () => {
  test('is shown with wallet, referrer, sessions, and the people with the same wallet address [GUARD-12]', async () => {
    const referrer = await people.createMember(site.database.ownerDb, {
      fullName: 'Ruth Referrer',
      walletAddress: 'TW1',
    })
    const twin = await people.createMember(site.database.ownerDb, {
      fullName: 'Tom Twin',
      walletAddress: 'TW1',
      referredById: referrer.id,
    })
    const { body } = await call(site, getUser, { params: { userId: twin.id } }, { cookie: admin.cookie })
    const asPerson = { id: referrer.id, full_name: 'Ruth Referrer', member_id: referrer.memberId }
    expect(body).toMatchObject({
      wallet: { user_id: twin.id, total_coins: '0', locked_coins: '0', available_coins: '0' },
      referrer: asPerson,
      email_confirmed: false,
      two_factor_on: false,
      session_count: 0,
      wallet_twins: [asPerson],
    })
    expect(body.profile.full_name).toBe('Tom Twin')
    const own = await call(site, getUser, { params: { userId: admin.userId } }, { cookie: admin.cookie })
    expect(own.body).toMatchObject({ wallet: null, referrer: null, email_confirmed: true, wallet_twins: [] })
    expect(own.body.session_count).toBeGreaterThanOrEqual(1)
  })

  test('with an unknown id is not found', async () => {
    const params = { userId: randomUUID() }
    expect((await call(site, getUser, { params }, { cookie: admin.cookie })).status).toBe(404)
    expect((await call(site, listLoginHistory, { params, query: {} }, { cookie: admin.cookie })).status).toBe(404)
  })

  test('has a history of logins that administrators can read, the newest first and page by page [GUARD-12, ADMUSER-09, ADMUSER-10]', async () => {
    const member = await createMember(site)
    await call(site, signIn, { body: { email: member.email, password: 'wrong horse 99', portal: 'member' } })
    await logIn(site, member.email, 'member')
    const read = async (query: object) =>
      call(site, listLoginHistory, { params: { userId: member.userId }, query }, { cookie: admin.cookie })
    const { body } = await read({})
    expect(body.items.map(({ status, ip_address }) => [status, ip_address])).toEqual([
      ['success', '127.0.0.1'],
      ['failed', '127.0.0.1'],
      ['success', '127.0.0.1'],
    ])
    const first = await read({ limit: 2 })
    const rest = await read({ limit: 2, cursor: first.body.next_cursor })
    expect([...first.body.items, ...rest.body.items]).toEqual(body.items)
    expect(rest.body.next_cursor).toBeNull()
  })

  test('reads only their own data as a member [GUARD-13]', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    const params = { userId: member.userId }
    expect((await call(site, getUser, { params }, { cookie: member.cookie })).status).toBe(403)
    expect((await call(site, listLoginHistory, { params, query: {} }, { cookie: member.cookie })).status).toBe(403)
    const profile = async (userId: string) =>
      (await call(site, getProfile, { params: { userId } }, { cookie: member.cookie })).status
    expect([await profile(member.userId), await profile(other.userId)]).toEqual([200, 404])
  })
})
