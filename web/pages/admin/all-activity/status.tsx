import type { RequestStatus as Status } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { RequestStatus } from '../../../features/requests/request-status.tsx'

/** The status of a row. If the request has left the list meanwhile, its new status is unknown. */
export function ListedRequestStatus({ status, isGone }: { status: Status; isGone: boolean }) {
  if (isGone) return <span className="text-sm text-ink-2">{t('Has changed')}</span>
  return <RequestStatus status={status} />
}
