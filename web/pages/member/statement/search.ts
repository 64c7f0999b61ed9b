import { createSearchReader } from '../../../lib/search.ts'
import { periodOf, type PeriodName } from './period.ts'

export interface StatementSearch {
  period?: PeriodName | undefined
}

export const statementSearch = createSearchReader<StatementSearch>({ period: periodOf })
