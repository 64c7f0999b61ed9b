import * as contract from '../../../contract/email-change.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { correctDetails } from './correct-details.ts'
import { askForEmail, confirmEmailChange, dropEmailChange, readEmailChange, type EmailDeps } from './email-change.ts'

export function emailRoutes(deps: EmailDeps): Route[] {
  return [
    route(contract.getEmailChange, async ({ caller }) => ({ pending: await readEmailChange(deps.db, caller.userId) })),
    route(contract.askEmailChange, ({ caller, ipAddress, body: { email }, write }) =>
      askForEmail({ ...deps, write }, { caller, ipAddress, userId: caller.userId, email, reason: null }),
    ),
    route(contract.dropEmailChange, async ({ caller, ipAddress, write }) => {
      await dropEmailChange({ ...deps, write }, { caller, ipAddress })
      return {}
    }),
    route(contract.confirmEmailChange, ({ body, ipAddress }) => confirmEmailChange(deps, { ...body, ipAddress })),
    route(contract.correctEmail, ({ caller, ipAddress, params, body, write }) =>
      askForEmail({ ...deps, write }, { ...params, ...body, caller, ipAddress }),
    ),
    route(contract.correctDetails, ({ caller, ipAddress, params, body, write, requireProof }) =>
      correctDetails({ ...deps, write }, { ...params, caller, ipAddress, form: body }, requireProof),
    ),
  ]
}
