import * as contract from '../../../contract/invitations.ts'
import { languages } from '../../../contract/languages.ts'
import type { Db } from '../../platform/db/client.ts'
import { chooseLanguage } from '../../platform/http/choose-language.ts'
import { route, type Route, type SignedIn } from '../../platform/http/route.ts'
import { findOpenInvitation } from './invitations.ts'
import { invite, listInvitations, revokeInvitation, type InviteDeps } from './invite.ts'

export function invitationRoutes({ db, ...deps }: { db: Db } & Omit<InviteDeps, 'write'>): Route[] {
  return [
    route(contract.listInvitations, ({ query }) => listInvitations(db, query)),
    route(contract.checkInvitation, async ({ body }) => ({
      duty: (await findOpenInvitation(db, body.invitation))?.duty ?? null,
    })),
    route(contract.createInvitation, ({ caller, ipAddress, body: { email, duty }, request, write }) => {
      const language = chooseLanguage(request, languages).code
      return invite({ ...deps, write }, { ...toInviter(caller), ipAddress, email, duty, language })
    }),
    route(contract.revokeInvitation, ({ caller, ipAddress, params, write }) =>
      revokeInvitation(write, { ...toInviter(caller), ipAddress, id: params.invitationId }),
    ),
  ]
}

function toInviter({ userId, token }: SignedIn) {
  return { actorId: userId, token }
}
