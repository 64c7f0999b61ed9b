import { oneOf, readSearch } from '../../../lib/search.ts'

/** Present when the page opens together with the chat. */
export const overviewSearch = readSearch<{ openChat?: 'true' | undefined }>({
  openChat: (value) => oneOf(value, ['true']),
})
