import * as z from 'zod/mini'
import * as endpoints from './endpoints/saved-replies.ts'
import { messageContent } from './message-content.ts'
import { defineOperation, id, emptyObject } from './operation.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

/** The most saved replies of one purpose. */
export const savedRepliesMax = 50
export const replyTitleMaxLength = 40

/** A text that administrators write again and again. All administrators share it. */
export const savedReply = z.object({
  id,
  purpose: z.enum(endpoints.replyPurposes),
  title: z.string(),
  content: z.string(),
})
export type SavedReply = z.infer<typeof savedReply>

export const listSavedReplies = defineOperation(endpoints.listSavedReplies, {
  summary: `The saved replies of this installation by title, at most ${savedRepliesMax} of each purpose.`,
  output: z.object({ items: z.array(savedReply) }),
})

export const savedReplyBody = z.strictObject({
  title: plainText(t('Title'), replyTitleMaxLength),
  content: messageContent,
})

/** A reply without a purpose is one for the chat. */
export const newReplyBody = z.strictObject({
  ...savedReplyBody.shape,
  purpose: z.optional(z.enum(endpoints.replyPurposes)),
})

export const addSavedReply = defineOperation(endpoints.addSavedReply, {
  summary: 'Save a reply for all administrators, without a purpose for the chat.',
  body: newReplyBody,
  output: savedReply,
  errors: ['reply_title_taken', 'saved_replies_full'],
})

export const changeSavedReply = defineOperation(endpoints.changeSavedReply, {
  summary: 'Change a saved reply, unless another administrator has changed it since the caller read it.',
  params: z.strictObject({ replyId: id }),
  body: z.strictObject({ ...savedReplyBody.shape, seen: savedReplyBody }),
  output: savedReply,
  errors: ['not_found', 'reply_title_taken', 'edited_meanwhile'],
})

export const deleteSavedReply = defineOperation(endpoints.deleteSavedReply, {
  summary: 'Delete a saved reply. Messages that were sent with it stay.',
  params: z.strictObject({ replyId: id }),
  output: emptyObject,
  errors: ['not_found'],
})
