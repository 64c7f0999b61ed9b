import { Link } from '@tanstack/react-router'
import type { AuditEvent, AuditPerson } from '../../../../contract/audit.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { AddressLink } from '../../../features/address-link.tsx'
import { actionText, actorText, summariseChanges } from '../../../features/requests/audit-texts.ts'
import { useDensity } from '../../../features/data-list/use-density.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  const { density } = useDensity()
  return (
    <Table label={t('Audit log')} density={density} pinned>
      <thead>
        <tr>
          <HeaderCell>{t('When')}</HeaderCell>
          <HeaderCell>{t('Who')}</HeaderCell>
          <HeaderCell>{t('What')}</HeaderCell>
          <HeaderCell>{t('Whom')}</HeaderCell>
          <HeaderCell>{tc('what an entry is about', 'About')}</HeaderCell>
          <HeaderCell className="max-xl:hidden">{t('Address')}</HeaderCell>
          <HeaderCell className="end-0">
            <span className="sr-only">{t('Details')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ event }: { event: AuditEvent }) {
  const gist = summariseChanges(event)
  return (
    <tr>
      <Cell className="whitespace-nowrap text-ink-3">
        <TimeText value={event.created_at} />
      </Cell>
      <Cell className="whitespace-nowrap">{event.actor ? <PersonLink person={event.actor} /> : actorText(event)}</Cell>
      <Cell className="min-w-44">{actionText(event)}</Cell>
      <Cell className="whitespace-nowrap">{event.subject && <PersonLink person={event.subject} />}</Cell>
      <Cell className="max-w-72 truncate text-ink-2" title={gist}>
        {gist}
      </Cell>
      <Cell className="mono whitespace-nowrap text-ink-3 max-xl:hidden">
        {event.ip_address !== null && <AddressLink address={event.ip_address} />}
      </Cell>
      {/* This cell stays in reach however far the row is scrolled. */}
      <Cell className="sticky end-0 bg-surface text-end">
        <Link
          to="."
          search={(search) => ({ ...search, event: event.id })}
          resetScroll={false}
          aria-label={t('Open: {who}, {what}', { who: actorText(event), what: actionText(event) })}
          className="link inline-flex min-h-6 items-center font-semibold"
        >
          {tc('link', 'Open')}
        </Link>
      </Cell>
    </tr>
  )
}

function PersonLink({ person }: { person: AuditPerson }) {
  return (
    <Link
      to="/admin/users/$userId"
      params={{ userId: person.id }}
      title={person.email}
      className="link-quiet font-semibold text-ink"
    >
      <PersonName>{person.full_name}</PersonName>
    </Link>
  )
}
