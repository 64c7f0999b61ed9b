import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditEvent, AuditPerson } from '../../../../contract/audit.ts'
import { errors } from '../../../../contract/errors.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { AddressLink } from '../../../features/address-link.tsx'
import { auditEventQuery } from './audit-queries.ts'
import { actionText, actorText, fieldName, valueText } from '../../../features/requests/audit-texts.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** One event of the log in a sheet beside the list, which stays as it is. */
export function AuditDetail({ eventId }: { eventId: string }) {
  const navigate = useNavigate()
  // Replaces the history entry with the open event, so that Back does not open the event again.
  const close = () =>
    void navigate({
      from: '/admin/audit-log',
      search: (search) => ({ ...search, event: undefined }),
      resetScroll: false,
      replace: true,
    })
  return (
    <Sheet open onOpenChange={close} title={t('Entry')} className="w-full sm:w-[min(100%,480px)]">
      <div className="p-5">
        <Detail eventId={eventId} />
      </div>
    </Sheet>
  )
}

function Detail({ eventId }: { eventId: string }) {
  const read = useQuery(auditEventQuery(eventId))
  const event = read.data
  if (!event && read.error instanceof ApiError && [400, 404].includes(read.error.status)) {
    return <EmptyState icon={SearchX} title={errors.not_found.message} />
  }
  if (!event) return hasFailed(read) ? <ReadProblem reads={[read]} /> : <Skeleton className="h-64 w-full" />
  return (
    <div className="grid gap-5">
      <h2 className="text-lg font-semibold">{actionText(event)}</h2>
      <dl className="text-sm">
        <FactRow name={t('Who')}>{event.actor ? <Person person={event.actor} /> : actorText(event)}</FactRow>
        {event.subject && (
          <FactRow name={t('Whom')}>
            <Person person={event.subject} />
          </FactRow>
        )}
        <FactRow name={t('When')}>
          <TimeText value={event.created_at} relative />
        </FactRow>
        <FactRow name={t('Address')}>
          <Address address={event.ip_address} />
        </FactRow>
        {event.facts.map((fact) => (
          <FactRow key={fact.name} name={fieldName(fact.name)}>
            <Fact fact={fact} subject={event.subject} />
          </FactRow>
        ))}
      </dl>
      <Changes changes={event.changes} />
    </div>
  )
}

function Changes({ changes }: Pick<AuditEvent, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="grid gap-3">
      <h3 id="changes" className="font-semibold">
        {t('What changed')}
      </h3>
      <dl className="grid gap-3 text-sm">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-1">
            <dt className="text-ink-2">{fieldName(field)}</dt>
            <dd className="grid gap-px overflow-hidden rounded-2 border border-line">
              <Version label={t('Before')} className="bg-bad-soft text-bad">
                {before && valueText(field, before)}
              </Version>
              <Version label={t('After')} className="bg-ok-soft text-ok">
                {after && valueText(field, after)}
              </Version>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Version({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <p className={`flex gap-3 px-3 py-1.5 ${className}`}>
      <span className="min-w-16 flex-none">{label}</span>
      <span className="min-w-0 flex-1 font-semibold wrap-anywhere whitespace-pre-wrap">
        {children ?? tc('value of a field', 'None')}
      </span>
    </p>
  )
}

function Address({ address }: { address: string | null }) {
  if (address === null) return t('Unknown')
  return (
    <span className="block text-end">
      <span className="mono block wrap-anywhere">{address}</span>
      <AddressLink address={address} label={t('All from this address')} className="link" />
    </span>
  )
}

interface FactProps {
  fact: AuditEvent['facts'][number]
  subject: AuditPerson | null
}

function Fact({ fact: { name, value }, subject }: FactProps) {
  if (name === 'requestId' && subject) {
    return (
      <Link to="/admin/all-activity" search={{ request: value, member: subject.id }} className="link">
        {t('Open the request')}
      </Link>
    )
  }
  const isId = /^[\da-f]{8}-[\da-f-]{27}$/.test(value)
  return (
    <span className={`wrap-anywhere whitespace-pre-wrap ${isId ? 'mono text-xs' : ''}`}>{valueText(name, value)}</span>
  )
}

function Person({ person: { id, full_name: name, member_id: memberId, email } }: { person: AuditPerson }) {
  return (
    <span className="block text-end">
      <Link to="/admin/users/$userId" params={{ userId: id }} className="link">
        <PersonName>{name}</PersonName>
      </Link>
      <span className="block font-normal wrap-anywhere text-ink-2">
        {memberId && <span className="mono">{memberId} · </span>}
        {email}
      </span>
    </span>
  )
}
