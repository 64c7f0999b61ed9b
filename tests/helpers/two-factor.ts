import { TOTP } from 'otpauth'
import { stepUpHeader, type StepUpAction } from '../../contract/operation.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { call, password, type Person, type TestApp } from './app.ts'

/** What an authenticator app shows, or showed so many steps of 30 seconds ago. */
export function codeOf(secret: string, stepsAgo = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() - stepsAgo * 30_000 })
}

/** A code that was not used yet, however many were: the account forgets those it has seen. */
export async function freshCode(site: Pick<TestApp, 'database'>, person: Person, secret: string): Promise<string> {
  await site.database.owner.query('UPDATE two_factor SET last_step = 0 WHERE user_id = $1', [person.userId])
  return codeOf(secret)
}

export async function takeProof(
  site: Pick<TestApp, 'app'>,
  { cookie }: Person,
  action: StepUpAction,
  code?: string,
): Promise<string> {
  const body = { action, ...(code === undefined ? { password } : { code }) }
  const answer = await call(site, stepUp, { body }, { cookie })
  if (answer.status !== 200) throw new Error(`no proof was given: ${JSON.stringify(answer.body)}`)
  return answer.body.proof
}

/** Sets the second factor up, as a person does who has none. */
export async function turnOnTwoFactor(
  site: Pick<TestApp, 'app'>,
  person: Person,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const headers = { [stepUpHeader]: await takeProof(site, person, 'two_factor') }
  const { body } = await call(site, startTwoFactor, {}, { cookie: person.cookie, headers })
  const input = { body: { code: codeOf(body.secret) } }
  const enabled = await call(site, enableTwoFactor, input, { cookie: person.cookie })
  if (enabled.status !== 200) throw new Error(`it was not turned on: ${JSON.stringify(enabled.body)}`)
  return { secret: body.secret, recoveryCodes: enabled.body.recovery_codes }
}
