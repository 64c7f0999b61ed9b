import { useNavigate } from '@tanstack/react-router'

export interface ListAddress<Filter> {
  /** Narrows the list down in another way, or sorts it; it starts at its first page again. */
  change: (part: Partial<Filter>, how?: { isTyped?: boolean }) => void
  openPage: (cursor: string | undefined, earlierPages: string[]) => void
}

/** What a list is narrowed down to and sorted by stands in the address of its page, and so does the page of it that is shown. */
export function useListAddress<Filter extends object>(): ListAddress<Filter> {
  const navigate = useNavigate()
  return {
    change: (part, { isTyped = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...part, cursor: undefined }),
        // One step back leaves what was typed, however many letters it took.
        replace: isTyped,
        resetScroll: false,
      }),
    openPage: (cursor, earlierPages) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, cursor }), state: { earlierPages } }),
  }
}
