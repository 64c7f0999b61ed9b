import { oneOf, createSearchReader } from '../../../lib/search.ts'

/** Present when the page opens together with the chat. */
export const overviewSearch = createSearchReader<{ openChat?: 'true' | undefined }>({
  openChat: (value) => oneOf(value, ['true']),
})
