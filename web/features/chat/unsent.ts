import { draftKeys, readDraft } from '../../lib/drafts.ts'
import { outboxKeyOf, ownSide, supportOutboxPrefix, type ConversationSide } from './conversation-side.ts'

export function hasUnsentMessages(userId: string): boolean {
  return readDraft(userId, outboxKeyOf(ownSide(userId))) !== null
}

/** Returns the conversations in which an administrator has unsent messages. */
export function unsentConversations(adminId: string): ConversationSide[] {
  return draftKeys(adminId)
    .filter((key) => key.startsWith(supportOutboxPrefix))
    .map((key) => ({ memberId: key.slice(supportOutboxPrefix.length), writerId: adminId }))
}
