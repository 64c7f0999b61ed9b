import { getUnreadCount } from '../../contract/chat.ts'
import type { Db } from '../db/client.ts'
import { route, type Route } from '../http/route.ts'
import { countUnreadOfAdmins, countUnreadOfMember } from './chat.ts'

export function chatRoutes({ db }: { db: Db }): Route[] {
  return [
    route(getUnreadCount, ({ caller }) =>
      caller.role === 'admin' ? countUnreadOfAdmins(db) : countUnreadOfMember(db, caller.userId),
    ),
  ]
}
