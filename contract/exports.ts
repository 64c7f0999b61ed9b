import * as z from 'zod/mini'
import * as endpoints from './endpoints/exports.ts'
import { defineOperation } from './operation.ts'
import { requestKinds, requestStatuses } from './endpoints/requests.ts'

export const exportRequests = defineOperation(endpoints.exportRequests, {
  summary: 'The calling member’s requests, filtered as in their list, as a CSV file.',
  query: z.strictObject({
    kind: z.optional(z.enum(requestKinds)),
    status: z.optional(z.enum(requestStatuses)),
  }),
  download: true,
  output: z.any(),
})

export const exportOwnData = defineOperation(endpoints.exportOwnData, {
  summary: 'A copy of all data that the platform keeps about the calling member, as a JSON file.',
  download: true,
  output: z.any(),
  errors: ['step_up_required'],
})
