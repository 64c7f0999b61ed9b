import * as contract from '../../../contract/admin-notes.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { addAdminNote, listAdminNotes } from './admin-notes.ts'

export function adminNoteRoutes({ db, events }: { db: Db; events: Events }): Route[] {
  return [
    route(contract.listAdminNotes, ({ params, query }) =>
      listAdminNotes(db, params.userId, { ...query, requestId: query.request_id }),
    ),
    route(contract.addAdminNote, ({ caller, ipAddress, params, body, write }) =>
      addAdminNote(
        { events, write },
        { actorId: caller.userId, ipAddress },
        { ...params, content: body.content, requestId: body.request_id ?? null },
      ),
    ),
  ]
}
