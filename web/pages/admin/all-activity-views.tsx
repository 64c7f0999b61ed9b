import { Link } from '@tanstack/react-router'
import type { AllRequestsFilter } from '../../lib/queries.ts'

/** Questions that are asked again and again, each one click away; each has an address to keep, too. */
export function SavedViews({ filter }: { filter: AllRequestsFilter }) {
  return (
    <nav aria-label="Saved views" className="scroll-row -mx-4 flex gap-2 px-4 py-1">
      {savedViews(new Date()).map(({ name, search }) => (
        <Link
          key={name}
          to="/admin/all-activity"
          search={search}
          aria-current={isSame(filter, search) ? 'page' : undefined}
          className="flex h-compact flex-none items-center rounded-full border border-line-strong px-3 text-sm font-semibold text-ink-2 no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:bg-brand-soft aria-[current=page]:text-on-brand-soft"
          activeProps={{}}
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
    { name: 'Everything', search: {} },
    { name: 'Waiting longest', search: { status: 'pending', order: 'oldest' } },
    { name: 'Approved today', search: { status: 'approved', from: dayOf(now) } },
    { name: 'Rejected this week', search: { status: 'rejected', from: week } },
    { name: 'Withdrawals this week', search: { kind: 'withdrawal', from: week } },
  ]
}

function isSame(filter: AllRequestsFilter, search: AllRequestsFilter): boolean {
  const names = [...new Set([...Object.keys(filter), ...Object.keys(search)])] as (keyof AllRequestsFilter)[]
  return names.every((name) => filter[name] === search[name])
}

const dayMs = 86_400_000

/** In UTC, as the days of the filter are. */
function mondayOf(now: Date): string {
  return dayOf(new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * dayMs))
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
