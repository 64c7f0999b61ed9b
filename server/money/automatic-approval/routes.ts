import * as contract from '../../../contract/automatic-approval.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { stopAutomaticApproval } from './stop-automatic-approval.ts'

export function automaticApprovalRoutes(deps: { events: Events; mailOwner: MailOwner }): Route[] {
  return [
    route(contract.stopAutomaticApproval, async ({ caller, ipAddress, write }) => {
      await stopAutomaticApproval({ ...deps, write }, caller, ipAddress)
      return {}
    }),
  ]
}
