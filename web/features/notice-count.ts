import { useQuery } from '@tanstack/react-query'
import { countNotices } from '../../contract/endpoints/notices.ts'
import { queryOf } from '../lib/query-of.ts'

export const noticeCountQuery = queryOf(countNotices, ['notices'], {})

/** Reads how many notices the member has not read. Only members have notices. */
export function useNoticeCount() {
  return useQuery(noticeCountQuery)
}
