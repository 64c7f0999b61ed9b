import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { stepUpHeader, type StepUpAction } from '../../contract/step-up.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { openKeptMails } from '../../server/platform/mail/kept-mails.ts'
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

/** Whether a code is right, as proof for something harmless; it is used up. */
export async function isCodeAccepted(site: Pick<TestApp, 'app'>, { cookie }: Person, code: string): Promise<boolean> {
  const { status, body } = await call(site, stepUp, { body: { action: 'wallet', code } }, { cookie })
  if (status !== 200 && body.code !== 'code_wrong')
    throw new Error(`the code was not looked at: ${JSON.stringify(body)}`)
  return status === 200
}

/** What is on record about a person, the oldest first. */
export async function readActions({ database }: Pick<TestApp, 'database'>, { userId }: Person): Promise<string[]> {
  const { rows } = await database.owner.query<{ action: string }>(
    'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id',
    [userId],
  )
  return rows.map(({ action }) => action)
}

/** Of the mails that a person got. */
export async function readMailSubjects({ dataDir }: Pick<TestApp, 'dataDir'>, { email }: Person): Promise<string[]> {
  const mails = await openKeptMails(join(dataDir, 'mail')).list()
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
