import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '../../../../contract/money.ts'
import type { WithdrawalRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { managedPackagesQuery } from '../../../features/packages/managed-packages-query.ts'
import { userQuery } from '../../../lib/user-queries.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'

/** The worth of the coins, and the rules for withdrawals of the member's package. */
export function WithdrawalTerms({ request }: { request: WithdrawalRequest }) {
  const user = useQuery(userQuery(request.user_id))
  const packages = useQuery(managedPackagesQuery)
  const own = packages.data?.items.find(({ id }) => id === user.data?.profile.package_id)
  return (
    <>
      <ReadProblem reads={[user, packages]} />
      <dl className="grid text-sm">
        <FactRow name={t('Worth')}>{formatUsd(request.amount_usd)}</FactRow>
        {own && (
          <>
            <FactRow name={t('Withdrawal time with {package}', { package: own.package_name })}>
              <bdi>{own.withdrawal_time}</bdi>
            </FactRow>
            {own.withdrawal_rules && (
              <FactRow name={t('Withdrawal rules')}>
                <bdi>{own.withdrawal_rules}</bdi>
              </FactRow>
            )}
          </>
        )}
      </dl>
    </>
  )
}
