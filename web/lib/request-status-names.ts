import type { RequestStatus } from '../../contract/requests.ts'
import { t } from '../../contract/translate.ts'

/** The names of the statuses of a request. */
export const requestStatusNames: Record<RequestStatus, string> = {
  pending: t('Pending'),
  approved: t('Approved'),
  rejected: t('Rejected'),
  cancelled: t('Cancelled'),
  expired: t('Expired'),
}
