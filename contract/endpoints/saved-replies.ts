import type { Endpoint } from '../endpoint.ts'
import { adminOnly, answering, everyDuty } from '../roles.ts'

/** The place in which a saved text is offered: the chat, the note of a decision, or the question for another slip. */
export const replyPurposes = ['chat', 'approval', 'rejection', 'slip'] as const
export type ReplyPurpose = (typeof replyPurposes)[number]

export const listSavedReplies = {
  id: 'list_saved_replies',
  method: 'GET',
  path: '/api/chat/replies',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const addSavedReply = {
  id: 'add_saved_reply',
  method: 'POST',
  path: '/api/chat/replies',
  access: adminOnly,
  duties: answering,
} as const satisfies Endpoint

export const changeSavedReply = {
  id: 'change_saved_reply',
  method: 'PATCH',
  path: '/api/chat/replies/:replyId',
  access: adminOnly,
  duties: answering,
} as const satisfies Endpoint

export const deleteSavedReply = {
  id: 'delete_saved_reply',
  method: 'DELETE',
  path: '/api/chat/replies/:replyId',
  access: adminOnly,
  duties: answering,
} as const satisfies Endpoint
