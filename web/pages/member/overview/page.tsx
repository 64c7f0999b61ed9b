import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, type ReactNode } from 'react'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { OpenRequests } from './open-requests.tsx'
import { FailedPurchase } from './failed-purchase.tsx'
import { BalanceHistoryCard } from './balance-history.tsx'
import { OwnTransactionTable } from '../../../features/transactions/transaction-table.tsx'
import { globalStatsQuery } from '../../../lib/public-queries.ts'
import { userDashboardQuery } from './overview-queries.ts'
import { DebtNotice } from '../../../features/spending/debt-notice.tsx'
import { userStatsQuery } from '../../../features/spending/user-stats-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { RowSkeletons } from '../../../ui/skeleton.tsx'
import { BalanceCard } from './balance.tsx'
import { FirstSteps } from './first-steps.tsx'

export function OverviewPage() {
  const { profile, package: ownPackage } = useSession()
  const stats = useQuery(userStatsQuery)
  const dashboard = useQuery(userDashboardQuery)
  const platform = useQuery(globalStatsQuery)
  // The lists are rendered after the figures, which stand above them.
  const lists = useDeferredValue(dashboard.data)
  if (!profile) return null

  const open = lists?.open_requests
  const transactions = lists?.transactions
  // Before the first purchase most members have no balance, so the page keeps no room for its chart.
  const hasHistory = profile.first_purchase_done || (transactions?.length ?? 0) > 0
  const rejected = profile.first_purchase_done || !lists ? null : failedPurchase(lists)
  const isNew = transactions?.length === 0 && open?.items.length === 0 && !profile.first_purchase_done

  return (
    <div className="grid gap-5">
      <Welcome fullName={profile.full_name} memberId={profile.member_id} packageName={ownPackage?.package_name} />
      <ReadProblem reads={[stats, dashboard]} />
      <DebtNotice />
      <div className="grid gap-5 lg:grid-cols-[1.45fr_1fr]">
        <BalanceCard
          stats={stats.data}
          hasFailed={stats.isError}
          rate={platform.data?.et_rate}
          seed={profile.member_id ?? profile.id}
        />
        <div className="grid gap-5">
          {rejected && <FailedPurchase request={rejected} />}
          {isNew && !rejected && <FirstSteps />}
          {!isNew && (
            <OpenRequests
              requests={open?.items}
              hasMore={open !== undefined && open.next_cursor !== null}
              hasFailed={dashboard.isError}
            />
          )}
        </div>
      </div>
      <div className={hasHistory ? 'grid gap-5 lg:grid-cols-[1.45fr_1fr]' : 'grid gap-5'}>
        <LatestActivity transactions={transactions} hasFailed={dashboard.isError} />
        {hasHistory && <BalanceHistoryCard />}
      </div>
    </div>
  )
}

type Dashboard = NonNullable<Awaited<ReturnType<NonNullable<typeof userDashboardQuery.queryFn>>>>

/** Returns the purchase that failed last, unless another one is pending. */
function failedPurchase({ failed_buy, buy_requests, open_requests }: Dashboard) {
  const buys = [...buy_requests, ...open_requests.items].filter(({ kind }) => kind === 'buy')
  return buys.some(({ status }) => status === 'pending') ? null : failed_buy
}

/** Returns the heading, with the person's name. */
export function welcome(name: ReactNode): ReactNode {
  return richText('Welcome, {name}', { name })
}

interface WelcomeProps {
  fullName: string
  memberId: string | null
  packageName: string | undefined
}

function Welcome({ fullName, memberId, packageName }: WelcomeProps) {
  return (
    <PageTitle
      lead={
        <>
          {richText('Member {id}', { id: <span className="mono">{memberId}</span> })}
          {packageName && ` · ${t('{name} package', { name: packageName })}`}
        </>
      }
    >
      {welcome(fullName)}
    </PageTitle>
  )
}

interface LatestActivityProps {
  /** Undefined until the transactions have been read. */
  transactions: Dashboard['transactions'] | undefined
  hasFailed: boolean
}

function LatestActivity({ transactions, hasFailed }: LatestActivityProps) {
  return (
    <Card
      padded={false}
      title={t('Latest activity')}
      aside={
        <Link to="/dashboard/activity" className="link text-sm font-semibold">
          {t('All requests')}
        </Link>
      }
      className="overflow-hidden"
    >
      {!transactions && (hasFailed ? <EmptyState title={t('Not available at the moment.')} /> : <RowSkeletons />)}
      {transactions?.length === 0 && (
        <EmptyState title={emptyTexts.noTransactions}>{t('Coins that come in or go out are listed here.')}</EmptyState>
      )}
      {transactions && transactions.length > 0 && <OwnTransactionTable transactions={transactions} />}
    </Card>
  )
}
