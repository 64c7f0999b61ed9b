import { getProfile, getProfileByMemberId } from '../../contract/profiles.ts'
import type { Db } from '../db/client.ts'
import { route, type Route } from '../http/route.ts'
import * as members from './members.ts'

export function memberRoutes({ db }: { db: Db }): Route[] {
  return [
    route(getProfile, async ({ caller, params }) => members.getProfile(db, caller, params.userId)),
    route(getProfileByMemberId, async ({ query }) => members.getNameByMemberId(db, query.p_member_id)),
  ]
}
