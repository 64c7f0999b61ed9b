import * as contract from '../../../contract/invitations.ts'
import { languages } from '../../../contract/languages.ts'
import type { Db } from '../../platform/db/client.ts'
import { chooseLanguage } from '../../platform/http/choose-language.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { invite, listInvitations, revokeInvitation, type InviteDeps } from './invite.ts'

export function invitationRoutes({ db, ...deps }: { db: Db } & Omit<InviteDeps, 'write'>): Route[] {
  return [
    route(contract.listInvitations, ({ query }) => listInvitations(db, query)),
    route(contract.createInvitation, ({ caller, ipAddress, body, request, write }) => {
      const language = chooseLanguage(request, languages).code
      return invite({ ...deps, write }, { actorId: caller.userId, ipAddress, email: body.email, language })
    }),
    route(contract.revokeInvitation, ({ caller, ipAddress, params, write }) =>
      revokeInvitation(write, { actorId: caller.userId, ipAddress, id: params.invitationId }),
    ),
  ]
}
