import { Link } from '@tanstack/react-router'
import { t } from '../../../contract/translate.ts'
import type { AllRequestsFilter } from '../../lib/admin-queries.ts'
import { useNow } from '../../ui/time-text.tsx'

/** Questions that are asked again and again, each one click away; each has an address to keep, too. */
export function SavedViews() {
  const now = useNow()
  return (
    <nav aria-label={t('Saved views')} className="scroll-row -mx-4 flex gap-2 px-4 py-1">
      {savedViews(now).map(({ name, search }) => (
        <Link
          key={name}
          to="/admin/all-activity"
          search={search}
          activeOptions={{ exact: true, includeSearch: true }}
          className="flex h-compact flex-none items-center rounded-full border border-line-strong px-3 text-sm font-semibold text-ink-2 no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-on-brand-soft"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function savedViews(now: Date): { name: string; search: AllRequestsFilter }[] {
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
