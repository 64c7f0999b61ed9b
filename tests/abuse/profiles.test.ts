import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { getRequestReview } from '../../contract/request-review.ts'
import {
  cancelRequest,
  decideRequest,
  getRequest,
  submitWithdrawalRequest,
  type Request,
} from '../../contract/requests.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { getUser } from '../../contract/users.ts'
import * as ledger from '../../server/money/ledger/ledger.ts'
import { call, createAdmin, createBuyer, createMember, setWallet, withDatabase, type Person } from '../helpers/api.ts'
import { attack, expectNoInternals, expectUnchanged, startTarget, type Target } from '../helpers/attack.ts'
import { password } from '../helpers/screens.ts'
import { updateProfile } from '../../contract/own-profile.ts'
import { provenCall } from '../helpers/proven-call.ts'

const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const mistyped = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF'

let target: Target
let admin: Person
let member: Person
beforeAll(async () => {
  // These attacks do not concern the limits, and need more people than one address may add in a minute.
  target = await startTarget({ RATE_LIMITS: 'off' })
  admin = await createAdmin(target.server)
})
afterAll(async () => target.stop())
beforeEach(async () => {
  member = await createMember(target.server)
})

const patch = async (body: unknown, { of = member, proof = '' } = {}) =>
  attack(target, {
    method: 'PATCH',
    path: `/api/profiles/${of.userId}`,
    body,
    as: member,
    headers: { 'step-up-proof': proof },
  })
const inputOf = (address: string, { userId } = member) => ({ params: { userId }, body: { wallet_address: address } })
/** Returns a proof for a change of the wallet address. */
const prove = async (address = tron, { of = member, by = member } = {}) =>
  (await call(by, stepUp, { body: { ...provenCall(updateProfile, inputOf(address, of)), password } })).proof
/** Counters, session times and proofs do not belong to a person's data. */
const records = ['public.rate_limits', 'public.sessions', 'public.step_up_proofs']

describe('a change of the own profile', () => {
  test.each([
    ['role', 'admin'],
    ['status', 'Active'],
    ['member_id', 'ET-000000000'],
    ['referral_code', 'MINE0000'],
    ['referred_by_id', randomUUID()],
    ['first_purchase_done', true],
    ['package_id', randomUUID()],
    ['email', 'other@example.org'],
    ['balance', '1000000'],
    ['available_coins', '1000000'],
  ])('that sets %s is refused [A6]', async (field, value) => {
    const outcome = await expectUnchanged(target, () => patch({ full_name: 'Amara Osei', [field]: value }), records)
    expect([outcome.status, Object.keys(outcome.body?.fields ?? {})]).toEqual([400, [field]])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://evil.example/qr.png'])(
    'cannot set the QR code or the link to %s, as the server makes both [A49]',
    async (url) => {
      for (const field of ['usdt_qr_code_url', 'wallet_link']) {
        const { status } = await expectUnchanged(target, () => patch({ [field]: url }), records)
        expect(status).toBe(400)
      }
    },
  )

  test('of another person is refused, with a proof or without [A6]', async () => {
    const other = await createMember(target.server)
    const proof = await prove(tron, { of: other })
    for (const body of [{ full_name: 'Mallory Grey' }, { wallet_address: tron }]) {
      const outcome = await expectUnchanged(target, () => patch(body, { of: other, proof }), records)
      expect(outcome.status).toBe(404)
    }
  })

  test.each(['<img src=x onerror=alert(1)>', 'R0bert', 'Ada\u200bLovelace', '\u202eecalevoL', ' '])(
    'to the name %j is refused [A98]',
    async (fullName) => {
      const outcome = await expectUnchanged(target, () => patch({ full_name: fullName }), records)
      expect([outcome.status, outcome.body?.fields?.['full_name']]).toEqual([
        400,
        fullName.trim() === '' ? 'Full Name is required.' : 'Must contain only letters.',
      ])
    },
  )

  test('cannot make members their own referrer, and administrators see a shared wallet address [A35]', async () => {
    const own = await expectUnchanged(target, () => patch({ referred_by_id: member.userId }), records)
    expect(own.status).toBe(400)
    const twin = await createMember(target.server, { referredBy: member.memberId })
    await setWallet(member, tron)
    await setWallet(twin, tron)
    const details = await call(admin, getUser, { params: { userId: twin.userId } })
    expect(details.wallet_twins.map(({ id }) => id)).toContain(member.userId)
  })
})

describe('a wallet address', () => {
  test('needs a fresh proof of this very address and session [A45]', async () => {
    const other = await createMember(target.server)
    const proofs = ['', 'x', await prove(mistyped), await prove(tron, { by: other })]
    for (const proof of proofs) {
      const outcome = await expectUnchanged(target, () => patch({ wallet_address: tron }, { proof }), records)
      expect([outcome.status, outcome.body?.code]).toEqual([401, 'step_up_required'])
    }
    const proof = await prove()
    expect((await patch({ wallet_address: tron }, { proof })).status).toBe(200)
    const again = await expectUnchanged(target, () => patch({ wallet_address: mistyped }, { proof }), records)
    expect(again.status).toBe(401)
    expect((await expectUnchanged(target, () => patch({ wallet_address: '' }), records)).status).toBe(401)
  })

  test('that changed is mailed to the owner, and must be acknowledged before an approval of a withdrawal [A45]', async () => {
    const buyer = await createBuyer(admin)
    await setWallet(buyer, '0x52908400098527886e0f7030069857d2e4169ee7')
    // Removing the address first does not avoid the warning.
    await setWallet(buyer, '')
    await setWallet(buyer, tron)
    // Two changes cause two mails, which may arrive in either order.
    const told = async () =>
      (await target.server.mails()).filter(({ to }) => to === buyer.email).map(({ text }) => text)
    await expect
      .poll(told, { timeout: 10_000 })
      .toContainEqual(expect.stringContaining('New address: TQn9Y2kh…KcbLSE') as unknown)
    const request = await call(buyer, submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    const { wallet } = await review(request, buyer)
    expect(wallet).toMatchObject({
      warnings: ['wallet_changed'],
      previous_address: '0x52908400098527886e0f7030069857d2e4169ee7',
    })
    await expectOnlyAcknowledged(request, buyer, ['wallet_changed'])
  })

  test('that is old, or the first one, gives no warning [A45]', async () => {
    const buyer = await createBuyer(admin)
    await setWallet(buyer, tron)
    const first = await call(buyer, submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    const { wallet } = await review(first, buyer)
    expect(wallet?.warnings).toEqual([])
    await setWallet(await createMember(target.server), tron)
    expect((await review(first, buyer)).wallet?.shared_with).toBe((wallet?.shared_with ?? 0) + 1)
    expect((await decide(first, buyer)).status).toBe(200)
    await setWallet(buyer, 'TQjik9eLzDbhVN47dhEKxU5azDuBM1Lawd')
    // A day passes. Records can be rewritten only by the owner with the trigger off.
    await target.owner.query(`
      begin;
      alter table wallet_changes disable trigger append_only;
      update wallet_changes set created_at = now() - interval '24 hours' where user_id = '${buyer.userId}';
      alter table wallet_changes enable trigger append_only;
      commit`)
    const later = await call(buyer, submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    expect((await review(later, buyer)).wallet).toMatchObject({
      warnings: [],
      changed_at: null,
      previous_address: null,
    })
    expect((await decide(later, buyer)).status).toBe(200)
  })

  test.each([
    ['a wrong checksum', mistyped],
    ['letters that only look alike', `\u0422${tron.slice(1)}`],
    ['script', '<script>alert(1)</script>'],
    ['SQL', `x'); DROP TABLE profiles; --`],
  ])(
    'with %s is stored as text, cannot be withdrawn to, and must be acknowledged in earlier requests [A46] [A146]',
    async (_, address) => {
      const buyer = await createBuyer(admin)
      const profile = await setWallet(buyer, address)
      expect([profile.wallet_address, profile.wallet_link]).toEqual([address, null])
      await expectRefusedWithdrawal(buyer, 'wallet_address_mistyped')
      // Submits as before the rule that refuses such an address.
      const { requestId } = await withDatabase(target.server, (db) =>
        ledger.submit(db, {
          userId: buyer.userId,
          token: null,
          key: randomUUID(),
          kind: 'withdrawal',
          coins: 1000,
          usdtRate: '1',
        }),
      )
      const request = await call(buyer, getRequest, { params: { userId: buyer.userId, requestId } })
      expect((await review(request, buyer)).wallet?.warnings).toEqual(['wallet_checksum'])
      await expectOnlyAcknowledged(request, buyer, ['wallet_checksum'])
    },
  )

  test('of another network than that of the settings cannot be withdrawn to [A146]', async () => {
    const buyer = await createBuyer(admin)
    await setWallet(buyer, '0x52908400098527886E0F7030069857D2E4169EE7')
    await expectRefusedWithdrawal(buyer, 'wallet_network_other')
  })

  test.each([
    ['where members send to', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['where members sent to once', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
    ['the contract of the token', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('that is %s can be neither saved nor withdrawn to [A147]', async (_, address) => {
    const buyer = await createBuyer(admin)
    await withDatabase(target.server, async (db) => {
      for (const deposit of ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'])
        await db.updateTable('settings').set({ deposit_address: deposit }).execute()
    })
    for (const spelling of [address, ` ${address} `]) {
      const outcome = await expectUnchanged(target, () => patch({ wallet_address: spelling }), records)
      expect([outcome.status, outcome.body?.code]).toEqual([422, 'wallet_of_platform'])
    }
    await withDatabase(target.server, (db) =>
      db.updateTable('profiles').set({ wallet_address: address }).where('id', '=', buyer.userId).execute(),
    )
    await expectRefusedWithdrawal(buyer, 'wallet_of_platform')
  })

  test('that becomes the deposit address is not paid, even by a pending withdrawal [A148]', async () => {
    const buyer = await createBuyer(admin)
    const address = 'TE7Ut7NwLifP2XPdtz761z57MkEWJUTu7m'
    await setWallet(buyer, address)
    const ask = async () => call(buyer, submitWithdrawalRequest, { body: { amount_coins: 1000 } })
    const requests = [await ask(), await ask()]
    await withDatabase(target.server, (db) => db.updateTable('settings').set({ deposit_address: address }).execute())
    for (const request of requests) {
      const refused = await expectUnchanged(target, () => decide(request, buyer), records)
      expect([refused.status, refused.body?.code]).toEqual([422, 'wallet_of_platform'])
      await expectRefusedWithdrawal(buyer, 'wallet_of_platform')
    }
    const [first, second] = requests
    expect((await reject(first as Request, buyer)).status).toBe(200)
    const cancelled = await call(buyer, cancelRequest, { params: { requestId: second?.id ?? '' } })
    expect(cancelled.status).toBe('cancelled')
  })

  test.each([
    ['129 characters', 'T'.repeat(129)],
    ['NUL', `T\0${tron}`],
    ['a line break', `${tron}\nBcc: x@example.org`],
    ['a carriage return', `${tron}\rx`],
    ['another line break', `${tron}\u2028x`],
    ['a tab', `T\t${tron}`],
    ['a direction mark', `\u202e${tron}x`],
  ])('with %s is refused [A46]', async (_, address) => {
    const proof = await prove()
    const outcome = await expectUnchanged(target, () => patch({ wallet_address: address }, { proof }), records)
    expect([outcome.status, Object.keys(outcome.body?.fields ?? {})]).toEqual([400, ['wallet_address']])
    expectNoInternals(outcome)
  })
})

async function review(request: Request, owner: Person) {
  return call(admin, getRequestReview, { params: { userId: owner.userId, requestId: request.id } })
}

async function expectRefusedWithdrawal(buyer: Person, code: ErrorCode): Promise<void> {
  const outcome = await expectUnchanged(
    target,
    () =>
      attack(target, {
        path: submitWithdrawalRequest.path,
        body: { amount_coins: 1000 },
        headers: { 'idempotency-key': randomUUID() },
        as: buyer,
      }),
    records,
  )
  expect([outcome.status, outcome.body?.code]).toEqual([422, code])
}

async function reject(request: Request, owner: Person) {
  return attack(target, {
    path: decideRequest.path.replace(':userId', owner.userId).replace(':requestId', request.id),
    body: { status: 'rejected', admin_notes: 'This address is ours.' },
    headers: { 'idempotency-key': randomUUID() },
    as: admin,
  })
}

async function decide(request: Request, owner: Person, acknowledged?: string[]) {
  return attack(target, {
    path: decideRequest.path.replace(':userId', owner.userId).replace(':requestId', request.id),
    body: { status: 'approved', ...(acknowledged && { acknowledged }) },
    headers: { 'idempotency-key': randomUUID() },
    as: admin,
  })
}

/**
 * Demands that an approval without all these warnings moves nothing, and that one with all of them succeeds and is
 * recorded.
 */
async function expectOnlyAcknowledged(request: Request, owner: Person, warnings: string[]): Promise<void> {
  const others = ['wallet_changed', 'wallet_checksum'].filter((warning) => !warnings.includes(warning))
  for (const acknowledged of [undefined, [], others]) {
    const refused = await expectUnchanged(target, () => decide(request, owner, acknowledged), records)
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'warning_unread', warnings }])
  }
  expect((await decide(request, owner, warnings)).status).toBe(200)
  const { rows } = await target.owner.query<{ actor_id: string; detail: object }>(
    `select actor_id, detail from audit_events where action = 'wallet_warnings_acknowledged' and subject_id = $1`,
    [owner.userId],
  )
  expect(rows).toEqual([{ actor_id: admin.userId, detail: { requestId: request.id, warnings } }])
}
