import { addPasskey, signInWithPasskey, startPasskey, startPasskeySignIn } from '../../contract/passkeys.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { call, type Answer, type Person, type TestApp } from './app.ts'
import { createSoftwarePasskey, type Deviation, type SoftwarePasskey } from './software-passkey.ts'
import { requestProof } from './two-factor.ts'

type Site = Pick<TestApp, 'app'> & Partial<Pick<TestApp, 'deliverMails'>>

/** Starts the registration of a passkey, with the password or a code as proof. */
export async function startRegistration(site: Site, person: Person, code?: string) {
  const headers = { [stepUpHeader]: await requestProof(site, person, startPasskey, {}, code) }
  return (await call(site, startPasskey, {}, { cookie: person.cookie, headers })).body
}

/** Registers a passkey for a person. */
export async function registerPasskey(
  site: Site,
  person: Person,
  { name = 'Laptop', code }: { name?: string; code?: string } = {},
): Promise<SoftwarePasskey & { recoveryCodes: string[] }> {
  const passkey = createSoftwarePasskey()
  const body = { name, passkey: passkey.create(await startRegistration(site, person, code)) }
  const answer = await call(site, addPasskey, { body }, { cookie: person.cookie })
  if (answer.status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(answer.body)}`)
  return { ...passkey, recoveryCodes: answer.body.recovery_codes }
}

/** Starts an attempt to sign in. Returns the challenge, and the cookie to which it is bound. */
export async function startSignIn(site: Site): Promise<{ challenge: string; cookie: string }> {
  const { body, cookie = '' } = await call(site, startPasskeySignIn, {})
  return { challenge: body.challenge, cookie }
}

/** Signs in with a passkey alone. */
export async function signInBy(
  site: Site,
  passkey: SoftwarePasskey,
  { portal = 'member', ...deviation }: Deviation & { portal?: 'member' | 'admin' } = {},
): Promise<Answer<typeof signInWithPasskey>> {
  const { challenge, cookie } = await startSignIn(site)
  const body = { portal, passkey: passkey.sign({ challenge }, deviation) }
  return call(site, signInWithPasskey, { body }, { cookie })
}
