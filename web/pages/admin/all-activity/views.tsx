import { Link } from '@tanstack/react-router'
import { BookmarkPlus, BookmarkX } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import type { AllRequestsFilter } from '../../../lib/admin-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useNow } from '../../../ui/time-text.tsx'
import { isSameView, toView, useOwnViews, viewFault, type View } from './own-views.ts'
import { SaveViewDialog } from './save-view.tsx'

/** Questions that are asked again and again, each one click away; each has an address to keep, too. */
export function SavedViews({ filter }: { filter: AllRequestsFilter }) {
  const usual = usualViews(useNow())
  const own = useOwnViews()
  const [isNaming, setIsNaming] = useState(false)
  const row = useRef<HTMLElement>(null)
  const current = own.views.find(({ search }) => isSameView(search, filter))
  const hasButton = current !== undefined || !usual.some(({ search }) => isSameView(search, filter))
  const finish = () => {
    setIsNaming(false)
    // On a phone a new view stands behind the edge of the row.
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
      {/* One button, which keeps the focus: what it removes can be saved again. */}
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
          check={(name) => viewFault(name, own.views, usual)}
          onSave={(name) => own.save({ name, search: toView(filter) })}
          onClosed={finish}
        />
      )}
    </div>
  )
}

function ViewLink({ view: { name, search }, filter }: { view: View; filter: AllRequestsFilter }) {
  return (
    <Link
      to="/admin/all-activity"
      search={search}
      activeOptions={{ exact: true, includeSearch: true }}
      // Also while a request is open beside the list, or another page of it is shown.
      aria-current={isSameView(search, filter) ? 'page' : undefined}
      className="flex h-compact flex-none items-center rounded-full border border-line-strong px-3 text-sm font-semibold text-ink-2 no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-on-brand-soft"
    >
      {name}
    </Link>
  )
}

function usualViews(now: Date): View[] {
  const week = mondayOf(now)
  return [
    { name: t('Everything'), search: {} },
    { name: t('Waiting longest'), search: { status: 'pending', order: 'oldest' } },
    // The days are those of the requests, and not of what became of them.
    { name: t('Today’s, approved'), search: { status: 'approved', from: dayOf(now) } },
    { name: t('This week’s, rejected'), search: { status: 'rejected', from: week } },
    { name: t('This week’s withdrawals'), search: { kind: 'withdrawal', from: week } },
  ]
}

const dayMs = 86_400_000

/** In UTC, as the days of the filter are. */
function mondayOf(now: Date): string {
  return dayOf(new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * dayMs))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
