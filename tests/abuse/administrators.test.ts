import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSignUp } from '../../contract/auth.ts'
import { eventsPath } from '../../contract/events.ts'
import { revokeInvitation } from '../../contract/invitations.ts'
import * as api from '../helpers/api.ts'
import { buy, callProven, createAdmin, createMember, decide, suspend, type Person } from '../helpers/api.ts'
import {
  attack,
  expectNoInternals,
  expectUnchanged,
  startTarget,
  type AttackAnswer,
  type Target,
} from '../helpers/attack.ts'

let target: Target
let admin: Person
let attackers = 0
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
})
afterAll(async () => target.stop())

const password = 'correct horse Battery 9'
/** A refused registration adds a record and counts in the limits. Nothing else may change. */
const records = ['public.audit_events', 'public.rate_limits']

/** Registers from a new address each time, so that no limit hides the answer under test. */
async function register(
  invitation: string | undefined,
  changes: object = {},
  from = newAddress(),
): Promise<AttackAnswer> {
  const email = `mallory${(attackers += 1)}@example.org`
  const body = { fullName: 'Mallory Grey', email, password, retypePassword: password, invitation, ...changes }
  return attack(target, { path: adminSignUp.path, body, from })
}

function newAddress(): string {
  attackers += 1
  return `203.0.113.${attackers % 250}`
}

async function invite(email?: string) {
  const { link, invitation } = await api.invite(admin, { duty: 'owner', ...(email !== undefined && { email }) })
  return { token: link.split('invitation=')[1], id: invitation.id }
}

async function count(statement: string, values: unknown[] = []): Promise<number> {
  return (await target.owner.query(statement, values)).rows.length
}

test('registrations of administrators without an invitation are refused, and soon limited [A4]', async () => {
  const refusals = () => count(`select 1 from audit_events where action = 'admin_sign_up_refused'`)
  const before = await refusals()
  const from = newAddress()
  await expectUnchanged(
    target,
    async () => {
      for (const invitation of [undefined, '', 'x', 'A'.repeat(43), "' or 1=1 --"]) {
        const outcome = await register(invitation, {}, from)
        expect([outcome.status, outcome.body?.code]).toEqual([403, 'invitation_required'])
        expectNoInternals(outcome)
      }
    },
    records,
  )
  expect(await refusals()).toBe(before + 5)
  const { status, headers } = await expectUnchanged(target, async () => register(undefined, {}, from))
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(60)
})

test('an invitation that is used, expired, revoked or for another address is refused [A5]', async () => {
  const used = await invite()
  expect((await register(used.token)).status).toBe(200)
  const expired = await invite()
  await target.owner.query('update invitations set expires_at = now() where id = $1', [expired.id])
  const revoked = await invite()
  await callProven(admin, revokeInvitation, { params: { invitationId: revoked.id } })
  const bound = await invite('grace@example.org')
  await expect.poll(() => count('select 1 from mail_outbox')).toBe(0)
  await expectUnchanged(
    target,
    async () => {
      for (const { token } of [used, expired, revoked, bound]) {
        const { status, body } = await register(token)
        expect([status, body?.code]).toEqual([403, 'invitation_required'])
      }
    },
    records,
  )
})

test('of twenty registrations at once with one invitation, one succeeds [A5]', async () => {
  const admins = () => count(`select 1 from profiles where role = 'admin'`)
  const before = await admins()
  const { token } = await invite()
  // A server that is busy with passwords refuses some calls for the moment. Those callers get no account either.
  const outcomes = await Promise.all(Array.from({ length: 20 }, async () => register(token)))
  const statuses = outcomes.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => ![200, 403, 429].includes(status))).toEqual([])
  expect(await admins()).toBe(before + 1)
})

test.each([
  ['that is common', 'password1', 400],
  ['that is common but for its capital', 'Password1', 400],
  ['of 7 characters', 'Short7x', 400],
  ['without a digit', 'NoDigitsInHere', 400],
  ['of 129 characters', `Long9${'x'.repeat(124)}`, 400],
  ['with NUL', 'Correct\0horse9', 400],
  ['of a megabyte', 'Correct9'.repeat(131_072), 413],
])('an administrator cannot have a password %s [A15]', async (_, chosen, expected) => {
  const { token } = await invite()
  await expectUnchanged(target, async () => {
    const outcome = await register(token, { password: chosen, retypePassword: chosen })
    expect(outcome.status).toBe(expected)
    expectNoInternals(outcome)
  })
})

test('a suspension ends sessions at once and streams within two seconds, and keeps requests [A17]', async () => {
  const member = await createMember(target.server, { name: 'Sam Suspended' })
  const request = await buy(member, 'Gold')
  const stream = await listen(member)
  await suspend(admin, member)
  const suspendedAt = performance.now()
  await expectUnchanged(target, async () => {
    const { status } = await attack(target, { method: 'GET', path: `/api/profiles/${member.userId}`, as: member })
    expect(status).toBe(401)
  })
  expect(performance.now() - suspendedAt).toBeLessThan(1000)
  await expect.poll(stream.endedAt, { timeout: 4000, interval: 10 }).toBeDefined()
  expect((stream.endedAt() ?? Infinity) - suspendedAt).toBeLessThan(2000)
  const decided = await decide(admin, request, 'approved', '', ['owner_not_active'])
  expect(decided.status).toBe('approved')
})

test('a referrer who was suspended before the approval stops nothing and is paid [A41]', async () => {
  const referrer = await createMember(target.server, { name: 'Rita Referrer' })
  const friend = await createMember(target.server, { name: 'Fred Friend', referredBy: referrer.memberId })
  const request = await buy(friend, 'Gold')
  await suspend(admin, referrer)
  expect((await decide(admin, request, 'approved')).status).toBe('approved')
  expect(await count(`select 1 from ledger.movements where leg = 'referral' and user_id = $1`, [friend.userId])).toBe(1)
})

/** Opens the stream of changes and records its end. */
async function listen({ session }: Person) {
  const response = await fetch(target.server.url + eventsPath, {
    headers: { cookie: `${session.name}=${session.value}` },
  })
  expect(response.status).toBe(200)
  let endedAt: number | undefined
  void response.text().then(
    () => (endedAt = performance.now()),
    () => {},
  )
  return { endedAt: () => endedAt }
}
