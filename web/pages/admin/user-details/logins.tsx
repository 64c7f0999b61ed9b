import { useInfiniteQuery } from '@tanstack/react-query'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { AddressLink } from '../../../features/address-link.tsx'
import { LoginStatus } from './login-status.tsx'
import { deviceName } from '../../../lib/device-name.ts'
import { loginHistoryQuery } from '../../../features/users/login-history-query.ts'
import { useLoadMore } from '../../../lib/use-load-more.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The attempts to sign in to an account, newest first. */
export function UserLogins({ userId }: { userId: string }) {
  const list = useInfiniteQuery(loginHistoryQuery(userId))
  const more = useLoadMore(list)
  const attempts = list.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <ReadProblem reads={[list]} className="m-5" />
      {list.isPending && <RowSkeletons />}
      {attempts?.length === 0 && <EmptyState title={emptyTexts.noLoginHistory} />}
      {attempts && attempts.length > 0 && (
        <Table label={t('Login history')}>
          <thead>
            <tr>
              <HeaderCell>{t('Status')}</HeaderCell>
              <HeaderCell>{t('IP address')}</HeaderCell>
              <HeaderCell>{t('Time')}</HeaderCell>
              <HeaderCell>{t('Browser')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.id}>
                <Cell>
                  <LoginStatus status={attempt.status} />
                </Cell>
                <Cell className="mono">
                  <AddressLink address={attempt.ip_address} />
                </Cell>
                <Cell className="whitespace-nowrap">
                  <TimeText value={attempt.created_at} />
                </Cell>
                <Cell className="whitespace-nowrap text-ink-3" title={attempt.user_agent}>
                  {deviceName(attempt.user_agent)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <LoadMore more={more} className="border-t border-line p-4" />
    </>
  )
}
