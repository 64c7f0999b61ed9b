import * as z from 'zod/mini'
import { defineOperation } from './operation.ts'
import { memberOnly } from './roles.ts'
import { requestKinds, requestStatuses } from './requests.ts'

export const exportRequests = defineOperation({
  id: 'export_requests',
  summary: 'The calling member’s requests, filtered as in their list, as a CSV file.',
  method: 'GET',
  path: '/api/request-export',
  access: memberOnly,
  query: z.strictObject({
    kind: z.optional(z.enum(requestKinds)),
    status: z.optional(z.enum(requestStatuses)),
  }),
  download: true,
  output: z.any(),
})
