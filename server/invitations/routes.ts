import * as contract from '../../contract/invitations.ts'
import { languages } from '../../contract/languages.ts'
import { chooseLanguage } from '../http/choose-language.ts'
import { route, type Route } from '../http/route.ts'
import { invite, listInvitations, revokeInvitation, type InviteDeps } from './invite.ts'

export function invitationRoutes(deps: InviteDeps): Route[] {
  return [
    route(contract.listInvitations, ({ query }) => listInvitations(deps.db, query)),
    route(contract.createInvitation, ({ caller, ipAddress, body, request }) => {
      const language = chooseLanguage(request, languages).code
      return invite(deps, { actorId: caller.userId, ipAddress, email: body.email, language })
    }),
    route(contract.revokeInvitation, async ({ caller, ipAddress, params }) => {
      await revokeInvitation(deps.db, { actorId: caller.userId, ipAddress, id: params.invitationId })
      return {}
    }),
  ]
}
