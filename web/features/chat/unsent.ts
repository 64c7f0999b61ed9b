import { readDraft } from '../../lib/drafts.ts'

/** What has been sent and not been answered yet is kept as drafts are, under this name. */
export const outboxKey = 'chat-outbox'

export function isAnythingUnsent(userId: string): boolean {
  return readDraft(userId, outboxKey) !== null
}
