import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getStatement } from '../../../../contract/endpoints/statement.ts'
import { call } from '../../../lib/api.ts'
import { withoutUndefined } from '../../../lib/query-of.ts'
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
