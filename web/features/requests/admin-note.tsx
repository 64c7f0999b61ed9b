import type { Request } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { TimeText } from '../../ui/time-text.tsx'

/** An administrator's note about a request, with the name and the time. */
export function AdminNote({ request }: { request: Request }) {
  const { admin_notes, decided_by_name, decided_at } = request
  if (!admin_notes) return null
  const name = decided_by_name ?? t('An administrator')
  return (
    <figure className="border-s-3 border-brass ps-4">
      <blockquote className="break-words whitespace-pre-line">
        <bdi>{admin_notes}</bdi>
      </blockquote>
      <figcaption className="mt-1 text-sm text-ink-3">
        {decided_at ? richText('{name}, {time}', { name, time: <TimeText value={decided_at} /> }) : name}
      </figcaption>
    </figure>
  )
}
