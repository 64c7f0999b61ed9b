import * as z from 'zod/mini'
import { messageContent } from './message-content.ts'
import { defineOperation, id, nothing } from './operation.ts'
import { adminOnly } from './roles.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

export const savedRepliesMax = 50
export const replyTitleMaxLength = 40

/** An answer that administrators give again and again. All administrators share it. */
export const savedReply = z.object({ id, title: z.string(), content: z.string() })
export type SavedReply = z.infer<typeof savedReply>

export const listSavedReplies = defineOperation({
  id: 'list_saved_replies',
  summary: `The saved replies of this installation by title, at most ${savedRepliesMax}.`,
  method: 'GET',
  path: '/api/chat/replies',
  access: adminOnly,
  output: z.object({ items: z.array(savedReply) }),
})

export const savedReplyBody = z.strictObject({
  title: plainText(t('Title'), replyTitleMaxLength),
  content: messageContent,
})

export const addSavedReply = defineOperation({
  id: 'add_saved_reply',
  summary: 'Save a reply for all administrators.',
  method: 'POST',
  path: '/api/chat/replies',
  access: adminOnly,
  body: savedReplyBody,
  output: savedReply,
  errors: ['reply_title_taken', 'saved_replies_full'],
})

export const changeSavedReply = defineOperation({
  id: 'change_saved_reply',
  summary: 'Change a saved reply, unless somebody else has changed it since it was as the caller has seen it.',
  method: 'PATCH',
  path: '/api/chat/replies/:replyId',
  access: adminOnly,
  params: z.strictObject({ replyId: id }),
  body: z.strictObject({ ...savedReplyBody.shape, seen: savedReplyBody }),
  output: savedReply,
  errors: ['not_found', 'reply_title_taken', 'edited_meanwhile'],
})

export const deleteSavedReply = defineOperation({
  id: 'delete_saved_reply',
  summary: 'Delete a saved reply. What was sent with it stays.',
  method: 'DELETE',
  path: '/api/chat/replies/:replyId',
  access: adminOnly,
  params: z.strictObject({ replyId: id }),
  output: nothing,
  errors: ['not_found'],
})
