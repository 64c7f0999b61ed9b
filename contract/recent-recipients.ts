import * as z from 'zod/mini'
import * as endpoints from './endpoints/recent-recipients.ts'
import { defineOperation, moment } from './operation.ts'

export const listRecentRecipients = defineOperation(endpoints.listRecentRecipients, {
  summary: 'Whom the calling member has sent coins to of late, newest first: five at most, and active members alone.',
  output: z.object({
    items: z.array(z.object({ full_name: z.string(), member_id: z.string(), last_sent_at: moment })),
  }),
})
