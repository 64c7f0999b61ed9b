import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestKinds } from '../../../../contract/endpoints/requests.ts'
import type { Request } from '../../../../contract/requests.ts'
import { emptyTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { RateBar } from './rate-bar.tsx'
import type { ApprovalsPath } from '../../../features/requests/kinds/kind-display.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { LatestTransactionsTable } from '../../../features/transactions/transaction-table.tsx'
import { adminDashboardQuery } from './dashboard-queries.ts'
import { requestCountsQuery } from '../../../features/requests/request-counts-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useSession } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FoldCard } from '../../../ui/fold-card.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { tableScreen, useMedia } from '../../../ui/use-media.ts'
import { BackupNotice } from './backup-notice.tsx'
import { PendingCounters } from './counters.tsx'
import { PlatformHistoryCard } from './history.tsx'
import { SetupCard } from './setup.tsx'
import { StartButton } from './start-button.tsx'
import { PlatformStats } from './stats.tsx'
import { TreasuryCard } from './treasury.tsx'
import { BooksNotice } from './verification.tsx'
import { PendingList } from './pending.tsx'

export const lead = t('What waits for a decision, and where the platform stands.')

export function AdminDashboardPage() {
  const { profile } = useSession()
  const dashboard = useQuery(adminDashboardQuery)
  const counts = useQuery(requestCountsQuery)
  const isMissing = hasFailed(dashboard)

  // A phone shows the waiting requests first, and folds the rest.
  const hasRoom = useMedia(tableScreen)
  const counters = <PendingCounters counts={counts.data} hasFailed={hasFailed(counts)} />

  return (
    <div className="grid gap-3 md:gap-5">
      <PageTitle lead={lead} aside={<StartButton counts={counts.data} />}>
        {welcome(profile?.full_name ?? '')}
      </PageTitle>
      <ReadProblem reads={[dashboard, counts]} />
      <BooksNotice />
      <BackupNotice />
      <SetupCard />
      {!hasRoom && counters}
      <RateBar />
      {hasRoom && counters}
      <div className="grid items-start gap-3 md:gap-5 lg:grid-cols-2 xl:grid-cols-3">
        {requestKinds.map((kind) => (
          <PendingCard
            key={kind}
            title={kinds[kind].listName}
            requests={dashboard.data?.[`${kind}_requests`]}
            hasFailed={isMissing}
            to={kinds[kind].approvalsPath}
          />
        ))}
      </div>
      <PlatformStats
        stats={dashboard.data?.stats}
        memberCount={dashboard.data?.member_count}
        closedCount={dashboard.data?.closed_count}
        hasFailed={isMissing}
      />
      <TreasuryCard />
      <PlatformHistoryCard />
      <FoldCard
        padded={false}
        title={t('Latest transactions')}
        aside={<AllLink to="/admin/coins-ledger">{t('Coins ledger')}</AllLink>}
      >
        {!dashboard.data && !isMissing && <Skeleton className="m-5 h-72" />}
        {dashboard.data?.transactions.length === 0 && <EmptyState title={emptyTexts.noTransactions} />}
        {dashboard.data && dashboard.data.transactions.length > 0 && (
          <LatestTransactionsTable entries={dashboard.data.transactions} />
        )}
      </FoldCard>
    </div>
  )
}

/** Returns the heading, with the administrator's name. */
export function welcome(name: ReactNode): ReactNode {
  return richText('Welcome back, {name}', { name })
}

interface PendingCardProps {
  title: string
  requests: readonly Request[] | undefined
  hasFailed: boolean
  to: ApprovalsPath
}

function PendingCard({ title, to, ...list }: PendingCardProps) {
  return (
    <FoldCard
      padded={false}
      title={title}
      aside={<AllLink to={to}>{t('View All')}</AllLink>}
      className="overflow-hidden"
    >
      <PendingList {...list} to={to} />
    </FoldCard>
  )
}

function AllLink({ to, children }: { to: ApprovalsPath | '/admin/coins-ledger'; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-6 items-center text-sm font-semibold">
      {children}
    </Link>
  )
}
