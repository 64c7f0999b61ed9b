import { Link } from '@tanstack/react-router'
import { evidenceCountMax, type Evidence } from '../../../../contract/request-review.ts'
import type { RequestKind } from '../../../../contract/requests.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { kindNames, statusLook } from '../request-look.ts'
import { evidenceOf } from './request-checks.ts'

/** What speaks against a request, each with the way to the other requests. Changed prices are in the table of checks. */
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
        <Notice tone="warn" title="The deposit address has changed since this request.">
          Then <Address text={address.before} />, now <Address text={address.current} />. Compare the slip with the
          earlier one.
        </Notice>
      )}
    </>
  )
}

function OtherRequests({ evidence: { kind, requests, count } }: { evidence: Evidence }) {
  const others =
    count === 1 ? 'another request' : `${count >= evidenceCountMax ? `${count} or more` : count} other requests`
  const what = kind === 'same_file' ? 'The same file' : 'The same transaction hash'
  return (
    <Notice tone="bad" title={`${what} came with ${others}.`}>
      <ul className="mt-1 grid gap-1">
        {requests.map((other) => (
          <li key={other.id}>
            <Link
              to={deskPaths[other.kind]}
              search={{ request: other.id, member: other.user_id }}
              className="font-semibold underline"
            >
              {kindNames[other.kind]} of {other.full_name}
            </Link>
            , {other.is_same_member ? 'the same member' : 'another member'} · {statusLook(other.status).label} ·{' '}
            <TimeText value={other.created_at} />
          </li>
        ))}
      </ul>
      {count > requests.length && <p className="mt-1">These are the newest of them.</p>}
    </Notice>
  )
}

/** Where a request of each kind is looked at, whether it waits or not. */
export const deskPaths = {
  buy: '/admin/deposit-approvals',
  withdrawal: '/admin/withdrawal-approvals',
  transfer: '/admin/transfer-approvals',
} as const satisfies Record<RequestKind, string>

function Address({ text }: { text: string | null }) {
  return text === null ? 'none' : <span className="mono break-all">{text}</span>
}
