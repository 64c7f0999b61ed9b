import { useQuery } from '@tanstack/react-query'
import { getRequestOrigins } from '../../../../contract/endpoints/request-review.ts'
import type { CallOrigin } from '../../../../contract/request-review.ts'
import { t } from '../../../../contract/translate.ts'
import { AddressLink } from '../../../features/address-link.tsx'
import { deviceName } from '../../../lib/device-name.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { hasFailed } from '../../../ui/has-failed.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

const callNames: Record<CallOrigin['call'], string> = {
  submit: t('Submitted'),
  cancel: t('Cancelled'),
  approve: t('Approved'),
  reject: t('Rejected'),
  reverse: t('Reversed'),
}

/** The calls about a request with the person, the address and the browser of each. */
export function Origins({ userId, requestId }: { userId: string; requestId: string }) {
  const read = useQuery(queryOf(getRequestOrigins, ['requests'], { params: { userId, requestId } }))
  if (!read.data) return hasFailed(read) ? <ReadProblem reads={[read]} /> : null
  return (
    <section aria-labelledby="origins" className="grid gap-2">
      <h3 id="origins" className="font-semibold">
        {t('Where the calls came from')}
      </h3>
      {read.data.items.length === 0 && <p className="text-sm text-ink-2">{t('Not on record.')}</p>}
      <ul className="grid gap-2 text-sm">
        {read.data.items.map((origin) => (
          <Origin key={`${origin.call} ${origin.created_at}`} origin={origin} />
        ))}
      </ul>
    </section>
  )
}

function Origin({ origin }: { origin: CallOrigin }) {
  const {
    call,
    caller_name: name,
    ip_address: address,
    user_agent: agent,
    session_id: session,
    created_at: at,
  } = origin
  return (
    <li className="grid gap-0.5 rounded-2 border border-line px-3 py-2">
      <p>
        <span className="font-semibold">{callNames[call]}</span> · <PersonName>{name}</PersonName> ·{' '}
        <TimeText value={at} />
      </p>
      <p className="wrap-anywhere text-ink-2">
        {address === null ? t('Unknown') : <span className="mono">{address}</span>} · {deviceName(agent ?? '')}
      </p>
      <p className="text-ink-3">
        {t('Session')} <span className="mono wrap-anywhere">{session}</span>
      </p>
      {address !== null && <AddressLink address={address} label={t('All from this address')} className="link" />}
    </li>
  )
}
