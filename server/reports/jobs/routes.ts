import * as contract from '../../../contract/jobs.ts'
import type { Db } from '../../platform/db/client.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readBackgroundWork } from './read-work.ts'
import { retryJob, retryMail } from './retry.ts'

export function jobRoutes({ db }: { db: Db }): Route[] {
  return [
    route(contract.getBackgroundWork, () => readBackgroundWork(db)),
    route(contract.retryJob, async ({ caller: { userId: actorId }, ipAddress, params, write }) => {
      await retryJob(write, params.jobName, { actorId, ipAddress })
      return {}
    }),
    route(contract.retryMail, async ({ caller: { userId: actorId }, ipAddress, body, write }) => {
      await retryMail(write, body, { actorId, ipAddress })
      return {}
    }),
  ]
}
