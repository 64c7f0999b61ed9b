import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { CallInput, Operation } from '../../contract/operation.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
import { call, password, type Answer, type Person, type TestApp } from './app.ts'
import { provenCall } from './proven-call.ts'

/** Returns the code that an authenticator app shows now, or showed this number of 30-second steps ago. */
export function totpCode(secret: string, stepsAgo = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() - stepsAgo * 30_000 })
}

/** Returns an unused code. The account first forgets all codes that it has seen. */
export async function unusedTotpCode(site: Pick<TestApp, 'database'>, person: Person, secret: string): Promise<string> {
  await site.database.owner.query('UPDATE two_factor SET last_step = 0 WHERE user_id = $1', [person.userId])
  return totpCode(secret)
}

/** Requests a proof for one call, by the password or a code. */
export async function requestProof<O extends Operation>(
  site: Pick<TestApp, 'app'>,
  { cookie }: Person,
  operation: O,
  input: CallInput<O>,
  code?: string,
): Promise<string> {
  const body = { ...provenCall(operation, input), ...(code === undefined ? { password } : { code }) }
  const answer = await call(site, stepUp, { body }, { cookie })
  if (answer.status !== 200) throw new Error(`no proof was given: ${JSON.stringify(answer.body)}`)
  return answer.body.proof
}

/** Makes a call with a proof of it by the password. */
export async function callProven<O extends Operation>(
  site: TestApp,
  person: Person,
  operation: O,
  input: CallInput<O>,
  headers: Record<string, string> = {},
): Promise<Answer<O>> {
  const proof = await requestProof(site, person, operation, input)
  return call(site, operation, input, { cookie: person.cookie, headers: { ...headers, [stepUpHeader]: proof } })
}

/** Turns the second factor on for a person without one. */
export async function turnOnTwoFactor(
  site: Pick<TestApp, 'app'>,
  person: Person,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const headers = { [stepUpHeader]: await requestProof(site, person, startTwoFactor, {}) }
  const { body } = await call(site, startTwoFactor, {}, { cookie: person.cookie, headers })
  const input = { body: { code: totpCode(body.secret) } }
  const enabled = await call(site, enableTwoFactor, input, { cookie: person.cookie })
  if (enabled.status !== 200) throw new Error(`it was not turned on: ${JSON.stringify(enabled.body)}`)
  return { secret: body.secret, recoveryCodes: enabled.body.recovery_codes }
}

/** True if the code is right. It is used up as proof for a harmless action. */
export async function isCodeAccepted(site: Pick<TestApp, 'app'>, { cookie }: Person, code: string): Promise<boolean> {
  const { status, body } = await call(
    site,
    stepUp,
    { body: { action: 'wallet', call: 'A'.repeat(43), code } },
    { cookie },
  )
  if (status !== 200 && body.code !== 'code_wrong')
    throw new Error(`the code was not looked at: ${JSON.stringify(body)}`)
  return status === 200
}

/** Returns the recorded actions about a person, the oldest first. */
export async function readActions({ database }: Pick<TestApp, 'database'>, { userId }: Person): Promise<string[]> {
  const { rows } = await database.owner.query<{ action: string }>(
    'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id',
    [userId],
  )
  return rows.map(({ action }) => action)
}

/** Returns the subjects of a person's mails. */
export async function readMailSubjects({ dataDir }: Pick<TestApp, 'dataDir'>, { email }: Person): Promise<string[]> {
  const mails = await openKeptMails(join(dataDir, 'mail')).list()
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
