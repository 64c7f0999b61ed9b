import { TriangleAlert } from 'lucide-react'
import { overdueMax } from '../../../contract/endpoints/decision-times.ts'
import { formatCount } from '../../../contract/money.ts'
import { t, tn } from '../../../contract/translate.ts'

/** The number of overdue requests; nothing without any. */
export function OverdueCountText({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="flex items-center gap-1 text-sm font-semibold text-bad">
      <TriangleAlert aria-hidden="true" size={14} />
      {count < overdueMax
        ? tn('{count} overdue', '{count} overdue', count)
        : t('{count} or more overdue', { count: formatCount(count) })}
    </span>
  )
}
