import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getStatement, getStatementSums } from '../../../../contract/endpoints/statement.ts'
import { call } from '../../../lib/api.ts'
import { queryOf, withoutUndefined } from '../../../lib/query-of.ts'
import { daysOf, type PeriodName } from './period.ts'

/** Reads a member's statement of a period, newest first, page by page. */
export function statementQuery(period: PeriodName | undefined) {
  return infiniteQueryOptions({
    queryKey: [getStatement.id, period],
    queryFn: ({ pageParam, signal }) =>
      call(getStatement, { query: withoutUndefined({ ...daysOf(period), cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics: ['wallet'], isPublic: false },
  })
}

/** Reads the sums of a period by type. */
export function sumsQuery(period: PeriodName | undefined) {
  const query = daysOf(period)
  return queryOptions({ ...queryOf(getStatementSums, ['wallet'], { query }), placeholderData: keepPreviousData })
}
