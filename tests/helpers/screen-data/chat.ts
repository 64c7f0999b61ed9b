import { randomUUID } from 'node:crypto'
import {
  downloadChatFile,
  getUnreadCount,
  listMessages,
  markConversationRead,
  openConversation,
  sendMessage,
  uploadChatFile,
  type ChatFile,
  type ChatMessage,
} from '../../../contract/chat.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { readPictureHeader } from '../../../contract/picture-header.ts'
import { cleanFile, type CleanFile } from '../../../server/money/slips/file-content.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'

/** The conversation of a member with support. */
export interface Conversation {
  messages: ChatMessage[]
  /** Adds a message of support or, if it is named, of the member, and tells the page. */
  write(content: string, from?: 'support' | 'member'): void
}

/** Answers the calls of a member's chat, as the server does for a conversation of these messages. */
export function giveChat(answers: Answers, member: Profile, messages: ChatMessage[] = []): Conversation {
  const conversationId = messages[0]?.conversation_id ?? randomUUID()
  let readNumber = 0
  const lastNumber = () => messages.at(-1)?.number ?? 0
  const countUnread = () => messages.filter((one) => one.is_from_support && one.number > readNumber).length
  const read = (number: number) => {
    const before = countUnread()
    readNumber = Math.max(readNumber, number)
    if (countUnread() !== before) answers.announce('chat')
  }
  const add = (fields: Partial<ChatMessage>) => {
    const message = aMessage(member, { number: lastNumber() + 1, conversation_id: conversationId, ...fields })
    messages.push(message)
    answers.announce('chat')
    return message
  }
  answers.give(listMessages, ({ query: { after, before, limit } }) => {
    const found = messages.filter(({ number }) => number > (after ?? 0) && number < (before ?? Infinity))
    const items = after === undefined ? found.slice(-limit) : found.slice(0, limit)
    return { items, last_number: lastNumber(), has_more: items.length < found.length }
  })
  const stored = giveChatFiles(answers)
  answers.give(sendMessage, ({ body: { files, request_id: requestId = null, ...body } }) => {
    const earlier = messages.find(({ client_message_id: id }) => id === body.client_message_id)
    if (earlier) return earlier
    return add({ ...body, request_id: requestId, files: files.map(({ id, name }) => ({ ...stored(id), name })) })
  })
  answers.give(openConversation, () => {
    read(lastNumber())
    return {
      id: conversationId,
      user_id: member.id,
      admin_id: null,
      last_number: lastNumber(),
      user_unread_count: countUnread(),
      admin_unread_count: 0,
      created_at: '2026-03-10T12:00:00.000Z',
    }
  })
  answers.give(markConversationRead, ({ body }) => {
    read(body.number)
    return { unread: countUnread() }
  })
  answers.give(getUnreadCount, () => ({ unread: countUnread() }))
  return {
    messages,
    write: (content, from = 'support') => void add({ content, is_from_support: from === 'support' }),
  }
}

/** Stores the files that the page uploads for messages, and gives them back. Returns a function that describes one. */
function giveChatFiles(answers: Answers): (fileId: string) => Omit<ChatFile, 'name'> {
  const files = new Map<string, { content: CleanFile; about: Omit<ChatFile, 'name'> }>()
  const find = (fileId: string) => {
    const file = files.get(fileId)
    if (!file) throw new Refusal('chat_file_gone')
    return file
  }
  answers.give(uploadChatFile, async ({ request }) => {
    const content = await cleanFile(request.body as Buffer, request.headers['content-type'] ?? '')
    const { type, bytes } = content
    const { width = null, height = null } = readPictureHeader(bytes) ?? {}
    const about = { id: randomUUID(), mime_type: type, size_bytes: bytes.length, width, height }
    files.set(about.id, { content, about })
    return about
  })
  answers.give(downloadChatFile, ({ params: { fileId } }) => {
    const { bytes, type, extension } = find(fileId).content
    return { bytes, type, name: `1.${extension}` }
  })
  return (fileId) => find(fileId).about
}

/** A message of the member, as members see it: support is one voice without names. */
export function aMessage(member: Profile, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: randomUUID(),
    conversation_id: member.id,
    number: 1,
    sender_id: fields.is_from_support ? randomUUID() : member.id,
    is_from_support: false,
    sender_name: null,
    client_message_id: randomUUID(),
    content: 'Where is my slip?',
    files: [],
    request_id: null,
    created_at: new Date().toISOString(),
    ...fields,
  }
}
