import * as z from 'zod/mini'
import { defineOperation, signedIn } from './operation.ts'

export const getUnreadCount = defineOperation({
  id: 'get_unread_count',
  summary: 'How many chat messages the calling person has not read: a member of their own, an administrator of all.',
  method: 'GET',
  path: '/api/chat/unread-count',
  access: signedIn,
  output: z.object({ unread: z.number() }),
})
