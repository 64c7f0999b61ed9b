import { useNavigate } from '@tanstack/react-router'

export interface ListUrl<Filter> {
  /** Changes the filters or the order, and goes back to the first page. */
  change: (part: Partial<Filter>, how?: { isTyped?: boolean }) => void
  openPage: (cursor: string | undefined, earlierPages: string[]) => void
}

/** Changes the address of a list's page, which holds the filters, the order and the cursor of the shown page. */
export function useListUrl<Filter extends object>(): ListUrl<Filter> {
  const navigate = useNavigate()
  return {
    change: (part, { isTyped = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...part, cursor: undefined }),
        // One step back undoes the whole typed text, not one letter.
        replace: isTyped,
        resetScroll: false,
      }),
    openPage: (cursor, earlierPages) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, cursor }), state: { earlierPages } }),
  }
}
