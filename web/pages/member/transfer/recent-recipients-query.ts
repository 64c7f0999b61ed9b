import { listRecentRecipients } from '../../../../contract/endpoints/recent-recipients.ts'
import { queryOf } from '../../../lib/query-of.ts'

export const recentRecipientsQuery = queryOf(listRecentRecipients, ['requests'], {}, { staleTime: 60_000 })
