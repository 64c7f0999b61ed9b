/** A conversation as one of its two sides has it. A member writes into their own, an administrator into anybody's. */
export interface Talk {
  /** Whose conversation it is. */
  memberId: string
  /** Who reads and writes here. */
  writerId: string
}

/** The talk of a member with support. */
export function ownTalk(userId: string): Talk {
  return { memberId: userId, writerId: userId }
}

export function isSupport({ memberId, writerId }: Talk): boolean {
  return memberId !== writerId
}

/** Under this name the message that is being written is kept. An administrator has one for each member. */
export function draftKeyOf(talk: Talk): string {
  return isSupport(talk) ? `chat:${talk.memberId}` : 'chat'
}

/** What has been sent and not been answered yet is kept as drafts are, under this name. */
export function outboxKeyOf(talk: Talk): string {
  return isSupport(talk) ? supportOutboxPrefix + talk.memberId : 'chat-outbox'
}

/** What the names of an administrator's outboxes begin with; the rest is whose conversation it is. */
export const supportOutboxPrefix = 'chat-outbox:'
