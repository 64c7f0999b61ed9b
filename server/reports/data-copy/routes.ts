import { exportOwnData } from '../../../contract/exports.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendDownload } from '../../platform/http/download.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { writeDataCopy } from './data-copy.ts'

export function dataCopyRoutes({ db }: { db: Db }): Route[] {
  return [
    route(exportOwnData, ({ caller: { userId }, ipAddress, reply }) =>
      sendDownload(reply, {
        name: 'et-my-data',
        ending: 'json',
        type: 'application/json',
        chunks: writeDataCopy(db, { userId, ipAddress }),
      }),
    ),
  ]
}
