import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAdminSettings } from '../contract/admin-settings.ts'
import { uploadChatFile } from '../contract/chat.ts'
import type { CallInput, Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { addAdminNote } from '../contract/admin-notes.ts'
import { askForSlip, replaceSlip } from '../contract/slip-requests.ts'
import { refundTransfer } from '../contract/chain-transfers.ts'
import { failPayout, recordPayouts } from '../contract/payouts.ts'
import { createPackage, deletePackage, updatePackage } from '../contract/packages.ts'
import { stepUpHeader } from '../contract/step-up.ts'
import { call, createAdmin, createMember, createTestApp, publicUrl, type Person, type TestApp } from './helpers/app.ts'
import { invite } from './helpers/invite.ts'
import { submitPackage } from './helpers/ledger.ts'
import { createUploadRow } from './helpers/people.ts'
import { submitAsked } from './helpers/slips.ts'
import { createPayout, noteSent } from './helpers/payouts.ts'
import { readTableDigests } from './helpers/table-digests.ts'
import { callProven, requestProof } from './helpers/two-factor.ts'
import { addTransfer } from './helpers/transfers.ts'
import { makeStrangeHash } from './helpers/watched-chain.ts'
import { buildUrl } from '../web/lib/build-url.ts'
import { createInvitation, revokeInvitation } from '../contract/invitations.ts'
import { withPackage } from './helpers/saved-package.ts'

let site: TestApp
let admin: Person
let other: Person
let member: Person
let picture: Buffer
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  other = await createAdmin(site, 'Ada Lovelace')
  member = await createMember(site)
  picture = await makePicture('#0a7')
})
afterAll(async () => site.close())
beforeEach(() => site.announced.splice(0))

const makePicture = async (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

interface Attempt {
  path: string
  body?: unknown
  /** The proof of the caller, for an operation that needs one. */
  proof?: string
  /** Returns the same call with a fresh proof. */
  renew?: () => Promise<Attempt>
}

const packageForm = {
  package_name: 'Bronze',
  min_coin_purchase: '1000',
  coin_price: '0.01',
  bonus_percentage: '2',
  withdrawal_time: '24 hours',
  icon: 'Shield' as const,
}
let made = 0
/** Returns a name or an address that is not in use yet. */
const fresh = (stem: string) => `${stem} ${String.fromCharCode(97 + (made += 1))}`
const freshEmail = () => `person.${(made += 1)}@example.org`
const addPackage = async () => {
  const body = { ...packageForm, package_name: fresh('Pack') }
  return withPackage(await callProven(site, admin, createPackage, { body })).body.package
}

/** Returns a call with the proof of this administrator. */
async function proven<O extends Operation>(operation: O, input: CallInput<O>, by = admin): Promise<Attempt> {
  const { body, ...urlInput } = input as { body?: unknown }
  const proof = await requestProof(site, by, operation, input)
  return { path: buildUrl(operation, urlInput), body, proof, renew: async () => proven(operation, input, by) }
}

const chatFiles = () => buildUrl(uploadChatFile, { params: { userId: member.userId } })

/** For each operation, a valid call and a different one to send under the same key. */
const asked: Record<string, () => Promise<{ once: Attempt; other: Attempt }>> = {
  create_package: async () => {
    const [one, two] = [fresh('Pack'), fresh('Pack')].map((name) => ({ ...packageForm, package_name: name }))
    return {
      once: await proven(createPackage, { body: one as typeof packageForm }),
      other: await proven(createPackage, { body: two as typeof packageForm }, other),
    }
  },
  update_package: async () => {
    const { id, revision, package_name } = await addPackage()
    const params = { packageId: id }
    const body = { ...packageForm, package_name, revision, coin_price: '0.02' }
    return {
      once: await proven(updatePackage, { params, body }),
      other: await proven(updatePackage, { params, body: { ...body, coin_price: '0.03' } }, other),
    }
  },
  delete_package: async () => {
    const [one, two] = [await addPackage(), await addPackage()]
    return {
      once: await proven(deletePackage, { params: { packageId: one.id } }),
      other: await proven(deletePackage, { params: { packageId: two.id } }, other),
    }
  },
  change_settings: async () => {
    const { revision, simulated_movement: isOn } = (await call(site, getAdminSettings, {}, admin)).body
    const path = '/api/admin-settings'
    return {
      once: { path, body: { revision, simulated_movement: !isOn } },
      other: { path, body: { revision, simulated_movement: isOn } },
    }
  },
  create_invitation: async () => {
    return {
      once: await proven(createInvitation, { body: { email: freshEmail(), duty: 'owner' } }),
      other: await proven(createInvitation, { body: { duty: 'owner' } }, other),
    }
  },
  revoke_invitation: async () => {
    const makeOne = async () => (await invite(site, admin, { duty: 'owner' })).body.invitation.id
    const [one, two] = [await makeOne(), await makeOne()]
    return {
      once: await proven(revokeInvitation, { params: { invitationId: one } }),
      other: await proven(revokeInvitation, { params: { invitationId: two } }, other),
    }
  },
  add_user: async () => {
    const body = { fullName: 'Added Member', email: freshEmail(), packageId: site.packageId }
    return {
      once: { path: '/api/users', body },
      other: { path: '/api/users', body: { ...body, email: freshEmail() } },
    }
  },
  record_payouts: async () => {
    const path = recordPayouts.path
    const makeOne = async () => {
      const { address: reference } = await createPayout(site.database, admin.userId, { address: `T${randomUUID()}` })
      return { path, body: { lines: [{ reference, hash: makeStrangeHash() }] } }
    }
    return { once: await makeOne(), other: await makeOne() }
  },
  refund_transfer: async () => {
    const makeOne = async (by: Person) => {
      const { hash } = await addTransfer(site.database, { units: 1_000_000n })
      const params = { hash, logIndex: '0' }
      return proven(refundTransfer, { params, body: { refund_hash: makeStrangeHash(), reason: 'Sent twice' } }, by)
    }
    return { once: await makeOne(admin), other: await makeOne(other) }
  },
  fail_payout: async () => {
    const makeOne = async (by: Person) => {
      const payout = await createPayout(site.database, admin.userId)
      const hash = makeStrangeHash()
      await noteSent(site.database.ownerDb, payout, { actorId: admin.userId, hash })
      const params = { userId: payout.userId, requestId: payout.requestId }
      return proven(failPayout, { params, body: { hash, reason: 'Out of energy' } }, by)
    }
    return { once: await makeOne(admin), other: await makeOne(other) }
  },
  ask_for_slip: async () => {
    const makeOne = async () => {
      const requestId = await submitPackage(site.database, member.userId, { id: site.packageId, coins: 10_000 })
      const path = buildUrl(askForSlip, { params: { userId: member.userId, requestId } })
      return { path, body: { reason: 'It is blurred.', slip_revision: 0 } }
    }
    return { once: await makeOne(), other: await makeOne() }
  },
  replace_slip: async () => {
    const { userId } = member
    const makeOne = async () => {
      const requestId = await submitAsked(site.database, admin.userId, userId, { id: site.packageId, coins: 10_000 })
      const slip = await createUploadRow(site.database.ownerDb, userId)
      return { path: buildUrl(replaceSlip, { params: { requestId } }), body: { payment_proof_id: slip } }
    }
    return { once: await makeOne(), other: await makeOne() }
  },
  add_admin_note: async () => {
    const path = buildUrl(addAdminNote, { params: { userId: member.userId } })
    return { once: { path, body: { content: 'Called.' } }, other: { path, body: { content: 'Called twice.' } } }
  },
  upload_file: async () => ({
    once: { path: '/api/uploads', body: picture },
    other: { path: '/api/uploads', body: await makePicture('#700') },
  }),
  upload_chat_file: async () => ({
    once: { path: chatFiles(), body: picture },
    other: { path: chatFiles(), body: await makePicture('#700') },
  }),
}

const declared = operations.filter(({ isIdempotent }) => isIdempotent)

test('every idempotent operation is tested here', () => {
  expect(declared.map(({ id }) => id).toSorted()).toEqual(Object.keys(asked).toSorted())
})

describe.each(declared.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const prepare = async () => asked[id]?.() ?? expect.unreachable()

  test('needs a key', async () => {
    const { once } = await prepare()
    for (const key of [undefined, '', 'no-uuid', '1'.repeat(200)]) {
      const before = await readState()
      expect(await send(operation, once, key)).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_required' },
      })
      expect(await readState()).toEqual(before)
    }
  })

  test('takes effect once, and a late retry gets the first answer', async () => {
    const [{ once }, key] = [await prepare(), randomUUID()]
    const first = await send(operation, once, key)
    expect([first.status, first.body]).toEqual([200, first.body])
    const after = await readState()
    for (let time = 1; time <= 3; time += 1) {
      expect(await send(operation, once, time === 3 ? key.toUpperCase() : key)).toEqual(first)
      expect(await readState()).toEqual(after)
    }
  })

  test('sent five times at once takes effect once, with equal answers', async () => {
    const [{ once }, key] = [await prepare(), randomUUID()]
    const before = await countFiles()
    const answers = await Promise.all(Array.from({ length: 5 }, async () => send(operation, once, key)))
    // The server refuses more than a few simultaneous uploads of one person. A later upload is accepted again. A proof
    // counts for one of the calls; another one that came before its answer needs a proof of its own, and then gets it.
    const done = answers.filter(({ status, body }) => status !== 429 && body['code'] !== 'step_up_required')
    expect(done.length).toBeGreaterThan(0)
    for (const answer of done) expect(answer).toEqual({ ...done[0], status: 200 })
    expect(await send(operation, once, key)).toEqual(done[0])
    expect((await countFiles()) - before).toBe(operation.upload ? 1 : 0)
    const { rows } = await site.database.owner.query('select 1 from answered_calls where key = $1', [key])
    expect(rows).toHaveLength(1)
  })

  test('refuses another body under the same key', async () => {
    const [{ once, other: another }, key] = [await prepare(), randomUUID()]
    expect((await send(operation, once, key)).status).toBe(200)
    const before = await readState()
    expect(await send(operation, another, key)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await readState()).toEqual(before)
  })

  test('keeps keys of different people apart [A137]', async () => {
    const [{ once, other: another }, key] = [await prepare(), randomUUID()]
    const first = await send(operation, once, key)
    const somebodyElse = isForMembers(operation) ? await createMember(site) : other
    const theirs = await send(operation, another, key, somebodyElse)
    if (Object.keys(first.body).length > 0) expect(theirs.body).not.toEqual(first.body)
    expect(theirs.body).not.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('leaves the key free after a refusal', async () => {
    const key = randomUUID()
    const refused = await send(operation, await refusedOf(operation), key)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.body['code']).not.toBe('step_up_required')
    expect((await send(operation, (await prepare()).once, key)).status).toBe(200)
  })
})

/** Returns a call that the operation refuses because of its content. */
async function refusedOf({ id, upload, path }: Operation): Promise<Attempt> {
  if (upload) return { path: path.replace(':userId', member.userId), body: Buffer.from('no picture') }
  if (id === 'change_settings') return { path, body: { revision: -1, simulated_movement: true } }
  if (id === 'create_invitation') return proven(createInvitation, { body: { email: admin.email, duty: 'owner' } })
  if (id === 'add_user') return { path, body: { fullName: 'Twice', email: admin.email, packageId: site.packageId } }
  if (id === 'create_package') return proven(createPackage, { body: { ...packageForm, package_name: 'Gold' } })
  const nobody = '01920000-0000-7000-8000-000000000000'
  if (id === 'record_payouts') return { path, body: { lines: [] } }
  if (id === 'refund_transfer') {
    const params = { hash: makeStrangeHash(), logIndex: '0' }
    return proven(refundTransfer, { params, body: { refund_hash: makeStrangeHash(), reason: 'No' } })
  }
  if (id === 'fail_payout') {
    const body = { hash: makeStrangeHash(), reason: 'No' }
    return proven(failPayout, { params: { userId: nobody, requestId: nobody }, body })
  }
  const params = { packageId: nobody }
  if (id === 'update_package') return proven(updatePackage, { params, body: { ...packageForm, revision: 1 } })
  if (id === 'delete_package') return proven(deletePackage, { params })
  if (id === 'revoke_invitation') return proven(revokeInvitation, { params: { invitationId: nobody } })
  return { path: path.replace(/:\w+/, nobody) }
}

test('stored answers can be read by the server alone [A138]', async () => {
  const email = freshEmail()
  const form = { email, duty: 'owner' } as const
  const proof = await requestProof(site, admin, createInvitation, { body: form })
  const { body } = await send(createInvitation, { path: '/api/invitations', body: form, proof }, randomUUID())
  const link = (body as { link: string }).link
  const { rows } = await site.database.owner.query<{ answer: Buffer; fingerprint: Buffer }>(
    'select answer, fingerprint from answered_calls',
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const { answer, fingerprint } of rows) {
    const row = answer.toString('latin1') + fingerprint.toString('latin1')
    for (const secret of [email, link, link.split('invitation=')[1] ?? link, 'Added Member']) {
      expect(row).not.toContain(secret)
    }
  }
})

test('a retry is answered even if its own success would refuse it: a taken name, an old revision, a used address', async () => {
  for (const id of ['create_package', 'update_package', 'change_settings', 'add_user', 'revoke_invitation']) {
    const operation = operations.find((one) => one.id === id) ?? expect.unreachable()
    const { once } = (await asked[id]?.()) ?? expect.unreachable()
    expect((await send(operation, once, randomUUID())).status).toBe(200)
    // With a new key it is a new call, which comes too late.
    const again = await send(operation, (await once.renew?.()) ?? once, randomUUID())
    expect([id, again.status, 409]).toEqual([id, 409, 409])
  }
})

const isForMembers = ({ access }: Pick<Operation, 'access'>) => !access.includes('admin')

async function send(
  operation: Operation,
  { path, body, proof }: Attempt,
  key?: string,
  as = isForMembers(operation) ? member : admin,
) {
  const { method, upload } = operation
  const response = await site.app.inject({
    method,
    url: path,
    ...(body !== undefined && { payload: body as object }),
    headers: {
      origin: publicUrl,
      cookie: as.cookie,
      ...(upload && { 'content-type': 'image/png' }),
      ...(proof !== undefined && { [stepUpHeader]: proof }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

/** Returns everything that a call can change: the tables and the kept files. */
async function readState() {
  const tables = Object.entries(await readTableDigests(site.database.owner))
  // Every call extends its session, so the sessions are left out.
  return { tables: tables.filter(([name]) => name !== 'public.sessions'), files: await countFiles() }
}

async function countFiles(): Promise<number> {
  const names = readdirSync(site.dataDir, { recursive: true })
  return names.filter((name) => /\d+\.(png|jpg|pdf)$/.test(String(name))).length
}
