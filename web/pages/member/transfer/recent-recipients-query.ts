import { listRecentRecipients } from '../../../../contract/endpoints/recent-recipients.ts'
import { read } from '../../../lib/query-of.ts'

export const recentRecipientsQuery = read(listRecentRecipients, ['requests'], {}, { staleTime: 60_000 })
