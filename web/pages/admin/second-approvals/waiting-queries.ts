import { listProposedChanges } from '../../../../contract/endpoints/proposed-changes.ts'
import { listWaitingRequests } from '../../../../contract/endpoints/second-approvals.ts'
import { t } from '../../../../contract/translate.ts'
import { queryOf } from '../../../lib/query-of.ts'

export const waitingRequestsQuery = queryOf(listWaitingRequests, ['requests', 'profile', 'settings'], {})

export const proposedChangesQuery = queryOf(
  listProposedChanges,
  ['changes', 'wallet', 'profile', 'packages', 'settings'],
  {},
)

export const firstHundred = t('These are the first hundred. More show as they are decided.')
