import * as z from 'zod/mini'
import * as endpoints from './endpoints/recent-recipients.ts'
import { defineOperation, moment } from './operation.ts'

export const listRecentRecipients = defineOperation(endpoints.listRecentRecipients, {
  summary: 'The five latest recipients of the calling member’s transfers, newest first, active members alone.',
  output: z.object({
    items: z.array(z.object({ full_name: z.string(), member_id: z.string(), last_sent_at: moment })),
  }),
})
