import { useLocation } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t, tc } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the earlier pages of a list. The cursor of the first page is empty. */
    earlierPages?: string[]
  }
}

interface ListPagerProps {
  /** The cursor of the shown page; undefined for the first page. */
  cursor: string | undefined
  nextCursor: string | null
  /** True while the previous page is still shown. */
  isEarlier: boolean
  onOpen: (cursor: string | undefined, earlierPages: string[]) => void
}

/**
 * The buttons to the next and previous page of a list. Each page has its own address, for Back and for shared links.
 */
export function ListPager({ cursor, nextCursor, isEarlier, onOpen }: ListPagerProps) {
  const { earlierPages = [] } = useLocation({ select: (location) => location.state })
  const isNeeded = Boolean(cursor ?? nextCursor)
  // The pager stays while an answer loads, so that the pressed button keeps the focus.
  const [isShown, setIsShown] = useState(isNeeded)
  if (isShown !== isNeeded && (isNeeded || !isEarlier)) setIsShown(isNeeded)
  if (!isShown) return null
  const hasEarlier = earlierPages.length > 0
  // A reader who opened a shared link has no earlier pages, but can always go to the first one.
  const goBack = () =>
    hasEarlier ? onOpen(earlierPages.at(-1) || undefined, earlierPages.slice(0, -1)) : onOpen(undefined, [])
  return (
    <nav aria-label={t('Pages')} className="flex items-center justify-center gap-3">
      <Button variant="ghost" aria-disabled={!cursor || undefined} onClick={goBack}>
        <ChevronLeft aria-hidden="true" />
        {cursor && !hasEarlier ? t('First page') : tc('page', 'Previous')}
      </Button>
      <Button
        variant="ghost"
        aria-disabled={!nextCursor || undefined}
        onClick={() => nextCursor && onOpen(nextCursor, [...earlierPages, cursor ?? ''])}
      >
        {tc('page', 'Next')}
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
