import * as z from 'zod/mini'
import { defineOperation, moment } from './operation.ts'
import { memberOnly } from './roles.ts'

export const listRecentRecipients = defineOperation({
  id: 'list_recent_recipients',
  summary: 'Whom the calling member has sent coins to of late, newest first: five at most, and active members alone.',
  method: 'GET',
  path: '/api/transfer-requests/recipients',
  access: memberOnly,
  output: z.object({
    items: z.array(z.object({ full_name: z.string(), member_id: z.string(), last_sent_at: moment })),
  }),
})
