import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/auth.ts'
import * as contract from '../../../contract/passkeys.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { disableTwoFactor, getTwoFactor } from '../../../contract/two-factor.ts'
import { getUser } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { registerPasskey, signInBy, startRegistration } from '../../../tests/helpers/passkeys.ts'
import { createSoftwarePasskey, type Deviation } from '../../../tests/helpers/software-passkey.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import {
  readActions,
  readMailSubjects,
  requestProof,
  turnOnTwoFactor,
  unusedTotpCode,
} from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let member: Person

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
})

const as = ({ cookie }: Person = member) => ({ cookie })
const list = async (person = member) => (await call(site, contract.listPasskeys, {}, as(person))).body.items
const readState = async (person = member) => (await call(site, getTwoFactor, {}, as(person))).body

async function add(
  passkey = createSoftwarePasskey(),
  { person = member, ...deviation }: Deviation & { person?: Person } = {},
) {
  const options = await startRegistration(site, person)
  const body = { name: 'Laptop', passkey: passkey.create(options, deviation) }
  return call(site, contract.addPasskey, { body }, as(person))
}

async function remove(passkeyId: string, { person = member, code }: { person?: Person; code?: string } = {}) {
  const input = { params: { passkeyId } }
  const headers = { [stepUpHeader]: await requestProof(site, person, contract.removePasskey, input, code) }
  return call(site, contract.removePasskey, input, { ...as(person), headers })
}

describe('adding a passkey', () => {
  test('asks for a proof, turns the second factor on, gives recovery codes, and is on record and mailed', async () => {
    const refused = await call(site, contract.startPasskey, {}, as())
    expect([refused.status, refused.body.code]).toEqual([401, 'step_up_required'])
    const options = await startRegistration(site, member)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'ET' },
      user: { name: member.email, displayName: 'Ada Lovelace' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      attestation: 'none',
    })
    const { status, body } = await add()
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    expect(await list()).toMatchObject([{ name: 'Laptop', last_used_at: null }])
    expect(await readState()).toMatchObject({ is_on: true, factors: ['passkey'], recovery_codes_left: 10 })
    expect(await readActions(site, member)).toEqual(['passkey_added'])
    await expect.poll(async () => readMailSubjects(site, member)).toContain('A passkey was added to your account')
  })

  test('holds the coins of the member, as another change of the second factor does', async () => {
    const readHolds = async () =>
      (await site.database.owner.query<object>('SELECT cause FROM member_holds WHERE user_id = $1', [member.userId]))
        .rows
    await registerPasskey(site, member)
    expect(await readHolds()).toEqual([{ cause: 'two_factor' }])
  })

  test('ends the other sessions if it is the first factor, and gives no codes beside another factor', async () => {
    const elsewhere = await logIn(site, member.email, 'member')
    await registerPasskey(site, member)
    expect((await call(site, getSession, {}, as(elsewhere))).body.isAuthenticated).toBe(false)
    expect((await call(site, getSession, {}, as())).body.session?.two_factor).toEqual({
      is_on: true,
      is_required: false,
      factors: ['passkey'],
    })
    const other = await createMember(site)
    const { secret } = await turnOnTwoFactor(site, other)
    const code = await unusedTotpCode(site, other, secret)
    expect((await registerPasskey(site, other, { code })).recoveryCodes).toEqual([])
    expect(await readState(other)).toMatchObject({ factors: ['app', 'passkey'], recovery_codes_left: 10 })
  })

  test('asks authenticators that have one already for no second one, and refuses the same one twice', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    const passkey = await registerPasskey(site, member, { code: await unusedTotpCode(site, member, secret) })
    const options = await startRegistration(site, member, await unusedTotpCode(site, member, secret))
    expect(options.excludeCredentials).toEqual([{ id: passkey.id, type: 'public-key' }])
    const body = { name: 'Again', passkey: passkey.create(options) }
    expect((await call(site, contract.addPasskey, { body }, as())).body.code).toBe('passkey_wrong')
    expect(await list()).toHaveLength(1)
  })

  test('stops at ten, also when the last ones come at once', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    await site.database.owner.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, name)
       SELECT $1, int4send(i), '\\x01', 0, 'Old' FROM generate_series(1, 8) i`,
      [member.userId],
    )
    const started = []
    for (let count = 0; count < 4; count += 1) {
      started.push(await startRegistration(site, member, await unusedTotpCode(site, member, secret)))
    }
    const answers = await Promise.all(
      started.map(async (options) => {
        const body = { name: 'New', passkey: createSoftwarePasskey().create(options) }
        return call(site, contract.addPasskey, { body }, as())
      }),
    )
    const codes = answers.map(({ status, body }) => (status === 200 ? 'added' : String(body.code)))
    expect(codes.toSorted()).toEqual(['added', 'added', 'passkeys_full', 'passkeys_full'])
    const headers = {
      [stepUpHeader]: await requestProof(
        site,
        member,
        contract.startPasskey,
        {},
        await unusedTotpCode(site, member, secret),
      ),
    }
    const more = await call(site, contract.startPasskey, {}, { ...as(), headers })
    expect([more.status, more.body.code]).toEqual([409, 'passkeys_full'])
  })

  test.each<[string, Deviation]>([
    ['from a page of another site', { origin: 'https://et.example.com' }],
    ['for another site', { rpId: 'example.com' }],
  ])('%s is refused and on record', async (_, deviation) => {
    const answer = await add(createSoftwarePasskey(), deviation)
    expect([answer.status, answer.body.code]).toEqual([401, 'passkey_wrong'])
    expect(await list()).toEqual([])
    expect(await readActions(site, member)).toEqual(['two_factor_refused'])
  })

  test('with a used, old or foreign challenge is refused', async () => {
    const options = await startRegistration(site, member)
    const elsewhere = await logIn(site, member.email, 'member')
    const other = await createMember(site)
    const send = async (person: Person) => {
      const body = { name: 'Laptop', passkey: createSoftwarePasskey().create(options) }
      const answer = await call(site, contract.addPasskey, { body }, as(person))
      return answer.status === 200 ? 'added' : answer.body.code
    }
    expect(await send(elsewhere)).toBe('passkey_wrong')
    expect(await send(other)).toBe('passkey_wrong')
    await site.database.owner.query(`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`)
    expect(await send(member)).toBe('passkey_wrong')
    await site.database.owner.query(`UPDATE passkey_challenges SET expires_at = expires_at + interval '5 minutes'`)
    expect(await send(member)).toBe('added')
    expect(await send(member)).toBe('passkey_wrong')
  })

  test('of an administrator needs a verified user', async () => {
    const person = await createAdmin(site)
    const options = await startRegistration(site, person)
    expect(options.authenticatorSelection.userVerification).toBe('required')
    const body = { name: 'Key', passkey: createSoftwarePasskey().create(options, { verifiesUser: false }) }
    expect((await call(site, contract.addPasskey, { body }, as(person))).body.code).toBe('passkey_wrong')
    await registerPasskey(site, person)
    expect(await list(person)).toHaveLength(1)
  })
})

describe('renaming and removing a passkey', () => {
  test('renames one’s own, on record', async () => {
    await registerPasskey(site, member)
    const id = (await list())[0]?.id ?? ''
    const rename = async (person: Person, passkeyId: string) =>
      call(site, contract.renamePasskey, { params: { passkeyId }, body: { name: ' Telephone ' } }, as(person))
    const stranger = await createMember(site)
    expect((await rename(stranger, id)).status).toBe(404)
    expect((await rename(member, randomUUID())).status).toBe(404)
    expect((await rename(member, id)).status).toBe(200)
    expect(await list()).toMatchObject([{ name: 'Telephone' }])
    expect(await readActions(site, member)).toContain('passkey_renamed')
  })

  test('removes one’s own with a proof, on record and mailed; it opens the account no longer', async () => {
    const passkey = await registerPasskey(site, member)
    const [code = '', next = ''] = passkey.recoveryCodes
    const id = (await list())[0]?.id ?? ''
    const bare = await call(site, contract.removePasskey, { params: { passkeyId: id } }, as())
    expect([bare.status, bare.body.code]).toEqual([401, 'step_up_required'])
    expect((await remove(randomUUID(), { code })).status).toBe(404)
    expect((await signInBy(site, passkey)).status).toBe(200)
    expect((await remove(id, { code: next })).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await readState()).toMatchObject({ is_on: false, factors: [], recovery_codes_left: 0 })
    const late = await signInBy(site, passkey)
    expect([late.status, late.body.code]).toEqual([401, 'passkey_wrong'])
    expect(await readActions(site, member)).toContain('passkey_removed')
    await expect.poll(async () => readMailSubjects(site, member)).toContain('A passkey was removed from your account')
  })

  test('leaves a stranger’s alone', async () => {
    await registerPasskey(site, member)
    const id = (await list())[0]?.id ?? ''
    const stranger = await createMember(site)
    expect((await remove(id, { person: stranger })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test('keeps the recovery codes while an app or another passkey is left', async () => {
    const { secret } = await turnOnTwoFactor(site, member)
    await registerPasskey(site, member, { code: await unusedTotpCode(site, member, secret) })
    const code = await unusedTotpCode(site, member, secret)
    expect((await call(site, disableTwoFactor, { body: { code } }, as())).status).toBe(200)
    expect(await readState()).toMatchObject({ is_on: true, factors: ['passkey'], recovery_codes_left: 10 })
    await expect.poll(async () => readMailSubjects(site, member)).toContain('Your authenticator app was removed')
  })
})

describe('on a site that demands a second factor of administrators', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ TWO_FACTOR_FOR_ADMINS: 'required' })
  })
  afterAll(() => strict.close())

  test('a passkey is one, and the last factor stays', async () => {
    const admin = await createAdmin(strict)
    const look = async () => (await call(strict, getUser, { params: { userId: admin.userId } }, as(admin))).status
    expect(await look()).toBe(403)
    const { recoveryCodes } = await registerPasskey(strict, admin)
    expect(await look()).toBe(200)
    const { body } = await call(strict, contract.listPasskeys, {}, as(admin))
    const before = await readTableDigests(strict.database.owner)
    const input = { params: { passkeyId: body.items[0]?.id ?? '' } }
    const headers = {
      [stepUpHeader]: await requestProof(strict, admin, contract.removePasskey, input, recoveryCodes[0]),
    }
    const answer = await call(strict, contract.removePasskey, input, { ...as(admin), headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'two_factor_required'])
    const after = await readTableDigests(strict.database.owner)
    expect(after['public.passkeys']).toBe(before['public.passkeys'])
  })
})
