import * as contract from '../../../contract/payouts.ts'
import type { ChainConfig } from '../../platform/chain/open-chain.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Encryption } from '../../platform/encryption/encryption.ts'
import type { Events } from '../../platform/events/events.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import type { MailOwner } from '../../platform/mail/outbox.ts'
import { exportPayouts } from './export-payouts.ts'
import { createPayoutReader, listPayouts, readPayout, readPayoutTotals } from './payouts.ts'
import { failPayout, recordPayouts } from './record-payouts.ts'

interface PayoutDeps {
  db: Db
  events: Events
  mailOwner: MailOwner
  encryption: Encryption
  config: ChainConfig & { publicUrl: string }
}

export function payoutRoutes({ db, events, mailOwner, encryption, config }: PayoutDeps): Route[] {
  const reader = createPayoutReader({ db, config })
  const deps = { ...reader, events, mailOwner, encryption, config }
  return [
    route(contract.listPayouts, ({ query }) => listPayouts(reader, query)),
    route(contract.getPayoutTotals, () => readPayoutTotals(reader)),
    route(contract.getPayout, ({ params }) => readPayout(reader, params)),
    route(contract.recordPayouts, ({ caller, ipAddress, body, write }) =>
      recordPayouts({ ...deps, write }, { token: caller.token, ipAddress }, body.lines),
    ),
    route(contract.failPayout, ({ caller, ipAddress, params, body, write }) =>
      failPayout({ ...deps, write }, { token: caller.token, ipAddress }, { ...params, ...body }),
    ),
    route(contract.exportPayouts, ({ caller, ipAddress, query, reply }) =>
      sendCsv(reply, exportPayouts(reader, query, { actorId: caller.userId, ipAddress })),
    ),
  ]
}
