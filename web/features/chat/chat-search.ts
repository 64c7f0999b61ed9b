import { oneOf, textOf } from '../../lib/search.ts'

/** The parameters that the address of the administrators' chat may carry. */
export interface ChatSearch {
  /** The member of the open conversation. */
  user?: string | undefined
  /** The text by which members are searched. */
  search?: string | undefined
  /** Set to show only conversations with unread messages. */
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
