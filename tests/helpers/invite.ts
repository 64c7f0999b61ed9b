import { createInvitation } from '../../contract/invitations.ts'
import type { InputOf } from '../../contract/operation.ts'
import { type Answer, type Person, type TestApp } from './app.ts'
import { callProven } from './two-factor.ts'

/** Invites an administrator for an owner, who proves who they are with the password. */
export async function invite(
  site: TestApp,
  by: Person,
  body: InputOf<typeof createInvitation>['body'],
): Promise<Answer<typeof createInvitation>> {
  return callProven(site, by, createInvitation, { body })
}
