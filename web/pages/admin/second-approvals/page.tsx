import { listProposedChanges } from '../../../../contract/endpoints/proposed-changes.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { useMay } from '../../../lib/use-may.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { WaitingChanges } from './waiting-changes.tsx'
import { WaitingRequests } from './waiting-requests.tsx'

export const lead = t('Requests of great worth, and changes of the rules, that take two people.')

/** The desk for everything that one person has approved and that waits for another. */
export function SecondApprovalsPage() {
  const may = useMay()
  return (
    <div className="grid gap-4">
      <PageTitle lead={lead}>{pageTitles['/admin/second-approvals']}</PageTitle>
      <WaitingRequests />
      {may(listProposedChanges) && <WaitingChanges />}
    </div>
  )
}
