import * as contract from '../../../contract/verification.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readVerification, releaseFinding } from './verification.ts'

export function verifierRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.getVerification, () => readVerification(db)),
    route(contract.releaseFinding, async ({ caller: { token }, ipAddress, params, body, write }) => {
      await releaseFinding({ events, write }, { ...params, ...body, token, ipAddress })
      return {}
    }),
  ]
}
