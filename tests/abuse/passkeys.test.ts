import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../../contract/auth.ts'
import { reportNotMe } from '../../contract/holds.ts'
import { addPasskey, listPasskeys, removePasskey, signInWithPasskey, startPasskey } from '../../contract/passkeys.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, createAdmin, createMember, createTestApp, password, type Person, type TestApp } from '../helpers/app.ts'
import { registerPasskey, signInBy, startRegistration, startSignIn } from '../helpers/passkeys.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../helpers/software-passkey.ts'
import { readTableDigests } from '../helpers/table-digests.ts'

let site: TestApp
let owner: Person
let passkey: SoftwarePasskey

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())
beforeEach(async () => {
  owner = await createMember(site)
  passkey = await registerPasskey(site, owner)
})

const as = ({ cookie }: Person) => ({ cookie })
const refused = [401, 'passkey_wrong']

/** Runs an attack that may leave a record, and nothing else. A challenge is used up or expires. */
async function expectOnlyRecords(attack: () => Promise<void>): Promise<void> {
  const records = ['public.login_history', 'public.audit_events', 'public.passkey_challenges']
  const read = async () =>
    Object.entries(await readTableDigests(site.database.owner)).filter(([table]) => !records.includes(table))
  const before = await read()
  await attack()
  expect(await read()).toEqual(before)
}

async function send(answer: ReturnType<SoftwarePasskey['sign']>, cookie: string) {
  const body = { portal: 'member' as const, passkey: answer }
  const { status, body: told } = await call(site, signInWithPasskey, { body }, { cookie })
  return [status, told.code]
}

describe('a passkey', () => {
  test('answers one challenge once, in the browser that asked [A189]', async () => {
    const { challenge, cookie } = await startSignIn(site)
    const answer = passkey.sign({ challenge })
    const elsewhere = await startSignIn(site)
    await expectOnlyRecords(async () => {
      for (const other of ['', elsewhere.cookie]) expect(await send(answer, other)).toEqual(refused)
    })
    expect((await send(answer, cookie))[0]).toBe(200)
    await expectOnlyRecords(async () => expect(await send(answer, cookie)).toEqual(refused))
  })

  test('does not sign in by the challenge of a registration, and is not registered by that of a sign-in [A189]', async () => {
    const other = await createMember(site)
    const registration = await startRegistration(site, other)
    const { challenge, cookie } = await startSignIn(site)
    await expectOnlyRecords(async () => {
      expect(await send(passkey.sign(registration), cookie)).toEqual(refused)
      const made = createSoftwarePasskey().create({ challenge, user: registration.user })
      const body = { name: 'Laptop', passkey: made }
      expect((await call(site, addPasskey, { body }, as(other))).body.code).toBe('passkey_wrong')
    })
  })

  test('signs nothing of use on a page that looks like this one [A190]', async () => {
    await expectOnlyRecords(async () => {
      for (const wrong of [{ origin: 'https://localhost.example.com' }, { rpId: 'example.com' }]) {
        const { status, body } = await signInBy(site, passkey, wrong)
        expect([status, body.code]).toEqual(refused)
      }
    })
  })

  test('opens the account of its owner alone, also if it names another one [A191]', async () => {
    const victim = await createMember(site)
    await registerPasskey(site, victim)
    const userHandle = Buffer.from(victim.userId.replaceAll('-', ''), 'hex').toString('base64url')
    await expectOnlyRecords(async () => {
      const { status, body } = await signInBy(site, passkey, { userHandle })
      expect([status, body.code]).toEqual(refused)
      const { challenge, cookie } = await startSignIn(site)
      const form = { email: victim.email, password, portal: 'member' as const, passkey: passkey.sign({ challenge }) }
      expect((await call(site, signIn, { body: form }, { cookie })).body.code).toBe('passkey_wrong')
    })
  })

  test('of which a copy exists is refused as soon as its count of uses falls behind [A192]', async () => {
    expect((await signInBy(site, passkey, { counter: 9 })).status).toBe(200)
    await expectOnlyRecords(async () => {
      for (const counter of [9, 3, 0]) expect((await signInBy(site, passkey, { counter })).status).toBe(401)
    })
    await expect(
      site.database.app.query('UPDATE passkeys SET counter = 3 WHERE user_id = $1', [owner.userId]),
    ).rejects.toMatchObject({ constraint: 'passkey_wrong' })
  })

  test('that was taken from an administrator opens nothing without a PIN or a fingerprint [A193]', async () => {
    const admin = await createAdmin(site)
    const key = await registerPasskey(site, admin)
    await expectOnlyRecords(async () => {
      expect((await signInBy(site, key, { portal: 'admin', verifiesUser: false })).body.code).toBe('passkey_wrong')
      const { challenge, cookie } = await startSignIn(site)
      const answer = key.sign({ challenge }, { verifiesUser: false })
      const form = { email: admin.email, password, portal: 'admin' as const, passkey: answer }
      expect((await call(site, signIn, { body: form }, { cookie })).body.code).toBe('passkey_wrong')
    })
  })

  test('is neither added nor removed with a stolen session alone [A194]', async () => {
    const [own] = (await call(site, listPasskeys, {}, as(owner))).body.items
    await expectOnlyRecords(async () => {
      expect((await call(site, startPasskey, {}, as(owner))).body.code).toBe('step_up_required')
      const params = { passkeyId: own?.id ?? '' }
      expect((await call(site, removePasskey, { params }, as(owner))).body.code).toBe('step_up_required')
      const made = createSoftwarePasskey().create({
        challenge: 'A'.repeat(43),
        user: { id: 'A', name: '', displayName: '' },
      })
      const body = { name: 'Mine', passkey: made }
      expect((await call(site, addPasskey, { body }, as(owner))).body.code).toBe('passkey_wrong')
    })
  })

  test('that a thief has added opens nothing once its owner says that this was not them [A195]', async () => {
    const mails = await openKeptMails(join(site.dataDir, 'mail')).list()
    const notice = mails.findLast(({ to, subject }) => to === owner.email && subject.startsWith('A passkey was added'))
    const token = /#token=([\w-]+)/.exec(notice?.text ?? '')?.[1] ?? ''
    expect((await signInBy(site, passkey)).status).toBe(200)
    expect((await call(site, reportNotMe, { body: { token } })).status).toBe(200)
    await expectOnlyRecords(async () => expect((await signInBy(site, passkey)).status).toBe(401))
  })

  test('is the application’s to count and to name, and never to move to another account or key [A191]', async () => {
    for (const column of ['user_id', 'credential_id', 'public_key', 'created_at']) {
      const statement = `UPDATE passkeys SET ${column} = ${column}`
      await expect(site.database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})
