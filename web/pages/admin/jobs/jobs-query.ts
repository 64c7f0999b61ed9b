import { getBackgroundWork } from '../../../../contract/endpoints/jobs.ts'
import { queryOf } from '../../../lib/query-of.ts'

const lookMs = 5_000

/** The jobs run all the time, so no event tells of their runs. The page looks again by itself. */
export const backgroundWorkQuery = queryOf(getBackgroundWork, [], {}, { refetchInterval: lookMs })
