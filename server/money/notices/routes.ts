import * as preferences from '../../../contract/mail-preferences.ts'
import * as contract from '../../../contract/notices.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readMailPreferences, saveMailPreferences, stopMails } from './mail-preferences.ts'
import { countNotices, listNotices, markNoticesRead } from './notices.ts'

export function noticeRoutes({ db, events, encryption }: { db: Db; events: Events; encryption: Encryption }): Route[] {
  return [
    route(contract.listNotices, ({ caller, query }) => listNotices(db, caller.userId, query)),
    route(contract.countNotices, ({ caller }) => countNotices(db, caller.userId)),
    route(contract.markNoticesRead, ({ caller: { userId }, body: { number }, write }) =>
      markNoticesRead({ events, write }, userId, number),
    ),
    route(preferences.getMailPreferences, ({ caller }) => readMailPreferences(db, caller.userId)),
    route(preferences.saveMailPreferences, ({ caller, body, write }) =>
      saveMailPreferences(write, caller.userId, body),
    ),
    route(preferences.stopMails, ({ body }) => stopMails({ db, encryption }, body.token)),
  ]
}
