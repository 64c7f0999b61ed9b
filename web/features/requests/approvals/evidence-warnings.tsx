import { Link } from '@tanstack/react-router'
import { evidenceCountMax } from '../../../../contract/endpoints/request-review.ts'
import type { Evidence } from '../../../../contract/request-review.ts'
import { t, tc, tn } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { kinds } from '../kinds/kinds.ts'
import { statusDisplay } from '../request-display.ts'
import { evidenceOf } from './value-check.ts'

/** The evidence against a request, with links to the other requests. Changed prices are in the table of checks. */
export function EvidenceWarnings({ evidence }: { evidence: readonly Evidence[] }) {
  const address = evidenceOf(evidence, 'address_changed')
  return (
    <>
      {evidence
        .filter(({ requests }) => requests.length > 0)
        .map((one) => (
          <OtherRequests key={one.kind} evidence={one} />
        ))}
      {address && (
        <Notice tone="warn" title={t('The deposit address has changed since this request.')}>
          {richText('Then {before}, now {current}. Compare the slip with the earlier one.', {
            before: <Address text={address.before} />,
            current: <Address text={address.current} />,
          })}
        </Notice>
      )}
    </>
  )
}

function OtherRequests({ evidence: { kind, requests, count } }: { evidence: Evidence }) {
  return (
    <Notice tone="bad" title={kind === 'same_file' ? sameFileText(count) : sameHashText(count)}>
      <ul className="mt-1 grid gap-1">
        {requests.map((other) => (
          <li key={other.id}>
            {richText('{request}, {member} · {status} · {time}', {
              request: <OtherLink other={other} />,
              member: other.is_same_member ? t('the same member') : t('another member'),
              status: statusDisplay(other.status).label,
              time: <TimeText value={other.created_at} />,
            })}
          </li>
        ))}
      </ul>
      {count > requests.length && <p className="mt-1">{t('These are the newest of them.')}</p>}
    </Notice>
  )
}

function OtherLink({ other }: { other: Evidence['requests'][number] }) {
  return (
    <Link
      to={kinds[other.kind].approvalsPath}
      search={{ request: other.id, member: other.user_id }}
      className="font-semibold underline"
    >
      {t('{kind} of {name}', { kind: kinds[other.kind].name, name: other.full_name })}
    </Link>
  )
}

function sameFileText(count: number): string {
  return count >= evidenceCountMax
    ? t('The same file came with {count} or more other requests.', { count })
    : tn('The same file came with another request.', 'The same file came with {count} other requests.', count)
}

function sameHashText(count: number): string {
  return count >= evidenceCountMax
    ? t('The same transaction hash came with {count} or more other requests.', { count })
    : tn(
        'The same transaction hash came with another request.',
        'The same transaction hash came with {count} other requests.',
        count,
      )
}

function Address({ text }: { text: string | null }) {
  return text === null ? tc('address', 'none') : <span className="mono break-all">{text}</span>
}
