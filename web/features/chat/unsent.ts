import { draftKeys, readDraft } from '../../lib/drafts.ts'
import { outboxKeyOf, ownTalk, supportOutboxPrefix, type Talk } from './talk.ts'

export function isAnythingUnsent(userId: string): boolean {
  return readDraft(userId, outboxKeyOf(ownTalk(userId))) !== null
}

/** Returns the conversations in which an administrator has unsent messages. */
export function unsentTalks(adminId: string): Talk[] {
  return draftKeys(adminId)
    .filter((key) => key.startsWith(supportOutboxPrefix))
    .map((key) => ({ memberId: key.slice(supportOutboxPrefix.length), writerId: adminId }))
}
