import { getReferralSummary, listReferrals as listReferralsOperation } from '../../../contract/referrals.ts'
import type { Db } from '../../platform/db/client.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { listReferrals, readReferralSummary } from './referrals.ts'

export function referralRoutes({ db }: { db: Db }): Route[] {
  return [
    route(listReferralsOperation, ({ caller, query }) => listReferrals(db, caller.userId, query)),
    route(getReferralSummary, ({ caller }) => readReferralSummary(db, caller.userId)),
  ]
}
