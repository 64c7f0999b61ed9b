import * as preferences from '../../../contract/mail-preferences.ts'
import * as contract from '../../../contract/notices.ts'
import * as push from '../../../contract/push.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import type { Events } from '../../platform/events/events.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readMailPreferences, saveMailPreferences, stopMails } from './mail-preferences.ts'
import { countNotices, listNotices, markNoticesRead } from './notices.ts'
import { readPush, startPush, stopPush, type PushConfig } from './push-subscriptions.ts'

interface NoticeDeps {
  db: Db
  events: Events
  encryption: Encryption
  config: PushConfig
}

export function noticeRoutes(deps: NoticeDeps): Route[] {
  const { db, events, encryption, config } = deps
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
    route(push.getPush, ({ caller }) => readPush(deps, caller)),
    route(push.startPush, ({ caller, body, write }) => startPush({ write, config }, caller, body.endpoint)),
    route(push.stopPush, ({ caller, write }) => stopPush(write, caller)),
    route(preferences.stopMails, ({ body }) => stopMails({ db, encryption }, body.token)),
  ]
}
