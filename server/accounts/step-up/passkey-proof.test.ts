import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateProfile } from '../../../contract/own-profile.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { startPasskeyProof, stepUp } from '../../../contract/two-factor.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  logIn,
  password,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { registerPasskey, startSignIn } from '../../../tests/helpers/passkeys.ts'
import { provenCall } from '../../../tests/helpers/proven-call.ts'
import type { Deviation, SoftwarePasskey } from '../../../tests/helpers/software-passkey.ts'
import { readActions } from '../../../tests/helpers/two-factor.ts'

let site: TestApp
let member: Person
let passkey: SoftwarePasskey

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await createMember(site)
  passkey = await registerPasskey(site, member)
})

const wallet = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
const change = (address = wallet) => ({ params: { userId: member.userId }, body: { wallet_address: address } })

async function start(person = member, input = change()) {
  const body = { call: provenCall(updateProfile, input).call }
  return call(site, startPasskeyProof, { body }, { cookie: person.cookie })
}

async function prove(
  challenge: string,
  { person = member, input = change(), key = passkey, ...deviation }: Deviation & ProofOptions = {},
) {
  const body = { ...provenCall(updateProfile, input), passkey: key.sign({ challenge }, deviation) }
  return call(site, stepUp, { body }, { cookie: person.cookie })
}
interface ProofOptions {
  person?: Person
  input?: ReturnType<typeof change>
  key?: SoftwarePasskey
}

async function save(proof: string, input = change()) {
  const { status, body } = await call(site, updateProfile, input, {
    cookie: member.cookie,
    headers: { [stepUpHeader]: proof },
  })
  return status === 200 ? 'saved' : body.code
}

const refused = { status: 401, body: { code: 'passkey_wrong' } }

describe('a proof by a passkey', () => {
  test('takes the place of a code, for the very call that it is for', async () => {
    const { status, body } = await start()
    expect([status, body.allowCredentials]).toEqual([200, [{ id: passkey.id, type: 'public-key' }]])
    const answer = await prove(body.challenge)
    expect(answer.status).toBe(200)
    expect(await save(answer.body.proof, change('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'))).toBe('step_up_required')
    expect(await save(answer.body.proof)).toBe('saved')
    expect(await save(answer.body.proof, change('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'))).toBe('step_up_required')
  })

  test('is not given for the answer to a challenge of another call, session, purpose or time, or a used one [A189]', async () => {
    const other = change('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
    const { challenge } = (await start()).body
    expect(await prove(challenge, { input: other })).toMatchObject(refused)
    expect(await prove((await startSignIn(site)).challenge)).toMatchObject(refused)
    expect((await prove(challenge)).status).toBe(200)
    expect(await prove(challenge)).toMatchObject(refused)
    const late = (await start()).body.challenge
    await site.database.owner.query(`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`)
    expect(await prove(late)).toMatchObject(refused)
  })

  test('is not given in another session of the same person, or by the passkey of another one [A191]', async () => {
    const stranger = await createMember(site)
    const foreign = await registerPasskey(site, stranger)
    expect(await prove((await start()).body.challenge, { key: foreign })).toMatchObject(refused)
    expect(await prove((await start(stranger)).body.challenge, { key: foreign })).toMatchObject(refused)
    expect(await readActions(site, member)).toEqual(['passkey_added', 'step_up_refused', 'step_up_refused'])
  })

  test('takes a verified user from an administrator, and from a member a touch', async () => {
    expect((await prove((await start()).body.challenge, { verifiesUser: false })).status).toBe(200)
    const admin = await createAdmin(site)
    const key = await registerPasskey(site, admin)
    const by = { person: admin, key }
    const begun = (await start(admin)).body
    expect(begun.userVerification).toBe('required')
    expect(await prove(begun.challenge, { ...by, verifiesUser: false })).toMatchObject(refused)
    expect((await prove((await start(admin)).body.challenge, by)).status).toBe(200)
  })

  test('is the only one beside the codes: the password is not enough any more', async () => {
    const body = { ...provenCall(updateProfile, change()), password }
    const answer = await call(site, stepUp, { body }, { cookie: member.cookie })
    expect([answer.status, answer.body.code, answer.body.factors]).toEqual([401, 'code_required', ['passkey']])
  })

  test('is not begun without a passkey', async () => {
    const other = await createMember(site)
    const answer = await start(other)
    expect([answer.status, answer.body.code]).toEqual([409, 'two_factor_off'])
    expect(await logIn(site, other.email, 'member')).toMatchObject({ email: other.email })
  })
})
