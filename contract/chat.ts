import * as z from 'zod/mini'
import * as endpoints from './endpoints/chat.ts'
import { fault } from './faults.ts'
import { fileMessageContent } from './message-content.ts'
import { pageSizeMax } from './endpoint.ts'
import { uploadMaxBytes, uploadTypes } from './endpoints/uploads.ts'
import { defineOperation, id, moment, emptyObject, pageQuery, pageOf } from './operation.ts'
import { optionalLine } from './text-fields.ts'
import { t } from './translate.ts'

/** The list of conversations shows this many characters of the newest message. */
export const excerptMaxLength = 120

/** Messages of a conversation are numbered from 1 without gaps, in the order of their time. */
const number = z.int().check(z.minimum(0))
const numberInQuery = z.optional(z.coerce.number().check(z.int(), z.minimum(0)))

export const chatConversation = z.object({
  id,
  /** The member; the other side is all administrators together. */
  user_id: id,
  /** The first administrator who opened it; null while none has. */
  admin_id: z.nullable(id),
  /** Number of the newest message, 0 while there is none. */
  last_number: z.number(),
  user_unread_count: z.number(),
  admin_unread_count: z.number(),
  created_at: moment,
})
export type ChatConversation = z.infer<typeof chatConversation>

/** A stored file of a conversation. A picture has its width and height in pixels, so that a page can reserve its place. */
const storedFile = {
  id,
  mime_type: z.enum(uploadTypes),
  size_bytes: z.number(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
}

/** A file of a message, with a name that ends as its type asks for. */
export const chatFile = z.object({ ...storedFile, name: z.string() })
export type ChatFile = z.infer<typeof chatFile>

export const chatMessage = z.object({
  id,
  conversation_id: id,
  number: z.number(),
  sender_id: id,
  is_from_support: z.boolean(),
  /** The name of the administrator who wrote it. Only administrators see it: to members, support is one voice. */
  sender_name: z.nullable(z.string()),
  /** Null for a message that was stored without one. */
  client_message_id: z.nullable(z.uuid()),
  /** Empty for a message of files alone. */
  content: z.string(),
  files: z.array(chatFile),
  /** The request of the member that the message is about. */
  request_id: z.nullable(id),
  created_at: moment,
})
export type ChatMessage = z.infer<typeof chatMessage>

const params = z.strictObject({ userId: id })

export const getConversation = defineOperation(endpoints.getConversation, {
  summary: 'The conversation of a member with the administrators: members read their own, administrators any.',
  params,
  output: chatConversation,
  errors: ['not_found'],
})

export const openConversation = defineOperation(endpoints.openConversation, {
  summary: 'Find or create the conversation of a member, and clear the unread count of the caller’s side.',
  params,
  body: emptyObject,
  output: chatConversation,
  errors: ['not_found'],
})

export const listMessages = defineOperation(endpoints.listMessages, {
  summary:
    'Messages in ascending order: the next ones after a number, the newest before a number, or the newest of all. has_more is true if there are more in that direction.',
  params,
  query: z
    .strictObject({
      after: numberInQuery,
      before: numberInQuery,
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageSizeMax)), 50),
    })
    .check(z.refine(({ after, before }) => after === undefined || before === undefined, { path: ['before'] })),
  output: z.object({ items: z.array(chatMessage), last_number: z.number(), has_more: z.boolean() }),
  errors: ['not_found'],
})

/** An empty name stands for none. */
const fileToSend = z.strictObject({ id, name: optionalLine(t('File name'), endpoints.chatFileNameMax) })

const sentUnder = {
  /** The sender's own id for this message. A message that is sent several times under it is stored once. */
  client_message_id: z.uuid(),
  /** A request of the member that the message is about. */
  request_id: z.optional(z.nullable(id)),
}

export const sendMessageBody = z
  .strictObject({
    ...sentUnder,
    content: fileMessageContent,
    /** Files that the sender has uploaded into this conversation, in their order. No other message has them. */
    files: z._default(z.array(fileToSend).check(z.maxLength(endpoints.chatFilesMax)), []),
  })
  .check(
    z.refine(({ content, files }) => content !== '' || files.length > 0, {
      path: ['content'],
      ...fault('required', { field: t('Message') }),
    }),
  )

export const sendMessage = defineOperation(endpoints.sendMessage, {
  summary:
    'Send a message with a text, files or both into a conversation. A repeated client_message_id returns the first message and adds none.',
  params,
  body: sendMessageBody,
  output: chatMessage,
  errors: ['not_found', 'chat_file_gone'],
})

export const uploadChatFile = defineOperation(endpoints.uploadChatFile, {
  summary: 'Store a file (PNG, JPG or PDF, 5 MB at most) for a message that the caller sends into this conversation.',
  params,
  upload: { types: uploadTypes, maxBytes: uploadMaxBytes },
  output: z.object(storedFile),
  errors: [
    'not_found',
    'file_too_large',
    'file_type_not_accepted',
    'file_damaged',
    'picture_too_costly',
    'chat_quota_full',
    'upload_storage_full',
    'files_unavailable',
  ],
})

export const downloadChatFile = defineOperation(endpoints.downloadChatFile, {
  summary: 'Read a file of a conversation: members of their own, administrators of any.',
  params: z.strictObject({ userId: id, fileId: id }),
  download: true,
  output: z.any(),
  errors: ['not_found', 'files_unavailable', 'file_altered'],
})

/** An administrator sees this many mentions of a request. */
export const mentionsMax = 5

export const listMentions = defineOperation(endpoints.listMentions, {
  summary: 'The newest messages of a member’s conversation that are about one request, the newest first.',
  params: z.strictObject({ userId: id, requestId: id }),
  output: z.object({
    items: z.array(z.object({ number: z.number(), is_from_support: z.boolean(), created_at: moment })),
  }),
})

export const markConversationRead = defineOperation(endpoints.markConversationRead, {
  summary: 'Mark messages as read up to this number for the caller’s side; later messages stay unread.',
  params,
  body: z.strictObject({ number }),
  output: z.object({ unread: z.number() }),
  errors: ['not_found'],
})

export const listedConversation = z.extend(chatConversation, {
  full_name: z.string(),
  email: z.string(),
  member_id: z.string(),
  last_message_at: z.nullable(moment),
  /** The beginning of the newest message. */
  last_content: z.nullable(z.string()),
  /** The type of the newest message's first file; null without one. */
  last_file_type: z.nullable(z.enum(uploadTypes)),
  /** The administrator who wrote it; null when the member did. */
  last_sender_name: z.nullable(z.string()),
})
export type ListedConversation = z.infer<typeof listedConversation>

export const listConversations = defineOperation(endpoints.listConversations, {
  summary:
    'The inbox that the administrators share: all conversations or those with unread messages, the latest first.',
  query: z.strictObject({ unread: z.optional(z.literal('true')), ...pageQuery }),
  output: pageOf(listedConversation),
})

/** A member whom an administrator can write to, with or without a conversation. */
export const chatMember = z.pick(listedConversation, {
  user_id: true,
  full_name: true,
  email: true,
  member_id: true,
  admin_unread_count: true,
  last_message_at: true,
  last_content: true,
  last_file_type: true,
  last_sender_name: true,
})
export type ChatMember = z.infer<typeof chatMember>

// PostgreSQL stores no NUL in a text.
const noNul = /^[^\0]*$/

export const searchChatMembers = defineOperation(endpoints.searchChatMembers, {
  summary: 'Members by name, email or member id, in the order of their names. Opening a conversation creates it.',
  query: z.strictObject({
    search: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(noNul)),
    ...pageQuery,
  }),
  output: pageOf(chatMember),
})

export const getUnreadCount = defineOperation(endpoints.getUnreadCount, {
  summary:
    'The number of unread chat messages: in a member’s own conversation, or in all of them for an administrator.',
  output: z.object({ unread: z.number() }),
})
