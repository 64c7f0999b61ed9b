import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one of the list of users; that of the first is empty. */
    earlierPages?: string[]
  }
}

/** The way through the pages of the list. Each has its own address, so Back and a shared link lead to it. */
export function UsersPager({ nextCursor }: { nextCursor: string | null }) {
  const { cursor } = useSearch({ from: '/admin/users' })
  const { earlierPages = [] } = useLocation({ select: (location) => location.state })
  const navigate = useNavigate({ from: '/admin/users' })
  if (!cursor && !nextCursor) return null

  const open = (next: string | undefined, earlier: string[]) =>
    void navigate({ search: (before) => ({ ...before, cursor: next || undefined }), state: { earlierPages: earlier } })
  const hasEarlier = earlierPages.length > 0
  // Whoever came by a link has no pages before this one, but there is always a first.
  const goBack = () => (hasEarlier ? open(earlierPages.at(-1), earlierPages.slice(0, -1)) : open(undefined, []))
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3">
      <Button variant="ghost" aria-disabled={!cursor || undefined} onClick={goBack}>
        <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        {cursor && !hasEarlier ? 'First page' : 'Previous'}
      </Button>
      <Button
        variant="ghost"
        aria-disabled={!nextCursor || undefined}
        onClick={() => nextCursor && open(nextCursor, [...earlierPages, cursor ?? ''])}
      >
        Next
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </nav>
  )
}
