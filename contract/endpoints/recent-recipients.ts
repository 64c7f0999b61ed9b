import type { Endpoint } from '../endpoint.ts'
import { memberOnly } from '../roles.ts'

export const listRecentRecipients = {
  id: 'list_recent_recipients',
  method: 'GET',
  path: '/api/transfer-requests/recipients',
  access: memberOnly,
} as const satisfies Endpoint
