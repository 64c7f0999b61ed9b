import { useLocation } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { t, tc } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages of a list before this one; that of the first is empty. */
    earlierPages?: string[]
  }
}

interface ListPagerProps {
  /** Of the page that is shown; none is the first. */
  cursor: string | undefined
  nextCursor: string | null
  /** The page before is still shown, until this one is there. */
  isEarlier: boolean
  onOpen: (cursor: string | undefined, earlierPages: string[]) => void
}

/** The way through the pages of a list. Each has its own address, so Back and a shared link lead to it. */
export function ListPager({ cursor, nextCursor, isEarlier, onOpen }: ListPagerProps) {
  const { earlierPages = [] } = useLocation({ select: (location) => location.state })
  const isNeeded = Boolean(cursor ?? nextCursor)
  // It stays while an answer is on its way, with the focus of whoever has asked for it.
  const [isShown, setIsShown] = useState(isNeeded)
  if (isShown !== isNeeded && (isNeeded || !isEarlier)) setIsShown(isNeeded)
  if (!isShown) return null
  const hasEarlier = earlierPages.length > 0
  // Whoever came by a link has no pages before this one, but there is always a first.
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
