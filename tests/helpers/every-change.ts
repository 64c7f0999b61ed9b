import { randomInt, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { sendMessage } from '../../contract/chat.ts'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { submitTransferRequest } from '../../contract/requests.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { startTwoFactor } from '../../contract/two-factor.ts'
import { call, password, type TestApp } from './app.ts'
import { createInvitation } from './invitation.ts'
import { startRegistration } from './passkeys.ts'
import { submitPackage } from './ledger.ts'
import { createPayout, noteSent } from './payouts.ts'
import { addTransfer } from './transfers.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from './people.ts'
import { addFailedMail, addFailingJob } from './failed-work.ts'
import { addSettledFinding } from './planted-edits.ts'
import { proposeChange } from './second-owner.ts'
import { submitAsked } from './slips.ts'
import { createSignedIn, startSession, type SignedIn } from './signed-in.ts'
import { createSoftwarePasskey } from './software-passkey.ts'
import { makeStrangeHash } from './watched-chain.ts'
import { totpCode, unusedTotpCode, requestProof, turnOnTwoFactor } from './two-factor.ts'

/** A valid call of an operation that changes something. */
export interface Attempt {
  params?: Record<string, string>
  /** Made at the time of the call, because a code is valid for a moment only, and a challenge in one session only. */
  body?: (person: SignedIn) => unknown
  file?: Buffer
  /** True if the call includes a proof. */
  isProven?: boolean
  /** The secret of the caller's authenticator app. */
  secret?: string
}

/** Every operation that changes something for an account that is signed in. Operations for visitors need no session. */
export const changes = operations.filter(({ method, access }) => method !== 'GET' && !access.includes('visitor'))

/** These operations change no row. One extends a session that has already been extended, and one only checks a text. */
export const operationsWithoutEffect = ['keep_session', 'check_wallet_address']

/** Creates everything that this person needs for a successful call of this operation. */
export async function prepareChange(site: TestApp, { id }: Operation, person: SignedIn): Promise<Attempt> {
  const prepare = preparations[id]
  if (!prepare) throw new Error(`nobody has said how ${id} is called`)
  return prepare(site, person)
}

/** Returns the headers of the call beside the cookie: the key and the proof. */
export async function headersOf(
  site: TestApp,
  operation: Operation,
  { params, body, isProven, secret }: Attempt,
  person: SignedIn,
): Promise<Record<string, string>> {
  const { stepUp, upload } = operation
  const input = { params, body: await body?.(person) } as CallInput<Operation>
  const code = isProven && secret !== undefined ? await unusedTotpCode(site, person, secret) : undefined
  return {
    'content-type': upload?.types[0] ?? 'application/json',
    'idempotency-key': randomUUID(),
    ...(stepUp && isProven && { [stepUpHeader]: await requestProof(site, person, operation, input, code) }),
  }
}

type Prepare = (site: TestApp, person: SignedIn) => Promise<Attempt>

const reason = { reason: 'Seen by a test' }
const singleRule = { subject: 'money', scope: 'single', outcome: 'second' }
const newPassword = 'another Horse Battery 8'
const nothingNeeded: Prepare = async () => ({})

const account: Record<string, Prepare> = {
  sign_out: nothingNeeded,
  keep_session: nothingNeeded,
  change_password: async () => ({
    body: () => ({ currentPassword: password, password: newPassword, retypePassword: newPassword }),
  }),
  step_up: async () => ({ body: () => ({ action: 'wallet', call: 'A'.repeat(43), password }) }),
  start_two_factor: async () => ({ isProven: true }),
  async enable_two_factor(site, person) {
    const headers = { [stepUpHeader]: await requestProof(site, person, startTwoFactor, {}) }
    const { body } = await call({ app: site.app }, startTwoFactor, {}, { cookie: person.cookie, headers })
    return { body: () => ({ code: totpCode(body.secret) }) }
  },
  start_passkey_proof: async (site, person) => ({
    ...(await withPasskey(site, person)),
    body: () => ({ call: 'A'.repeat(43) }),
  }),
  start_passkey: async () => ({ isProven: true }),
  add_passkey: async (site) => ({
    body: async (person) => {
      const passkey = createSoftwarePasskey().create(await startRegistration({ app: site.app }, person))
      return { name: 'Laptop', passkey }
    },
  }),
  rename_passkey: async (site, person) => ({
    ...(await withPasskey(site, person)),
    body: () => ({ name: 'Telephone' }),
  }),
  remove_passkey: async (site, person) => ({ ...(await withPasskey(site, person)), isProven: true }),
  disable_two_factor: withTwoFactor,
  renew_recovery_codes: withTwoFactor,
  async end_session(site, person) {
    return { params: { sessionId: (await startSession(site, person)).sessionId } }
  },
  async sign_out_elsewhere(site, person) {
    await startSession(site, person)
    return {}
  },
}

const treasury: Record<string, Prepare> = {
  // A check less than a minute after another one does nothing.
  async check_treasury_balances({ database }) {
    await database.owner.query(`update treasury_checks set begun_at = 'epoch'`)
    return {}
  },
}

const chat: Record<string, Prepare> = {
  async open_conversation(site, person) {
    return { params: { userId: await startConversation(site, person) }, body: () => ({}) }
  },
  async send_message(site, person) {
    const userId = await startConversation(site, person)
    const clientMessageId = randomUUID()
    return { params: { userId }, body: () => ({ client_message_id: clientMessageId, content: 'Hello.' }) }
  },
  async upload_chat_file(site, person) {
    return { params: { userId: await startConversation(site, person) }, file: await drawPicture() }
  },
  async mark_conversation_read(site, person) {
    return { params: { userId: await startConversation(site, person) }, body: () => ({ number: 1 }) }
  },
}

const member: Record<string, Prepare> = {
  async mark_notices_read(site, { userId }) {
    await giveManyCoins(site, userId)
    return { body: () => ({ number: 1 }) }
  },
  start_push: async () => ({ body: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc' }) }),
  async stop_push({ database }, { userId }) {
    await database.owner.query(
      `insert into push_subscriptions (user_id, session_id, endpoint) select user_id, id, 'https://fcm.googleapis.com/fcm/send/a' from sessions where user_id = $1`,
      [userId],
    )
    return {}
  },
  save_mail_preferences: async () => ({ body: () => ({ rewards: false }) }),
  ask_email_change: async () => ({ body: () => ({ email: 'other@example.net' }), isProven: true }),
  async drop_email_change(site, { userId }) {
    await site.database.owner.query(
      `INSERT INTO email_changes (user_id, new_email, token_hash, expires_at) VALUES ($1, 'other@example.net', '\\x01', now() + interval '1 day')`,
      [userId],
    )
    return {}
  },
  async ask_account_closure(site, { userId }) {
    const { rows } = await site.database.owner.query<{ member_id: string }>(
      'SELECT member_id FROM profiles WHERE id = $1',
      [userId],
    )
    return { body: () => ({ member_id: rows[0]?.member_id }), isProven: true }
  },
  async keep_account(site, { userId }) {
    await waitForClosing(site, userId)
    return {}
  },
  update_profile: async (_, { userId }) => ({
    params: { userId },
    body: () => ({ full_name: 'Somebody Else', wallet_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' }),
    isProven: true,
  }),
  add_wallet_address: async () => ({
    body: () => ({ wallet_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' }),
    isProven: true,
  }),
  async remove_wallet_address(site, { userId }) {
    const { rows } = await site.database.owner.query<{ id: string }>(
      'INSERT INTO wallet_addresses (user_id, address) VALUES ($1, $2) RETURNING id',
      [userId, 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
    )
    return { params: { addressId: rows[0]?.id ?? '' }, isProven: true }
  },
  add_sending_address: async () => ({ body: () => ({ address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' }) }),
  async remove_sending_address(site, { userId }) {
    const { rows } = await site.database.owner.query<{ id: string }>(
      'INSERT INTO sending_addresses (user_id, address) VALUES ($1, $2) RETURNING id',
      [userId, 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'],
    )
    return { params: { addressId: rows[0]?.id ?? '' } }
  },
  check_wallet_address: async () => ({ body: () => ({ wallet_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }) }),
  async submit_buy_request(site, { userId }) {
    const uploadId = await createUploadRow(site.database.ownerDb, userId)
    return { body: () => ({ amount_coins: 10_000, package_id: site.packageId, payment_proof_id: uploadId }) }
  },
  async submit_withdrawal_request(site, { userId }) {
    await giveManyCoins(site, userId)
    return { body: () => ({ amount_coins: 1000 }) }
  },
  async submit_transfer_request(site, { userId }) {
    await giveManyCoins(site, userId)
    const { memberId } = await createMember(site.database.ownerDb)
    return { body: () => ({ recipient_member_id: memberId, amount_coins: 30_000 }) }
  },
  async cancel_request(site, person) {
    return { params: { requestId: await requestTransfer(site, person) } }
  },
  async replace_slip(site, { userId }) {
    const { id: adminId } = await createAdmin(site.database.ownerDb)
    const requestId = await submitAsked(site.database, adminId, userId, { id: site.packageId, coins: 10_000 })
    const slip = await createUploadRow(site.database.ownerDb, userId)
    return { params: { requestId }, body: () => ({ payment_proof_id: slip }) }
  },
  async upload_file() {
    return { file: await drawPicture() }
  },
}

const admin: Record<string, Prepare> = {
  save_request_digest: async () => ({ body: () => ({ rhythm: 'daily' }) }),
  create_invitation: async () => ({
    body: () => ({ email: 'accomplice@example.org', duty: 'owner' }),
    isProven: true,
  }),
  async revoke_invitation(site) {
    return { params: { invitationId: (await createInvitation(site.database.ownerDb)).id }, isProven: true }
  },
  async decide_change(site) {
    const { userId } = await createSignedIn(site, 'admin')
    const changeId = await proposeChange(site.database.owner, userId)
    return { params: { changeId }, body: () => ({ decision: 'declined' }), isProven: true }
  },
  change_duty: async (site) => ({
    params: { userId: (await createSignedIn(site, 'admin')).userId },
    body: () => ({ duty: 'auditor', ...reason }),
    isProven: true,
  }),
  add_user: async (site) => ({
    body: () => ({ fullName: 'New Member', email: `added-${randomUUID()}@example.org`, packageId: site.packageId }),
  }),
  correct_email: async (site) => ({
    params: { userId: (await createSignedIn(site, 'member')).userId },
    body: () => ({ email: 'right@example.net', ...reason }),
    isProven: true,
  }),
  begin_closure: async (site) => ({
    params: { userId: (await createSignedIn(site, 'member')).userId },
    body: () => reason,
    isProven: true,
  }),
  async call_off_closure(site) {
    const { userId } = await createSignedIn(site, 'member')
    await waitForClosing(site, userId)
    return { params: { userId }, body: () => reason, isProven: true }
  },
  correct_details: async (site) => ({
    params: { userId: (await createSignedIn(site, 'member')).userId },
    body: () => ({ city: 'Paris', ...reason }),
  }),
  change_user_status: async (site) => ({
    params: { userId: (await createSignedIn(site, 'member')).userId },
    body: () => ({ status: 'Suspended', ...reason }),
  }),
  sign_out_user: async (site) => ({
    params: { userId: (await createSignedIn(site, 'member')).userId },
    body: () => reason,
  }),
  async resend_confirmation(site) {
    const { userId } = await createSignedIn(site, 'member')
    await site.database.owner.query('update credentials set email_confirmed_at = null where user_id = $1', [userId])
    return { params: { userId } }
  },
  async reset_two_factor(site) {
    const { userId } = await createSignedIn(site, 'member')
    await site.database.owner.query(`insert into two_factor values ($1, '\\x00', 0)`, [userId])
    return { params: { userId }, body: () => reason, isProven: true }
  },
  async create_package() {
    // The body stays the same, because the proof is for this body.
    const body = packageOf('Fresh')
    return { body: () => body, isProven: true }
  },
  async update_package(site) {
    const body = { ...packageOf('Renamed'), revision: 1 }
    return { params: { packageId: await addPackage(site) }, body: () => body, isProven: true }
  },
  async delete_package(site) {
    return { params: { packageId: await addPackage(site) }, isProven: true }
  },
  add_saved_reply: async () => ({ body: () => ({ title: randomUUID(), content: 'We look into it.' }) }),
  async change_saved_reply(site) {
    const { id: replyId, ...seen } = await addReply(site)
    return { params: { replyId }, body: () => ({ ...seen, content: 'Changed.', seen }) }
  },
  async delete_saved_reply(site) {
    return { params: { replyId: (await addReply(site)).id } }
  },
  async decide_request(site) {
    const sender = await createSignedIn(site, 'member')
    const requestId = await requestTransfer(site, sender)
    return { params: { userId: sender.userId, requestId }, body: () => ({ status: 'approved' }) }
  },
  async look_at_request(site) {
    const sender = await createSignedIn(site, 'member')
    const requestId = await requestTransfer(site, sender)
    return { params: { userId: sender.userId, requestId }, body: () => ({ is_open: true }) }
  },
  async assign_requests(site) {
    const sender = await createSignedIn(site, 'member')
    const requests = [{ user_id: sender.userId, request_id: await requestTransfer(site, sender) }]
    const { id: assigneeId } = await createAdmin(site.database.ownerDb)
    return { body: () => ({ requests, assignee_id: assigneeId }) }
  },
  async ask_for_slip(site) {
    const { id: userId } = await createMember(site.database.ownerDb)
    const requestId = await submitPackage(site.database, userId, { id: site.packageId, coins: 10_000 })
    return { params: { userId, requestId }, body: () => ({ reason: 'It is blurred.', slip_revision: 0 }) }
  },
  async add_admin_note(site) {
    const { id: userId } = await createMember(site.database.ownerDb)
    return { params: { userId }, body: () => ({ content: 'Called twice.' }) }
  },
  async reverse_request(site) {
    const { id: adminId } = await createAdmin(site.database.ownerDb)
    const { userId, requestId } = await createPayout(site.database, adminId)
    return { params: { userId, requestId }, body: () => ({ reason: 'It was approved for another member.' }) }
  },
  adjust_balance: async (site) => ({
    params: { userId: (await createMember(site.database.ownerDb)).id },
    body: () => ({ coins: 500, ...reason }),
  }),
  async stop_automatic_approval(site) {
    await site.database.owner.query(`update settings set automatic_approval = 'on'`)
    return {}
  },
  change_policy: async () => {
    // The body stays the same, because the proof is for this body.
    const body = { ...singleRule, over_usd: String(randomInt(1, 9_999)), hold_hours: null, ...reason }
    return { body: () => body, isProven: true }
  },
  async change_settings(site) {
    const { rows } = await site.database.owner.query<{ revision: number }>('select revision from settings')
    // A rate that was there before would change nothing. The body stays the same, because the proof is for this body.
    const body = { revision: rows[0]?.revision, et_rate: `0.0${randomInt(100_000, 999_999)}` }
    return {
      body: () => body,
      isProven: true,
    }
  },
}

const holds: Record<string, Prepare> = {
  async lift_stop(site) {
    const { userId } = await createSignedIn(site, 'member')
    await site.database.app.query('select ledger.stop_outgoing($1, null)', [userId])
    return { params: { userId }, body: () => reason, isProven: true }
  },
  async retry_job(site) {
    return { params: { jobName: await addFailingJob(site.database) } }
  },
  async retry_mail(site) {
    const id = await addFailedMail(site.database)
    return { body: () => ({ queue: 'outbox', id }) }
  },
  async release_finding(site) {
    return { params: { findingId: await addSettledFinding(site.database) }, body: () => reason, isProven: true }
  },
}

const payouts: Record<string, Prepare> = {
  async refund_transfer(site) {
    const { hash } = await addTransfer(site.database, { units: 1_000_000n })
    const refundHash = makeStrangeHash()
    return {
      params: { hash, logIndex: '0' },
      body: () => ({ refund_hash: refundHash, ...reason }),
      isProven: true,
    }
  },
  async record_payouts(site) {
    const { userId } = await createSignedIn(site, 'admin')
    const { address } = await createPayout(site.database, userId, { address: `T${randomUUID()}` })
    return { body: () => ({ lines: [{ reference: address, hash: makeStrangeHash() }] }) }
  },
  async fail_payout(site) {
    const { userId: actorId } = await createSignedIn(site, 'admin')
    const payout = await createPayout(site.database, actorId)
    const hash = makeStrangeHash()
    await noteSent(site.database.ownerDb, payout, { actorId, hash })
    return {
      params: { userId: payout.userId, requestId: payout.requestId },
      body: () => ({ hash, ...reason }),
      isProven: true,
    }
  },
}

const preparations: Record<string, Prepare> = {
  ...account,
  ...treasury,
  ...chat,
  ...member,
  ...admin,
  ...holds,
  ...payouts,
}

/** Adds a passkey to an account that has an app, too, so that its owner can prove who they are by a code. */
async function waitForClosing(site: TestApp, userId: string): Promise<void> {
  await site.database.owner.query(
    `INSERT INTO account_closures (user_id, closes_at) VALUES ($1, now() + interval '7 days')`,
    [userId],
  )
}

async function withPasskey(site: TestApp, person: SignedIn): Promise<Pick<Attempt, 'params' | 'secret'>> {
  const { secret } = await turnOnTwoFactor({ app: site.app }, person)
  const key = { user_id: person.userId, credential_id: Buffer.from(person.userId), public_key: Buffer.from('key') }
  const { id } = await site.database.ownerDb
    .insertInto('passkeys')
    .values({ ...key, counter: '0', name: 'Old' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { passkeyId: id }, secret }
}

async function withTwoFactor(site: TestApp, person: SignedIn): Promise<Attempt> {
  const { secret } = await turnOnTwoFactor({ app: site.app }, person)
  return { body: async () => ({ code: await unusedTotpCode(site, person, secret) }), secret }
}

/** Starts a conversation in which the other side has written once. Returns the id of its member. */
async function startConversation(site: TestApp, { role, userId }: SignedIn): Promise<string> {
  const other = await createSignedIn(site, role === 'admin' ? 'member' : 'admin')
  const ownerId = role === 'admin' ? other.userId : userId
  const body = { client_message_id: randomUUID(), content: 'Is anybody there?' }
  await call({ app: site.app }, sendMessage, { params: { userId: ownerId }, body }, { cookie: other.cookie })
  return ownerId
}

async function drawPicture(): Promise<Buffer> {
  const picture = { width: 20, height: 20, channels: 3 as const, background: '#0a7' }
  return sharp({ create: picture }).png().toBuffer()
}

async function giveManyCoins(site: TestApp, userId: string): Promise<void> {
  const { userId: adminId } = await createSignedIn(site, 'admin')
  await giveCoins(site.database.ownerDb, adminId, userId, 50_000)
}

async function requestTransfer(site: TestApp, { userId, cookie }: SignedIn): Promise<string> {
  await giveManyCoins(site, userId)
  const { memberId } = await createMember(site.database.ownerDb)
  const body = { recipient_member_id: memberId, amount_coins: 30_000 }
  const options = { cookie, key: randomUUID() }
  return (await call({ app: site.app }, submitTransferRequest, { body }, options)).body.id
}

function packageOf(name: string) {
  return {
    package_name: `${name} ${randomUUID().slice(0, 8)}`,
    min_coin_purchase: '7000',
    coin_price: '0.01',
    bonus_percentage: '1',
    withdrawal_time: '24 hours',
    withdrawal_rules: '',
    icon: 'Gem',
  }
}

async function addPackage(site: TestApp): Promise<string> {
  const { id } = await site.database.ownerDb
    .insertInto('packages')
    .values({ package_name: `Old ${randomUUID().slice(0, 8)}`, withdrawal_time: '24 hours' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addReply(site: TestApp): Promise<{ id: string; title: string; content: string }> {
  return site.database.ownerDb
    .insertInto('saved_replies')
    .values({ title: randomUUID(), content: 'As it was.' })
    .returning(['id', 'title', 'content'])
    .executeTakeFirstOrThrow()
}
