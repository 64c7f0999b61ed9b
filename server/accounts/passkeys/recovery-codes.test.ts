import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removePasskey } from '../../../contract/passkeys.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getTwoFactor, renewRecoveryCodes, startPasskeyProof, stepUp } from '../../../contract/two-factor.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { registerPasskey } from '../../../tests/helpers/passkeys.ts'
import { provenCall } from '../../../tests/helpers/proven-call.ts'
import type { SoftwarePasskey } from '../../../tests/helpers/software-passkey.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import {
  isCodeAccepted,
  readActions,
  readMailSubjects,
  requestProof,
  turnOnTwoFactor,
  unusedTotpCode,
} from '../../../tests/helpers/two-factor.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(() => site.close())

const input = { body: {} }
const renew = async (person: Person, proof?: string) =>
  call(site, renewRecoveryCodes, input, { cookie: person.cookie, headers: proof ? { [stepUpHeader]: proof } : {} })
const countLeft = async (person: Person) =>
  (await call(site, getTwoFactor, {}, { cookie: person.cookie })).body.recovery_codes_left

async function proveBy(passkey: SoftwarePasskey, { cookie }: Person): Promise<string> {
  const proven = provenCall(renewRecoveryCodes, input)
  const { challenge } = (await call(site, startPasskeyProof, { body: { call: proven.call } }, { cookie })).body
  return (await call(site, stepUp, { body: { ...proven, passkey: passkey.sign({ challenge }) } }, { cookie })).body
    .proof
}

describe.each([
  ['a member', createMember],
  ['an administrator', createAdmin],
] as const)('%s with a passkey as the only second factor', (_, create) => {
  let person: Person
  let passkey: SoftwarePasskey & { recoveryCodes: string[] }

  beforeEach(async () => {
    person = await create(site)
    passkey = await registerPasskey(site, person)
  })

  test('makes new recovery codes with the passkey as proof, on record and mailed', async () => {
    expect((await renew(person)).body.code).toBe('step_up_required')
    const { status, body } = await renew(person, await proveBy(passkey, person))
    expect([status, body.recovery_codes.length]).toEqual([200, 10])
    expect(await isCodeAccepted(site, person, passkey.recoveryCodes[0] ?? '')).toBe(false)
    expect(await isCodeAccepted(site, person, body.recovery_codes[0] ?? '')).toBe(true)
    expect(await readActions(site, person)).toContain('recovery_codes_renewed')
    await expect.poll(async () => readMailSubjects(site, person)).toContain('You have new recovery codes')
  })

  test('gets none for one of the old codes, typed or as proof, nor for a proof of something else [A230]', async () => {
    const [first = '', second = ''] = passkey.recoveryCodes
    const before = await readTableDigests(site.database.owner)
    const { cookie } = person
    expect((await call(site, renewRecoveryCodes, { body: { code: first } }, { cookie })).body.code).toBe('code_wrong')
    const body = { ...provenCall(renewRecoveryCodes, input), code: first }
    expect((await call(site, stepUp, { body }, { cookie })).body.code).toBe('code_wrong')
    const params = { passkeyId: '00000000-0000-7000-8000-000000000000' }
    const other = await requestProof(site, person, removePasskey, { params }, second)
    expect((await renew(person, other)).body.code).toBe('step_up_required')
    // A proof of another action takes the recovery code that gave it, and nothing else.
    expect(await countLeft(person)).toBe(9)
    const after = await readTableDigests(site.database.owner)
    for (const table of ['public.passkeys', 'public.two_factor', 'public.credentials', 'public.member_holds'])
      expect([table, after[table]]).toEqual([table, before[table]])
  })
})

test('a person with an app and a passkey makes new codes with either of them, and without a factor there are none', async () => {
  const member = await createMember(site)
  expect((await renew(member)).body.code).toBe('two_factor_off')
  const { secret } = await turnOnTwoFactor(site, member)
  const passkey = await registerPasskey(site, member, { code: await unusedTotpCode(site, member, secret) })
  const code = await unusedTotpCode(site, member, secret)
  const proof = await requestProof(site, member, renewRecoveryCodes, input, code)
  expect((await renew(member, proof)).status).toBe(200)
  expect((await renew(member, await proveBy(passkey, member))).status).toBe(200)
  expect(await countLeft(member)).toBe(10)
})
