import { createRequire } from 'node:module'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type jsqr from 'jsqr'
import { errors } from '../../../contract/errors.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { checkWalletAddress, getWalletChange, getWalletQr, updateProfile } from '../../../contract/own-profile.ts'
import { getProfile } from '../../../contract/profiles.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import type { Change } from '../../platform/events/events.ts'
import { recordDepositAddress } from '../../money/settings/settings.ts'
import { readMailsTo } from '../../../tests/helpers/closure.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

// The package is CommonJS but declares itself an ES module, so a plain import of it fails.
const { default: readCode } = createRequire(import.meta.url)('jsqr') as typeof jsqr

const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let site: TestApp
let member: Person
const changes: Change[] = []
beforeAll(async () => {
  site = await createTestApp()
  site.deps.events.subscribe((change) => changes.push(change))
})
afterAll(async () => site.close())
beforeEach(async () => {
  member = await createMember(site)
})

test('a member changes their own name, and the pages that show it get an event [PROFILE-02, CALL-25]', async () => {
  changes.length = 0
  const { status, body } = await update({ full_name: ' Augusta Ada King ' })
  expect([status, body.full_name]).toEqual([200, 'Augusta Ada King'])
  expect(changes).toEqual([
    { topics: ['profile'], userIds: [member.userId] },
    { topics: ['profile'], toAdmins: true },
  ])
  changes.length = 0
  expect((await update({ full_name: 'Augusta Ada King' })).status).toBe(200)
  expect(changes).toEqual([])
  expect((await update({ full_name: 'Augusta  Ada \u3000 King' })).body.full_name).toBe('Augusta Ada King')
  expect((await update({ full_name: 'a'.repeat(101) })).body.fields).toEqual({
    full_name: 'Full Name must be at most 100 characters.',
  })
  expect((await update({ full_name: 'R2 D2' })).body.fields).toEqual({ full_name: 'Must contain only letters.' })
})

test('each change of a name is recorded and mailed to its owner, also one back, and the same name again is neither', async () => {
  const { owner } = site.database
  const first = 'Ada Lovelace'
  for (const full_name of ['Grace Hopper', ' Grace Hopper ', first]) {
    expect((await update({ full_name })).status).toBe(200)
  }
  const { rows } = await owner.query(
    `SELECT action, subject_id, ip_address, detail FROM audit_events WHERE actor_id = $1 ORDER BY id`,
    [member.userId],
  )
  const entry = (from: string, to: string) => ({
    action: 'name_changed',
    subject_id: member.userId,
    ip_address: '127.0.0.1',
    detail: { before: { full_name: from }, after: { full_name: to } },
  })
  expect(rows).toEqual([entry(first, 'Grace Hopper'), entry('Grace Hopper', first)])
  await site.deliverMails()
  const mails = (await readMailsTo(site, member.email)).filter(({ subject }) => subject === 'Your name was changed')
  const changes = mails.map(({ text }) => /Old name: (.*)\nNew name: (.*)/.exec(text)?.slice(1))
  expect(changes).toEqual([
    ['Grace Hopper', first],
    [first, 'Grace Hopper'],
  ])
  // The notice has the link that stops withdrawals and transfers.
  expect(mails[0]?.text).toMatch(/\/not-me#token=[\w-]{20}/)
})

test('a name without its record is not saved', async () => {
  const { owner } = site.database
  await owner.query(`ALTER TABLE audit_events ADD CONSTRAINT no_names CHECK (action <> 'name_changed') NOT VALID`)
  try {
    expect((await update({ full_name: 'Grace Hopper' })).status).toBe(500)
  } finally {
    await owner.query('ALTER TABLE audit_events DROP CONSTRAINT no_names')
  }
  const { body } = await call(site, getProfile, { params: { userId: member.userId } }, member)
  expect(body.full_name).toBe('Ada Lovelace')
  await site.deliverMails()
  const mails = await readMailsTo(site, member.email)
  expect(mails.filter(({ subject }) => subject === 'Your name was changed')).toEqual([])
})

test('a wallet address is saved with a proof, and its code and link follow from it [PROFILE-03, CALL-25, CALL-26]', async () => {
  const refused = await update({ wallet_address: tron })
  expect([refused.status, refused.body.code]).toEqual([401, 'step_up_required'])
  const own = { wallet_address: tron, usdt_qr_code_url: `/api/profiles/${member.userId}/wallet-qr` }
  expect((await updateProven({ wallet_address: ` ${tron} ` })).body).toMatchObject({
    ...own,
    wallet_link: `https://tronscan.org/#/address/${tron}`,
  })
  expect((await update({ wallet_address: tron })).status).toBe(200)
  expect((await updateProven({ wallet_address: evm })).body).toMatchObject({
    wallet_address: evm,
    wallet_link: `https://etherscan.io/address/${evm}`,
  })
  const none = { wallet_address: null, wallet_link: null, usdt_qr_code_url: null }
  expect((await updateProven({ wallet_address: '' })).body).toMatchObject(none)
  expect((await call(site, getProfile, { params: { userId: member.userId } }, member)).body).toMatchObject(none)
})

test('each change of an address is recorded, with the earlier address', async () => {
  for (const address of [tron, evm]) await updateProven({ wallet_address: address })
  const { rows } = await site.database.owner.query(
    `SELECT action, ip_address, detail FROM audit_events WHERE actor_id = $1 AND action = 'wallet_changed' ORDER BY id`,
    [member.userId],
  )
  const entry = (from: string | null, to: string) => ({
    action: 'wallet_changed',
    ip_address: '127.0.0.1',
    detail: { before: { wallet_address: from }, after: { wallet_address: to } },
  })
  expect(rows).toEqual([entry(null, tron), entry(tron, evm)])
  const kept = await site.database.owner.query(
    'SELECT old_address, new_address FROM wallet_changes WHERE user_id = $1',
    [member.userId],
  )
  expect(kept.rows).toEqual([{ old_address: tron, new_address: evm }])
})

test('a member sees the time of a changed address for as long as withdrawals show it', async () => {
  const ask = async () => (await call(site, getWalletChange, {}, member)).body.changed_at
  await updateProven({ wallet_address: tron })
  expect(await ask()).toBeNull()
  await updateProven({ wallet_address: evm })
  expect(Date.now() - Date.parse((await ask()) ?? '')).toBeLessThan(60_000)
  const other = await createMember(site)
  expect((await call(site, getWalletChange, {}, other)).body).toEqual({ changed_at: null })
  // Makes the change a day old. The table is append-only, so this disables its trigger.
  await site.database.owner.query(`
    BEGIN;
    ALTER TABLE wallet_changes DISABLE TRIGGER append_only;
    UPDATE wallet_changes SET created_at = now() - interval '24 hours' WHERE user_id = '${member.userId}';
    ALTER TABLE wallet_changes ENABLE TRIGGER append_only;
    COMMIT`)
  expect(await ask()).toBeNull()
})

test('only one of two changes at once with one proof succeeds', async () => {
  const form = { wallet_address: tron }
  const proof = await requestProof(site, member, updateProfile, { params: { userId: member.userId }, body: form })
  const answers = await Promise.all([form, form].map(async (same) => update(same, proof)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('the code of a wallet is a picture of 150 x 150 that a camera reads, for its owner and administrators [CALL-26]', async () => {
  const other = await createMember(site)
  const admin = await createAdmin(site)
  const ask = async ({ cookie }: Person) =>
    site.app.inject({ url: getWalletQr.path.replace(':userId', member.userId), headers: { cookie } })
  expect((await ask(member)).statusCode).toBe(404)
  await updateProven({ wallet_address: tron })
  const { body: svg, headers } = await ask(member)
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(svg).toContain('width="150" height="150"')
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([150, 150])
  expect(readCode(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(tron)
  expect((await ask(admin)).statusCode).toBe(200)
  expect((await ask(other)).statusCode).toBe(404)
})

test('a member can ask whether an address is mistyped before it is saved', async () => {
  const check = async (address: string) =>
    (await call(site, checkWalletAddress, { body: { wallet_address: address } }, member)).body
  const fits = { network: 'TRON', checksum: 'ok', network_name: 'TRC20', paid_on: 'TRC20', refusal: null }
  expect(await check(tron)).toEqual(fits)
  expect(await check(`${tron.slice(0, -1)}F`)).toEqual({ ...fits, checksum: 'bad', refusal: 'wallet_address_mistyped' })
  const ofOther = { ...fits, network: 'EVM', network_name: 'EVM', refusal: 'wallet_network_other' }
  expect(await check(evm)).toEqual(ofOther)
  expect(await check(tron.toLowerCase())).toEqual({ ...fits, network: null, checksum: 'none', network_name: null })
})

test('an address of the platform or of the token is refused without a request for a proof', async () => {
  const [first, second] = ['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', '0x52908400098527886E0F7030069857D2E4169EE7']
  const setDeposit = async (address: string | null) =>
    site.database.ownerDb.updateTable('settings').set({ deposit_address: address }).execute()
  await setDeposit(first)
  await setDeposit(second)
  await setDeposit(null)
  await recordDepositAddress(site.database.owner, 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL')
  const token = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  for (const address of [first, second, second.toLowerCase(), token, 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL']) {
    const { status, body } = await update({ wallet_address: address })
    const { message } = errors.wallet_of_platform
    const code = 'wallet_of_platform'
    const told = { code, message, fields: { wallet_address: message }, faults: { wallet_address: { code } } }
    expect([status, body]).toEqual([422, told])
    const asked = await call(site, checkWalletAddress, { body: { wallet_address: address } }, member)
    expect(asked.body.refusal).toBe('wallet_of_platform')
  }
})

/** Changes the profile with a fresh proof of this very change. */
async function updateProven(form: { wallet_address: string }) {
  return update(
    form,
    await requestProof(site, member, updateProfile, { params: { userId: member.userId }, body: form }),
  )
}

async function update(form: { full_name?: string; wallet_address?: string }, proof?: string) {
  const headers = proof === undefined ? {} : { [stepUpHeader]: proof }
  const input = { params: { userId: member.userId }, body: form }
  return call(site, updateProfile, input, { cookie: member.cookie, headers })
}
