import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'
import { userSessionsQuery } from './user-details-queries.ts'
import { deviceName, isPhone } from '../../../lib/device-name.ts'
import { richText } from '../../../lib/rich-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The sessions of an account, the last used first. */
export function UserSessions({ userId }: { userId: string }) {
  const read = useQuery(userSessionsQuery(userId))
  const sessions = read.data?.items
  return (
    <>
      <ReadProblem reads={[read]} className="m-5" />
      {read.isPending && <RowSkeletons />}
      {sessions?.length === 0 && <EmptyState title={t('Nobody is signed in to this account.')} />}
      {sessions && sessions.length > 0 && (
        <ul aria-label={t('Sessions')} className="grid divide-y divide-line px-5 py-2">
          {sessions.map((session) => {
            const Icon = isPhone(session.user_agent) ? Smartphone : Monitor
            return (
              <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <Icon aria-hidden="true" size={20} className="text-ink-3" />
                <div className="min-w-0">
                  <p className="font-semibold" title={session.user_agent}>
                    {deviceName(session.user_agent)}
                  </p>
                  <p className="text-sm text-ink-2">
                    {richText('{address} · signed in {time} · last used {lastUse}', {
                      address: <span className="mono">{session.ip_address}</span>,
                      time: <TimeText value={session.created_at} />,
                      lastUse: <TimeText value={session.last_active_at} relative />,
                    })}
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
