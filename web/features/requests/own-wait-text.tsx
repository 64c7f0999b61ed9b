import { useQuery } from '@tanstack/react-query'
import type { OwnWait } from '../../../contract/decision-times.ts'
import { earlierMax, listOwnWaits } from '../../../contract/endpoints/decision-times.ts'
import { t } from '../../../contract/translate.ts'
import { queryOf } from '../../lib/query-of.ts'
import { richText } from '../../lib/rich-text.ts'
import { formatSpan } from '../../ui/format-time.ts'
import { hasFailed } from '../../ui/has-failed.ts'
import { TimeText } from '../../ui/time-text.tsx'

// Decisions about the requests of others move a place, and are no event for this member.
const lookMs = 60_000
const ownWaitsQuery = queryOf(listOwnWaits, ['requests', 'profile', 'session'], {}, { refetchInterval: lookMs })

/** The place of an own pending request in its queue, and how long decisions took lately. */
export function OwnWaitText({ requestId }: { requestId: string }) {
  const read = useQuery(ownWaitsQuery)
  if (hasFailed(read))
    return <p className="text-sm text-ink-3">{t('Its place in line is not available at the moment.')}</p>
  const wait = read.data?.items.find((one) => one.request_id === requestId)
  if (!wait) return null
  return (
    <div className="grid gap-0.5 text-sm text-ink-2">
      <p className="font-semibold">{placeText(wait.earlier)}</p>
      {wait.held_until && (
        <p>
          {richText('It is held, and can be approved from {time} on.', { time: <TimeText value={wait.held_until} /> })}
        </p>
      )}
      {wait.second_check && <p>{secondCheckTexts[wait.second_check]}</p>}
      <p>{usualText(wait.usual)}</p>
    </div>
  )
}

const secondCheckTexts: Record<NonNullable<OwnWait['second_check']>, string> = {
  administrator: t('An administrator has approved it. A second administrator checks it now.'),
  time: t('An administrator has approved it, and has to confirm it after a waiting time.'),
}

function placeText(earlier: number): string {
  if (earlier === 0) return t('Next in line')
  if (earlier < earlierMax) return t('Number {place} in line', { place: earlier + 1 })
  return t('Behind {count} or more in line', { count: earlier })
}

function usualText(usual: OwnWait['usual']): string {
  if (!usual) return t('Too few such requests were decided in the last 30 days to say how long it takes.')
  const [half, most] = [formatSpan(usual.half_seconds), formatSpan(usual.most_seconds)]
  return t('In the last 30 days, half of such requests were decided within {half}, nine in ten within {most}.', {
    half,
    most,
  })
}
