import { getTreasury } from '../../../contract/endpoints/treasury.ts'
import { queryOf } from '../../lib/query-of.ts'

export const treasuryQuery = queryOf(getTreasury, ['requests', 'settings'], {})
