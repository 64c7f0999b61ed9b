import { Link } from '@tanstack/react-router'
import { BookmarkPlus, BookmarkX } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import type { AllRequestsFilter } from './activity-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useNow } from '../../../ui/time-text.tsx'
import { isSameView, viewSearchOf, useOwnViews, viewNameFault, type SavedView } from './own-views.ts'
import { SaveViewDialog } from './save-view.tsx'

/** Links to frequent filters and to the saved ones. Each has an address of its own. */
export function SavedViews({ filter }: { filter: AllRequestsFilter }) {
  const usual = usualViews(useNow())
  const own = useOwnViews()
  const [isNaming, setIsNaming] = useState(false)
  const row = useRef<HTMLElement>(null)
  const current = own.views.find(({ search }) => isSameView(search, filter))
  const hasButton = current !== undefined || !usual.some(({ search }) => isSameView(search, filter))
  const finish = () => {
    setIsNaming(false)
    // On a phone a new view is out of sight, at the end of the row.
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <div className="flex items-center gap-2">
      <nav
        ref={row}
        aria-label={t('Saved views')}
        className={cn('scroll-row -ms-4 flex min-w-0 gap-2 px-4 py-1', !hasButton && '-me-4')}
      >
        {usual.map((view) => (
          <ViewLink key={view.name} view={view} filter={filter} />
        ))}
        {own.views.map((view) => (
          <ViewLink key={view.name} view={view} filter={filter} />
        ))}
      </nav>
      {/* One button for both actions, so that it keeps the focus. A removed view can be saved again at once. */}
      {hasButton && (
        <Button
          variant="quiet"
          size="sm"
          className="flex-none"
          title={current ? t('Remove view') : t('Save view')}
          aria-label={current ? t('Remove view {name}', { name: current.name }) : t('Save view')}
          onClick={() => (current ? own.remove(current.name) : setIsNaming(true))}
        >
          {current ? <BookmarkX aria-hidden="true" /> : <BookmarkPlus aria-hidden="true" />}
          <span className="max-sm:hidden">{current ? t('Remove view') : t('Save view')}</span>
        </Button>
      )}
      {isNaming && (
        <SaveViewDialog
          check={(name) => viewNameFault(name, own.views, usual)}
          onSave={(name) => own.save({ name, search: viewSearchOf(filter) })}
          onClosed={finish}
        />
      )}
    </div>
  )
}

function ViewLink({ view: { name, search }, filter }: { view: SavedView; filter: AllRequestsFilter }) {
  return (
    <Link
      to="/admin/all-activity"
      search={search}
      activeOptions={{ exact: true, includeSearch: true }}
      // True also while a request is open beside the list, or another page of it is shown.
      aria-current={isSameView(search, filter) ? 'page' : undefined}
      className="flex h-compact flex-none items-center rounded-full border border-line-strong px-3 text-sm font-semibold text-ink-2 no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-on-brand-soft"
    >
      {name}
    </Link>
  )
}

function usualViews(now: Date): SavedView[] {
  const week = mondayOf(now)
  return [
    { name: t('Everything'), search: {} },
    { name: t('Waiting longest'), search: { status: 'pending', order: 'oldest' } },
    // The days are those on which the requests were made, not decided.
    { name: t('Today’s, approved'), search: { status: 'approved', from: dayOf(now) } },
    { name: t('This week’s, rejected'), search: { status: 'rejected', from: week } },
    { name: t('This week’s withdrawals'), search: { kind: 'withdrawal', from: week } },
  ]
}

const dayMs = 86_400_000

/** Returns the Monday of the week, in UTC like the days of the filter. */
function mondayOf(now: Date): string {
  return dayOf(new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * dayMs))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
