import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { changeDuty } from '../../contract/administrators.ts'
import { createInvitation } from '../../contract/invitations.ts'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { decideChange, listProposedChanges } from '../../contract/proposed-changes.ts'
import { decideRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { changeUserStatus, signOutUser } from '../../contract/users.ts'
import { call, createAdmin, createTestApp, logIn, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger.ts'
import { createMember } from '../helpers/people.ts'
import { askForSecondOwner, letProposalsWait } from '../helpers/second-owner.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { createTwoOwners } from '../helpers/two-owners.ts'
import { readMailSubjects, requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let insider: Person
let other: Person
beforeAll(async () => {
  site = await createTestApp()
  await askForSecondOwner(site.database.owner)
})
// The insider of each test is an owner with proofs. There is one other owner.
beforeEach(async () => {
  ;[insider, other] = await createTwoOwners(site, ['Mallory Grey', 'Grace Hopper'])
  await site.database.owner.query('UPDATE settings SET et_rate = 0.01')
})
afterAll(async () => site.close())

const reason = 'Agreed by telephone'

async function prove<O extends Operation>(person: Person, operation: O, input: CallInput<O>) {
  const headers = operation.stepUp ? { [stepUpHeader]: await requestProof(site, person, operation, input) } : {}
  return call(site, operation, input, { cookie: person.cookie, key: randomUUID(), headers })
}

async function setRate(rate: string) {
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: insider.cookie })).body
  return prove(insider, changeSettings, { body: { revision, et_rate: rate } })
}
/** Lists the changes that the insider waits for. */
async function listWaiting() {
  const { status, body } = await call(site, listProposedChanges, {}, { cookie: insider.cookie })
  expect([status, body.message]).toEqual([200, undefined])
  return body.items.filter(({ proposer }) => proposer.id === insider.userId)
}
async function findNewest() {
  return (await listWaiting()).at(-1)?.id ?? expect.unreachable()
}
async function approve(person: Person, changeId: string) {
  const [outcome] = await approveAtOnce([person], changeId)
  return outcome
}
/** Lets people approve a change at the same moment, with proofs that they have brought along. */
async function approveAtOnce(persons: Person[], changeId: string) {
  const input = { params: { changeId }, body: { decision: 'approved' } } as const
  const proofs = await Promise.all(persons.map((person) => requestProof(site, person, decideChange, input)))
  const answers = persons.map(async ({ cookie }, at) =>
    call(site, decideChange, input, { cookie, key: randomUUID(), headers: { [stepUpHeader]: proofs[at] ?? '' } }),
  )
  return (await Promise.all(answers)).map(({ status, body }) => (status === 200 ? 'made' : body.code))
}
const adjust = async (person: Person, userId: string, coins: number) =>
  prove(person, adjustBalance, { params: { userId }, body: { coins, reason } })
/** Takes the insider to the limit of the day, so that each further correction waits. */
async function useUpTheDay() {
  const { id } = await createMember(site.database.ownerDb)
  for (const coins of [1_000_000, 1_000_000, 500_000]) {
    expect((await adjust(insider, id, coins)).body.movement_id).toBeDefined()
  }
}
/** Demands that this work changes no row of these tables. */
async function expectSame(tables: string[], work: () => Promise<void>): Promise<void> {
  const read = async () => {
    const digests = await readTableDigests(site.database.owner)
    return tables.map((table) => digests[table])
  }
  const before = await read()
  expect(before).not.toContain(undefined)
  await work()
  expect(await read()).toEqual(before)
}
const money = ['ledger.accounts', 'ledger.movements', 'ledger.requests']
const setStatus = async (status: 'Active' | 'Suspended', person: Person = other) =>
  prove(insider, changeUserStatus, { params: { userId: person.userId }, body: { status, reason } })
/** Lets the first approvals of requests be this many hours older. */
const letApprovalsWait = (hours: number) =>
  site.database.owner.query(
    `ALTER TABLE ledger.approvals DISABLE TRIGGER append_only;
     UPDATE ledger.approvals SET created_at = created_at - interval '${hours} hours';
     ALTER TABLE ledger.approvals ENABLE TRIGGER append_only`,
  )

test('waiting out the 24 hours of an only owner while there is another one [A240]', async () => {
  await expectSame(['public.settings', 'public.invitations'], async () => {
    await setRate('5')
    const rate = await findNewest()
    await letProposalsWait(site.database.owner, 30)
    expect(await approve(insider, rate)).toBe('approval_given_already')
    expect((await setRate('5')).body.code).toBe('approval_given_already')
  })
  await prove(insider, createInvitation, { body: { duty: 'owner' } })
  await letProposalsWait(site.database.owner, 30)
  await expectSame(['public.invitations'], async () => {
    expect(await approve(insider, await findNewest())).toBe('approval_given_already')
  })
})

test('taking the other owner away once a change has waited long enough [A241]', async () => {
  await setRate('6')
  const rate = await findNewest()
  expect((await setStatus('Suspended')).body.is_proposed).toBe(true)
  const suspension = await findNewest()
  await letProposalsWait(site.database.owner, 24)
  // The other owner has not looked at the mail for a day.
  expect(await approve(insider, suspension)).toBe('made')
  expect((await call(site, listProposedChanges, {}, { cookie: other.cookie })).status).toBe(401)
  await expectSame(['public.settings'], async () => {
    expect(await approve(insider, rate)).toBe('approval_given_already')
    expect((await setRate('6')).body.code).toBe('approval_given_already')
  })
})

test('suspending the only approver once a first approval is a day old [A241]', async () => {
  const approver = await createAdmin(site, 'Ada Approver', 'approver')
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [other.userId])
  const pack = await ledger.createPackage(site.database, { coins: 2_000_000 })
  const { id: userId } = await createMember(site.database.ownerDb)
  const requestId = await ledger.submitPackage(site.database, userId, pack)
  const approval = { params: { userId, requestId }, body: { status: 'approved' } } as const
  expect((await prove(insider, decideRequest, approval)).body.status).toBe('pending')
  await letApprovalsWait(30)
  expect((await setStatus('Suspended', approver)).body.profile.status).toBe('Suspended')
  await expectSame(money, async () => {
    expect((await prove(insider, decideRequest, approval)).body.code).toBe('approval_given_already')
  })
})

test('two owners who approve the same correction at once, each for a second payment [A242]', async () => {
  await useUpTheDay()
  const third = await createAdmin(site, 'Ada Lovelace')
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createMember(site.database.ownerDb)
    expect((await adjust(insider, id, 100_000 + round)).body.movement_id).toBeUndefined()
    const changeId = await findNewest()
    const outcomes = await approveAtOnce([other, third], changeId)
    expect(outcomes).toHaveLength(2)
    expect(new Set(outcomes)).toEqual(new Set(['change_closed', 'made']))
    expect(await ledger.readBalance(site.database, id)).toEqual([String(100_000 + round), '0'])
  }
})

test('making a correction alone on the next day, and letting another owner approve it as well [A242]', async () => {
  await useUpTheDay()
  const { id } = await createMember(site.database.ownerDb)
  await adjust(insider, id, 100_000)
  const changeId = await findNewest()
  await site.database.owner.query(`UPDATE ledger.decided_worth SET hour = hour - interval '25 hours'`)
  expect((await adjust(insider, id, 100_000)).body.movement_id).toBeDefined()
  expect(await approve(other, changeId)).toBe('change_closed')
  expect(await ledger.readBalance(site.database, id)).toEqual(['100000', '0'])
})

test('approving a duty that was changed since it was proposed [A243]', async () => {
  const { userId } = await createAdmin(site, 'Sam Support', 'support')
  const propose = async (by: Person, duty: 'approver' | 'auditor') =>
    prove(by, changeDuty, { params: { userId }, body: { duty, reason } })
  await propose(insider, 'approver')
  const stale = await findNewest()
  await propose(insider, 'auditor')
  expect(await approve(other, await findNewest())).toBe('made')
  await expectSame(['public.profiles'], async () => expect(await approve(other, stale)).toBe('edited_meanwhile'))
})

test('flooding the owners with waiting changes, so that they approve without looking [A244]', async () => {
  const codes = new Set<string | undefined>()
  for (let count = 0; count < 25; count += 1) {
    codes.add((await prove(insider, createInvitation, { body: { duty: 'auditor' } })).body.code)
  }
  expect(codes).toEqual(new Set([undefined, 'proposals_full']))
  expect((await listWaiting()).length).toBe(20)
  expect((await setRate('7')).body.code).toBe('proposals_full')
  await useUpTheDay()
  const { id } = await createMember(site.database.ownerDb)
  expect((await adjust(insider, id, 1000)).body.code).toBe('proposals_full')
})

test('giving coins away while the site is set up, and then making them dear at once [A246]', async () => {
  const fresh = await createTestApp()
  await askForSecondOwner(fresh.database.owner)
  const only = await createAdmin(fresh)
  const set = async (rate: string) => {
    const { revision } = (await call(fresh, getAdminSettings, {}, { cookie: only.cookie })).body
    const input = { body: { revision, et_rate: rate } }
    const headers = { [stepUpHeader]: await requestProof(fresh, only, changeSettings, input) }
    return (await call(fresh, changeSettings, input, { cookie: only.cookie, headers })).body.is_proposed
  }
  expect(await set('0.02')).toBeUndefined()
  const { id: userId } = await createMember(fresh.database.ownerDb)
  const gift = { params: { userId }, body: { coins: 100_000, reason } }
  expect(
    (await call(fresh, adjustBalance, gift, { cookie: only.cookie, key: randomUUID() })).body.movement_id,
  ).toBeDefined()
  expect(await set('5')).toBe(true)
  await fresh.close()
})

test('bringing an accomplice back who was suspended, or suspending the other owner, alone [A245]', async () => {
  const accomplice = await createAdmin(site, 'Eve Former')
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE id = $1`, [accomplice.userId])
  await expectSame(['public.profiles'], async () => {
    expect((await setStatus('Active', accomplice)).body).toMatchObject({
      profile: { status: 'Suspended' },
      is_proposed: true,
    })
    expect((await setStatus('Suspended')).body).toMatchObject({ profile: { status: 'Active' }, is_proposed: true })
    expect(await readMailSubjects(site, other)).toContain('A change waits for a second owner')
    const waiting = await listWaiting()
    expect(waiting.map(({ kind, subject }) => [kind, subject?.full_name])).toEqual([
      ['status', 'Eve Former'],
      ['status', 'Grace Hopper'],
    ])
    await letProposalsWait(site.database.owner, 23)
    for (const { id } of waiting) expect(await approve(insider, id)).toBe('approval_given_already')
    // The owner whom it is about does not agree to it, but can decline it.
    const [, own] = waiting
    expect(await approve(other, own?.id ?? '')).toBe('forbidden')
    const decline = { params: { changeId: own?.id ?? '' }, body: { decision: 'declined' } } as const
    expect((await prove(other, decideChange, decline)).status).toBe(200)
  })
})

test('keeping the other owner signed out until their suspension takes effect [A249]', async () => {
  const limited = await createTestApp({ RATE_LIMITS: 'on' })
  await askForSecondOwner(limited.database.owner)
  const [attacker, victim] = [await createAdmin(limited, 'Mallory Grey'), await createAdmin(limited)]
  const act = async <O extends Operation>(person: Person, operation: O, input: CallInput<O>) => {
    const headers = { [stepUpHeader]: await requestProof(limited, person, operation, input) }
    return call(limited, operation, input, { cookie: person.cookie, headers })
  }
  const params = { userId: victim.userId }
  await act(attacker, changeUserStatus, { params, body: { status: 'Suspended', reason } })
  const codes: (string | undefined)[] = []
  for (let count = 0; count < 22; count += 1) {
    codes.push((await act(attacker, signOutUser, { params, body: { reason } })).body.code)
  }
  expect(codes.slice(-2)).toEqual(['too_many_requests', 'too_many_requests'])
  const back = await logIn(limited, victim.email, 'admin')
  const [waiting] = (await call(limited, listProposedChanges, {}, { cookie: back.cookie })).body.items
  const decline = { params: { changeId: waiting?.id ?? '' }, body: { decision: 'declined' } } as const
  expect((await act(back, decideChange, decline)).status).toBe(200)
  await limited.close()
})
