import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import * as people from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { seed } from '../../platform/db/seed.ts'
import { createWrite, type Write } from '../../platform/db/write.ts'
import { createEvents, type Change } from '../../platform/events/events.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createExchangeRates, fixedRate } from '../../platform/exchange-rates/exchange-rates.ts'
import { listPackages } from '../packages/packages.ts'
import { readUserStats } from '../ledger/totals.ts'
import { adjustBalance } from './adjustments.ts'
import { readRequest } from './lists.ts'
import * as requests from './requests.ts'

let database: TestDatabase
let deps: requests.RequestDeps & { write: Write }
let admin: { id: string; fullName: string }
let adminToken: string
let shieldId: string
let changes: Change[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.appDb)
  const events = createEvents()
  events.subscribe((change) => changes.push(change))
  deps = {
    db: database.appDb,
    write: createWrite(database.appDb, async () => {}),
    events,
    mailOwner: async () => {},
    outbox: { wake() {} },
    limits: noLimits,
    mustAdminsEnrol: false,
    exchangeRates: createExchangeRates(fixedRate, { log: { warn() {} } }),
    installation: { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined },
  }
  admin = await people.createAdmin(database.ownerDb)
  adminToken = await people.createToken(database.ownerDb, admin.id)
  shieldId = (await listPackages(database.appDb))[0]?.id ?? ''
})
beforeEach(() => {
  changes = []
})
afterAll(() => database.drop())

async function asMember(userId: string) {
  return { userId, token: await people.createToken(database.ownerDb, userId), key: randomUUID() }
}

async function submitShield(userId: string) {
  const uploadId = await people.createUploadRow(database.ownerDb, userId)
  return requests.submitBuy(deps, {
    ...(await asMember(userId)),
    coins: 10_000,
    packageId: shieldId,
    uploadId,
  })
}

async function createHolder(coins = 5000) {
  const member = await people.createMember(database.ownerDb)
  await people.giveCoins(database.ownerDb, admin.id, member.id, coins)
  return member
}

const from = () => ({ token: adminToken, ipAddress: '127.0.0.1', acknowledged: [] })

function decide(userId: string, requestId: string, status: 'approved' | 'rejected', notes?: string) {
  const decision = { actorId: admin.id, key: randomUUID(), userId, requestId, status, notes, ...from() }
  return requests.decideRequest(deps, decision, refuseProof)
}

/** No amount in this file is so large that a decision needs a proof. */
async function refuseProof(): Promise<never> {
  throw new Error('a proof was asked for')
}

describe('an administrator', () => {
  test('approves a package purchase: base and bonus coins arrive, and all people concerned get an event [REQ-02, CALL-41]', async () => {
    const member = await people.createMember(database.ownerDb)
    const request = await submitShield(member.id)
    expect(changes).toEqual([
      { topics: ['requests'], userIds: [member.id] },
      { topics: ['requests'], toAdmins: true },
    ])
    changes = []
    const decided = await decide(member.id, request.id, 'approved', 'Received, thank you.')
    expect(decided).toMatchObject({
      id: request.id,
      status: 'approved',
      admin_notes: 'Received, thank you.',
      decided_by_name: admin.fullName,
    })
    expect(Date.parse(decided.updated_at)).toBeGreaterThan(Date.parse(request.updated_at))
    expect(changes).toEqual([
      { topics: ['requests', 'wallet', 'profile', 'notices'], userIds: [member.id] },
      { topics: ['requests', 'wallet'], toAdmins: true },
    ])
    expect(await readUserStats(deps.db, member.id)).toMatchObject({ balance_coins: '10500', investment_usd: '100' })
  })

  test('needs no notes to approve [REQ-03]', async () => {
    const member = await people.createMember(database.ownerDb)
    expect(await decide(member.id, (await submitShield(member.id)).id, 'approved')).toMatchObject({ admin_notes: null })
    expect(await decide(member.id, (await submitShield(member.id)).id, 'approved', '')).toMatchObject({
      admin_notes: null,
    })
  })

  test('rejects each kind of request only with a reason, which the member reads', async () => {
    const [member, friend] = [await createHolder(), await people.createMember(database.ownerDb)]
    const own = { ...(await asMember(member.id)), coins: 1000 }
    const waiting = [
      await submitShield(member.id),
      await requests.submitWithdrawal(deps, { ...own, key: randomUUID() }),
      await requests.submitTransfer(deps, { ...own, key: randomUUID(), recipientMemberId: friend.memberId }),
    ]
    for (const { id } of waiting) {
      for (const notes of [undefined, '']) {
        const before = await readTableDigests(database.owner)
        await expect(decide(member.id, id, 'rejected', notes)).rejects.toMatchObject({
          code: 'reason_required',
          message: 'Please say why you reject this request. The member reads it.',
          fields: { admin_notes: { code: 'reason_required' } },
        })
        expect(await readTableDigests(database.owner)).toEqual(before)
      }
      await decide(member.id, id, 'rejected', 'Not received.')
      expect(await readRequest(deps.db, member.id, id, 'member')).toMatchObject({
        status: 'rejected',
        admin_notes: 'Not received.',
      })
    }
  })

  test('pays the referrer 20% of the base coins with the first package, once [CONST-11, CONST-12]', async () => {
    const referrer = await people.createMember(database.ownerDb)
    const friend = await people.createMember(database.ownerDb, { referredById: referrer.id })
    const first = await submitShield(friend.id)
    expect(changes).toContainEqual({ topics: ['wallet'], userIds: [referrer.id] })
    expect(await readUserStats(deps.db, referrer.id)).toMatchObject({ balance_coins: '0' })
    changes = []
    await decide(friend.id, first.id, 'approved')
    expect(await readUserStats(deps.db, referrer.id)).toMatchObject({ balance_coins: '2000' })
    expect(changes).toContainEqual({ topics: ['wallet', 'notices'], userIds: [referrer.id] })

    changes = []
    await decide(friend.id, (await submitShield(friend.id)).id, 'approved')
    expect(await readUserStats(deps.db, referrer.id)).toMatchObject({ balance_coins: '2000' })
    expect(changes.flatMap((change) => change.userIds ?? [])).not.toContain(referrer.id)
  })

  test('cannot decide twice, and the second decision moves no coins and sends no event', async () => {
    const member = await people.createMember(database.ownerDb)
    const request = await submitShield(member.id)
    await decide(member.id, request.id, 'approved')
    changes = []
    const before = await readTableDigests(database.owner)
    await expect(decide(member.id, request.id, 'rejected', 'No.')).rejects.toMatchObject({
      code: 'already_processed',
      status: 'approved',
      message: 'This request has already been processed.',
    })
    await expect(decide(member.id, randomUUID(), 'approved')).rejects.toMatchObject({ code: 'not_found' })
    expect(await readTableDigests(database.owner)).toEqual(before)
    expect(changes).toEqual([])
  })

  test('gets the same answer to a repeated decision, which sends no second event', async () => {
    const member = await people.createMember(database.ownerDb)
    const request = await submitShield(member.id)
    const approval = { userId: member.id, requestId: request.id, status: 'approved' as const }
    const decision = { actorId: admin.id, key: randomUUID(), ...approval, ...from() }
    const first = await requests.decideRequest(deps, decision, refuseProof)
    changes = []
    expect(await requests.decideRequest(deps, decision, refuseProof)).toEqual(first)
    expect(changes).toEqual([])
  })

  test('approves a transfer: the recipient gets the coins and an event', async () => {
    const [sender, recipient] = [await createHolder(), await people.createMember(database.ownerDb)]
    const call = { ...(await asMember(sender.id)), coins: 2000 }
    const request = await requests.submitTransfer(deps, { ...call, recipientMemberId: recipient.memberId })
    expect(changes).toEqual([
      { topics: ['requests', 'wallet'], userIds: [sender.id] },
      { topics: ['requests'], toAdmins: true },
    ])
    changes = []
    const decided = await decide(sender.id, request.id, 'approved')
    expect(decided).toMatchObject({ recipient_profile: { email: recipient.email } })
    expect(changes).toContainEqual({ topics: ['wallet', 'notices'], userIds: [recipient.id] })
    expect(await readUserStats(deps.db, recipient.id)).toMatchObject({ balance_coins: '2000' })
  })

  test('corrects a balance up and down, but not below zero', async () => {
    const member = await createHolder(1000)
    const adjust = (coins: string, reversesId?: string) =>
      adjustBalance(
        deps,
        {
          actorId: admin.id,
          token: adminToken,
          key: randomUUID(),
          userId: member.id,
          coins,
          reason: 'Paid twice',
          ipAddress: '192.0.2.7',
          reversesId,
        },
        async () => expect.unreachable(),
      )
    const added = await adjust('500')
    expect(added.stats).toMatchObject({ balance_coins: '1500' })
    expect(changes).toEqual([
      { topics: ['wallet', 'notices'], userIds: [member.id] },
      { topics: ['wallet'], toAdmins: true },
    ])
    const undone = await adjust('-500', added.movement_id)
    expect(undone.stats).toMatchObject({ balance_coins: '1000' })
    const audit = await database.owner.query(
      `select actor_id, action, detail, ip_address from audit_events where subject_id = $1 order by id`,
      [member.id],
    )
    expect(audit.rows).toMatchObject([
      { actor_id: admin.id, action: 'balance_adjusted', ip_address: '192.0.2.7' },
      { actor_id: admin.id, action: 'balance_adjusted', ip_address: '192.0.2.7' },
    ])
    expect(audit.rows.map(({ detail }) => detail as unknown)).toEqual([
      {
        movementId: added.movement_id,
        coins: '500',
        reason: 'Paid twice',
        before: { available_coins: '1000' },
        after: { available_coins: '1500' },
      },
      {
        movementId: undone.movement_id,
        reversesId: added.movement_id,
        coins: '-500',
        reason: 'Paid twice',
        before: { available_coins: '1500' },
        after: { available_coins: '1000' },
      },
    ])
    changes = []
    const before = await readTableDigests(database.owner)
    await expect(adjust('-500', added.movement_id)).rejects.toMatchObject({ code: 'reversed_already' })
    await expect(adjust('-500', randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    await expect(adjust('-1001')).rejects.toMatchObject({
      code: 'amount_exceeds_balance',
      message: 'Amount exceeds your available balance.',
    })
    expect(await readTableDigests(database.owner)).toEqual(before)
    expect(changes).toEqual([])
  })
})

describe('a member', () => {
  test('cancels a pending withdrawal and gets the coins back', async () => {
    const member = await createHolder()
    const own = await asMember(member.id)
    const request = await requests.submitWithdrawal(deps, { ...own, coins: 3000 })
    changes = []
    const call = { ...own, key: randomUUID(), requestId: request.id }
    expect(await requests.cancelRequest(deps, call)).toMatchObject({ id: request.id, status: 'cancelled' })
    expect(await readUserStats(deps.db, member.id)).toMatchObject({ available_coins: '5000', locked_coins: '0' })
    expect(changes).toEqual([
      { topics: ['requests', 'wallet'], userIds: [member.id] },
      { topics: ['requests'], toAdmins: true },
    ])
    await expect(decide(member.id, request.id, 'approved')).rejects.toMatchObject({
      code: 'already_processed',
      status: 'cancelled',
    })
  })

  test('cannot cancel a decided request or one of another member', async () => {
    const [member, other] = [await people.createMember(database.ownerDb), await people.createMember(database.ownerDb)]
    await people.buyPackage(database.ownerDb, admin.id, member.id)
    const request = await submitShield(member.id)
    const foreign = { ...(await asMember(other.id)), requestId: request.id }
    const before = await readTableDigests(database.owner)
    await expect(requests.cancelRequest(deps, foreign)).rejects.toMatchObject({ code: 'not_found' })
    expect(await readTableDigests(database.owner)).toEqual(before)
    await decide(member.id, request.id, 'rejected', 'No.')
    const late = { ...(await asMember(member.id)), requestId: request.id }
    await expect(requests.cancelRequest(deps, late)).rejects.toMatchObject({
      code: 'already_processed',
      status: 'rejected',
    })
  })
})
