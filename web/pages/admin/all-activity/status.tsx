import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'

/** The status of a row. If the request has left the list meanwhile, its new status is unknown. */
export function ListedRequestStatus({ request, isGone }: { request: Request; isGone: boolean }) {
  if (isGone) return <span className="text-sm text-ink-2">{t('Has changed')}</span>
  return <RequestStatus status={request.status} isReversed={request.reversal !== null} />
}
