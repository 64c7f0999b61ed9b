import * as z from 'zod/mini'
import * as endpoints from './endpoints/second-approvals.ts'
import { defineOperation } from './operation.ts'
import { approvalOutlook } from './outlook.ts'
import { request } from './requests.ts'

export const waitingRequest = z.object({
  request,
  /** The needs of an approval by the caller now. */
  outlook: approvalOutlook,
})
export type WaitingRequest = z.infer<typeof waitingRequest>

export const listWaitingRequests = defineOperation(endpoints.listWaitingRequests, {
  summary: 'The pending requests with a first approval, in the order of their first approvals; the first hundred.',
  output: z.object({ items: z.array(waitingRequest), has_more: z.boolean() }),
})

export const countSecondApprovals = defineOperation(endpoints.countSecondApprovals, {
  summary: 'The number of requests and changes that wait for the caller, each up to a hundred.',
  output: z.object({ requests: z.number(), changes: z.number() }),
})
export type SecondApprovalCounts = z.infer<typeof countSecondApprovals.output>
