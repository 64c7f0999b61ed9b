import { createInvitation } from '../../contract/invitations.ts'
import type { InputOf } from '../../contract/operation.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { call, type Answer, type Person, type TestApp } from './app.ts'
import { requestProof } from './two-factor.ts'

/** Invites an administrator for an owner, who proves who they are with the password. */
export async function invite(
  site: TestApp,
  by: Person,
  body: InputOf<typeof createInvitation>['body'],
): Promise<Answer<typeof createInvitation>> {
  const headers = { [stepUpHeader]: await requestProof(site, by, createInvitation, { body }) }
  return call(site, createInvitation, { body }, { cookie: by.cookie, headers })
}
