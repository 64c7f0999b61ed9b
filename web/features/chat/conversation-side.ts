/** A conversation from one of its two sides. Members write into their own, administrators into those of all members. */
export interface ConversationSide {
  /** The member of the conversation. */
  memberId: string
  /** The person who reads and writes here. */
  writerId: string
}

/** Returns the member's own side of their conversation with support. */
export function ownSide(userId: string): ConversationSide {
  return { memberId: userId, writerId: userId }
}

export function isSupportSide({ memberId, writerId }: ConversationSide): boolean {
  return memberId !== writerId
}

/** Returns the name of the draft of the next message. An administrator has one draft for each member. */
export function draftKeyOf(side: ConversationSide): string {
  return isSupportSide(side) ? `chat:${side.memberId}` : 'chat'
}

/** Returns the name under which unanswered messages are kept, in the same way as drafts. */
export function outboxKeyOf(side: ConversationSide): string {
  return isSupportSide(side) ? supportOutboxPrefix + side.memberId : 'chat-outbox'
}

/** The beginning of the names of an administrator's outboxes; the id of the member follows. */
export const supportOutboxPrefix = 'chat-outbox:'
