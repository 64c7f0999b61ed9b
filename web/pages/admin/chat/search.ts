import { oneOf, createSearchReader, matching, searchTextOf, textOf } from '../../../lib/search.ts'

export interface ChatSearch {
  /** The member of the open conversation. */
  user?: string | undefined
  /** The number of a message that is brought into sight. */
  message?: string | undefined
  /** The text to find members by. */
  search?: string | undefined
  /** Present when the list holds only conversations with unread messages. */
  unread?: 'true' | undefined
}

export const chatSearch = createSearchReader<ChatSearch>({
  user: textOf,
  message: (value) => matching(value, /^\d{1,15}$/),
  search: searchTextOf,
  unread: (value) => oneOf(value, ['true']),
})
