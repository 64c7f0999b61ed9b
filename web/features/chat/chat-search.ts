import { oneOf, textOf } from '../../lib/search.ts'

/** What the address of the administrators' chat may carry. */
export interface ChatSearch {
  /** Whose conversation is open. */
  user?: string | undefined
  /** What members are searched by. */
  search?: string | undefined
  /** Only conversations with something unread. */
  unread?: 'true' | undefined
}

export function chatSearch(search: Record<string, unknown>): ChatSearch {
  return {
    user: textOf(search['user']),
    search: textOf(search['search'])?.slice(0, searchMaxLength),
    unread: oneOf(search['unread'], ['true'] as const),
  }
}

export const searchMaxLength = 100
