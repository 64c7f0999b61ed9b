import type { Endpoint } from '../endpoint.ts'
import { adminOnly, answering, everyDuty, signedIn } from '../roles.ts'

/** The most files of one message. */
export const chatFilesMax = 3

/** The most bytes of files that one side sends into a conversation in a day. */
export const chatFileBytesDaily = 50 * 1024 * 1024

/** The longest name of a file that a sender gives. The server adds the ending of its type. */
export const chatFileNameMax = 120

const conversationPath = '/api/chat/conversations/:userId'

export const getConversation = {
  id: 'get_conversation',
  method: 'GET',
  path: conversationPath,
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const openConversation = {
  id: 'open_conversation',
  method: 'POST',
  path: `${conversationPath}/opening`,
  access: signedIn,
  duties: answering,
} as const satisfies Endpoint

export const listMessages = {
  id: 'list_messages',
  method: 'GET',
  path: `${conversationPath}/messages`,
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint

export const sendMessage = {
  id: 'send_message',
  method: 'POST',
  path: `${conversationPath}/messages`,
  access: signedIn,
  duties: answering,
} as const satisfies Endpoint

export const uploadChatFile = {
  id: 'upload_chat_file',
  method: 'POST',
  path: `${conversationPath}/files`,
  access: signedIn,
  duties: answering,
  isIdempotent: true,
} as const satisfies Endpoint

export const downloadChatFile = {
  id: 'download_chat_file',
  method: 'GET',
  path: `${conversationPath}/files/:fileId`,
  access: signedIn,
  duties: everyDuty,
  onRecord: 'file_read',
} as const satisfies Endpoint

export const listMentions = {
  id: 'list_mentions',
  method: 'GET',
  path: `${conversationPath}/mentions/:requestId`,
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const markConversationRead = {
  id: 'mark_conversation_read',
  method: 'POST',
  path: `${conversationPath}/reading`,
  access: signedIn,
  duties: answering,
} as const satisfies Endpoint

export const listConversations = {
  id: 'list_conversations',
  method: 'GET',
  path: '/api/chat/conversations',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const searchChatMembers = {
  id: 'search_chat_members',
  method: 'GET',
  path: '/api/chat/members',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getUnreadCount = {
  id: 'get_unread_count',
  method: 'GET',
  path: '/api/chat/unread-count',
  access: signedIn,
  duties: everyDuty,
} as const satisfies Endpoint
