import type { RequestStatus } from '../../contract/requests.ts'
import { t } from '../../contract/translate.ts'

/** The status of a request, as people read it. */
export const requestStatusNames: Record<RequestStatus, string> = {
  pending: t('Pending'),
  approved: t('Approved'),
  rejected: t('Rejected'),
  cancelled: t('Cancelled'),
}
