import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustBalance } from '../../contract/adjustments.ts'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { changeDuty } from '../../contract/administrators.ts'
import { adminSignUp } from '../../contract/auth.ts'
import { createInvitation } from '../../contract/invitations.ts'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { changePolicy } from '../../contract/policies.ts'
import { createPackage, listPackages } from '../../contract/packages.ts'
import { decideChange, listProposedChanges } from '../../contract/proposed-changes.ts'
import { decideRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { call, createAdmin, createTestApp, password, type Person, type TestApp } from '../helpers/app.ts'
import * as ledger from '../helpers/ledger.ts'
import { createMember, createUploadRow } from '../helpers/people.ts'
import { askForSecondOwner, letProposalsWait } from '../helpers/second-owner.ts'
import { readTableDigests } from '../helpers/table-digests.ts'
import { requestProof } from '../helpers/two-factor.ts'

let site: TestApp
let thief: Person
let looker: Person
beforeAll(async () => {
  site = await createTestApp()
  await askForSecondOwner(site.database.owner)
})
// The thief of each test has the session of an owner, with proofs. The other owner looks on.
beforeEach(async () => {
  thief = await createAdmin(site, 'Grace Hopper')
  looker = await createAdmin(site, 'Noor Haddad')
})
afterAll(async () => site.close())

const everyDecision = { subject: 'money', scope: 'single', outcome: 'second' } as const

/** Makes a call in the session of the thief. */
async function send<O extends Operation>(operation: O, input: CallInput<O>) {
  return call(site, operation, input, { cookie: thief.cookie, key: randomUUID() })
}

/** Makes a call with a proof, of the thief unless another person is named. */
async function prove<O extends Operation>(operation: O, input: CallInput<O>, person = thief) {
  const headers = { [stepUpHeader]: await requestProof(site, person, operation, input) }
  return call(site, operation, input, { cookie: person.cookie, key: randomUUID(), headers })
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

/** Returns the worth of all coins, at a cent each. */
async function readWorth(): Promise<number> {
  const { rows } = await site.database.owner.query<{ coins: string }>(
    'SELECT coalesce(sum(available + locked), 0) AS coins FROM ledger.accounts',
  )
  return Number(rows[0]?.coins) / 100
}

const reason = 'Opening balance'

test('twenty corrections and twenty approvals of exactly 10,000 USD move at most 25,000 USD in a day [A231]', async () => {
  const pack = await ledger.createPackage(site.database, { coins: 1_000_000 })
  const before = await readWorth()
  const moves: ((make: typeof send) => Promise<{ status: number }>)[] = []
  for (let count = 0; count < 20; count += 1) {
    const { id: userId } = await createMember(site.database.ownerDb)
    const requestId = await ledger.submitPackage(site.database, userId, pack)
    const approval = { params: { userId, requestId }, body: { status: 'approved' } } as const
    const correction = { params: { userId }, body: { coins: 1_000_000, reason } }
    moves.push(async (make) => make(adjustBalance, correction))
    moves.push(async (make) => make(decideRequest, approval))
  }
  // Each is worth as much as goes without a proof. Together they need one.
  const statuses = (await Promise.all(moves.map(async (move) => move(send)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 401)).toHaveLength(39)
  expect((await readWorth()) - before).toBe(10_000)
  for (const [at, move] of moves.entries()) if (statuses[at] === 401) expect((await move(prove)).status).toBe(200)
  const moved = (await readWorth()) - before
  expect(moved).toBe(20_000)
  expect(moved).toBeLessThanOrEqual(25_000)
}, 60_000)

test('a package of a billion coins for ten dollars with 1000 % bonus is not on offer before a second owner agrees [A232]', async () => {
  await expectSame(['public.packages'], async () => {
    const { body } = await prove(createPackage, {
      body: {
        package_name: 'All for nothing',
        min_coin_purchase: '1000000000',
        coin_price: '0.00000001',
        bonus_percentage: '1000',
        withdrawal_time: 'now',
        withdrawal_rules: '',
        icon: 'Star',
      },
    })
    expect(body).toEqual({ is_proposed: true })
    const offers = (await call(site, listPackages, {}, {})).body.items.map(({ package_name: name }) => name)
    expect(offers).not.toContain('All for nothing')
    const { items } = (await call(site, listProposedChanges, {}, { cookie: thief.cookie })).body
    const waiting = items.find(({ kind }) => kind === 'package')
    const input = { params: { changeId: waiting?.id ?? '' }, body: { decision: 'approved' } } as const
    expect((await prove(decideChange, input)).body.code).toBe('approval_given_already')
  })
})

test('a buy of such a package is not approved by one administrator [A232]', async () => {
  // As if a package had been on offer since before the rule.
  const pack = await ledger.createPackage(site.database, {
    coins: 9_000_000,
    coinPrice: '0.00001',
    bonusPercentage: '10',
  })
  const { id: userId } = await createMember(site.database.ownerDb)
  const requestId = await ledger.submitPackage(site.database, userId, pack)
  await expectSame(['ledger.accounts', 'ledger.lines', 'ledger.movements'], async () => {
    const { status, body } = await prove(decideRequest, { params: { userId, requestId }, body: { status: 'approved' } })
    expect([status, body.status]).toEqual([200, 'pending'])
  })
})

test('the rate, the deposit address and the limits stay as they are until a second owner agrees [A233]', async () => {
  await ledger.submitPackage(
    site.database,
    (await createMember(site.database.ownerDb)).id,
    await ledger.createPackage(site.database),
  )
  for (const change of [
    { et_rate: '5' },
    { topup_coin_price: '0.00000001' },
    { referral_percentage: '100' },
    { request_limit_usd: '1000000000000' },
    { step_up_usd: '1000000000000' },
    { hold_hours: '0' },
    { deposit_address: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9' },
    // A harmless change does not take the other one along.
    { operator_name: 'Mint Ltd', deposit_instructions: 'Send it to me.' },
  ]) {
    await expectSame(['public.settings', 'public.rate_changes', 'public.deposit_changes'], async () => {
      const { revision } = (await call(site, getAdminSettings, {}, { cookie: thief.cookie })).body
      expect((await prove(changeSettings, { body: { revision, ...change } })).body.is_proposed).toBe(true)
    })
  }
})

test('a new owner and another duty wait for a second owner, also against an accomplice [A234]', async () => {
  await ledger.submitPackage(
    site.database,
    (await createMember(site.database.ownerDb)).id,
    await ledger.createPackage(site.database),
  )
  const { userId } = await createAdmin(site, 'Sam Support', 'support')
  await expectSame(['public.profiles'], async () => {
    const { body } = await prove(createInvitation, { body: { duty: 'owner' } })
    const invitation = body.link.split('#invitation=')[1] ?? ''
    const form = { fullName: 'Mallory', email: 'mallory@example.org', password, retypePassword: password, invitation }
    expect((await call(site, adminSignUp, { body: form }, {})).body.code).toBe('invitation_required')
    const promotion = { params: { userId }, body: { duty: 'owner', reason } } as const
    expect((await prove(changeDuty, promotion)).body).toMatchObject({ duty: 'support', is_proposed: true })
  })
})

test('a billion coins for ten dollars with 1000 % bonus: the maker of the package does not get it sold and approved alone [A248]', async () => {
  const accomplice = await createMember(site.database.ownerDb)
  const offer = {
    package_name: 'The exact scene',
    min_coin_purchase: '1000000000',
    coin_price: '0.00000001',
    bonus_percentage: '1000',
    withdrawal_time: 'now',
    withdrawal_rules: '',
    icon: 'Star',
  } as const
  const findOffer = async () =>
    (await call(site, listPackages, {}, {})).body.items.find(({ package_name: name }) => name === offer.package_name)
  const decide = async (person: Person, kind: string) => {
    const { items } = (await call(site, listProposedChanges, {}, { cookie: person.cookie })).body
    const waiting = items.findLast((item) => item.kind === kind)
    const input = { params: { changeId: waiting?.id ?? '' }, body: { decision: 'approved' } } as const
    return prove(decideChange, input, person)
  }
  const uploadId = await createUploadRow(site.database.ownerDb, accomplice.id)
  const buy = async () =>
    ledger.submit(site.database, accomplice.id, 'buy', 1e9, { packageId: (await findOffer())?.id ?? '', uploadId })

  // The package waits, and its maker cannot agree to it, not after a day either.
  expect((await send(createPackage, { body: offer })).body.code).toBe('step_up_required')
  expect((await prove(createPackage, { body: offer })).body).toEqual({ is_proposed: true })
  await letProposalsWait(site.database.owner, 30)
  expect((await decide(thief, 'package')).body.code).toBe('approval_given_already')
  expect(await findOffer()).toBeUndefined()

  // A careless owner agrees. The coins are worth 110,000,000 USD, so no request for them is taken below the limit of the settings.
  expect((await decide(looker, 'package')).status).toBe(200)
  expect(await findOffer()).toBeDefined()
  await ledger.expectRefused(site.database, 'amount_over_limit', buy)
  const { revision } = (await call(site, getAdminSettings, {}, { cookie: thief.cookie })).body
  expect((await prove(changeSettings, { body: { revision, request_limit_usd: '200000000' } })).body.is_proposed).toBe(
    true,
  )
  await ledger.expectRefused(site.database, 'amount_over_limit', buy)
  expect((await decide(looker, 'settings')).status).toBe(200)

  // The approval needs a proof, and another administrator with one.
  const requestId = await buy()
  const approval = { params: { userId: accomplice.id, requestId }, body: { status: 'approved' } } as const
  await expectSame(['ledger.accounts', 'ledger.lines', 'ledger.movements'], async () => {
    expect((await send(decideRequest, approval)).body.code).toBe('step_up_required')
    expect((await prove(decideRequest, approval)).body.status).toBe('pending')
    expect((await prove(decideRequest, approval)).body.code).toBe('approval_given_already')
    expect((await call(site, decideRequest, approval, { cookie: looker.cookie, key: randomUUID() })).body.code).toBe(
      'step_up_required',
    )
  })
  expect((await prove(decideRequest, approval, looker)).body.status).toBe('approved')
  await site.database.owner.query(`UPDATE packages SET deleted_at = now() WHERE package_name = $1`, [
    offer.package_name,
  ])
})

test('the rules themselves change only with a second owner, one by one or all at once [A235]', async () => {
  await expectSame(['ledger.policies', 'public.settings'], async () => {
    for (const over of [null, '1000000000'] as const) {
      const body = { ...everyDecision, over_usd: over, hold_hours: null, reason }
      expect((await prove(changePolicy, { body })).body).toMatchObject({ is_proposed: true })
    }
    const ownRule = { subject: 'administrator', scope: 'single', outcome: 'second' } as const
    const body = { ...ownRule, over_usd: null, hold_hours: null, reason }
    expect((await prove(changePolicy, { body })).body).toMatchObject({ is_proposed: true })
    const { revision } = (await send(getAdminSettings, {})).body
    const gain = { body: { revision, package_gain_max: '1000' } }
    expect((await prove(changeSettings, gain)).body).toMatchObject({ is_proposed: true, package_gain_max: '1.5' })
  })
})
