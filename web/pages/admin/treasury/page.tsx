import { useQuery } from '@tanstack/react-query'
import { exportTreasury } from '../../../../contract/endpoints/treasury.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import type { Treasury } from '../../../../contract/treasury.ts'
import { ExportButton } from '../../../features/data-list/export-button.tsx'
import { treasuryQuery } from '../../../features/treasury/treasury-query.ts'
import { download } from '../../../lib/api.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Balances } from './balances.tsx'
import { Comparison } from './comparison.tsx'
import { PaidOut } from './paid-out.tsx'
import { Received } from './received.tsx'
import { VerificationCard } from './verification.tsx'

export const lead = t('The USDT that came, left and is there, against what the requests say.')

/** The money outside the ledger: what the chain shows, what the requests say, and each difference by its name. */
export function TreasuryPage() {
  const read = useQuery(treasuryQuery)
  return (
    <div className="grid gap-4">
      <PageTitle
        lead={lead}
        aside={
          <ExportButton
            endpoint={exportTreasury}
            fallbackName="et-treasury.csv"
            load={(options) => download(exportTreasury, {}, options)}
          />
        }
      >
        {pageTitles['/admin/treasury']}
      </PageTitle>
      <ReadProblem reads={[read]} />
      {!read.data && !read.isError && (
        <div role="status" aria-label={t('Loading')}>
          <Skeleton className="h-96 w-full rounded-3" />
        </div>
      )}
      {read.data && <Figures treasury={read.data} />}
      <VerificationCard />
    </div>
  )
}

function Figures({ treasury }: { treasury: Treasury }) {
  return (
    <>
      {!treasury.has_provider && (
        <Notice tone="warn" title={t('Not checked on chain.')}>
          {t(
            'No provider of the network is set. The requests are shown as they are recorded; figures of the chain are those of earlier, if there are any.',
          )}
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Comparison treasury={treasury} />
        <div className="grid gap-4">
          <Balances treasury={treasury} />
          <Received treasury={treasury} />
          <PaidOut treasury={treasury} />
        </div>
      </div>
    </>
  )
}
