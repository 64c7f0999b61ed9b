import { Link } from '@tanstack/react-router'
import type { AuditEvent } from '../../../../contract/audit.ts'
import { t } from '../../../../contract/translate.ts'
import { actionText, actorText, summariseChanges } from '../../../features/requests/audit-texts.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The log as cards, for screens without room for a table. */
export function AuditCards({ events }: { events: readonly AuditEvent[] }) {
  return (
    <ul aria-label={t('Audit log')}>
      {events.map((event) => (
        <li key={event.id} className="border-b border-line last:border-b-0">
          <Link
            to="."
            search={(search) => ({ ...search, event: event.id })}
            resetScroll={false}
            className="grid gap-0.5 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2"
          >
            <span className="font-semibold">{actionText(event)}</span>
            <span className="text-sm text-ink-2">
              {actorText(event)}
              {event.subject && event.subject.id !== event.actor?.id && (
                <>
                  {' → '}
                  <PersonName>{event.subject.full_name}</PersonName>
                </>
              )}
            </span>
            <span className="truncate text-sm text-ink-3">{summariseChanges(event)}</span>
            <span className="text-sm text-ink-3">
              <TimeText value={event.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
