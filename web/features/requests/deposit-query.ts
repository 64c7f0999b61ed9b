import { getDepositInstructions } from '../../../contract/endpoints/settings.ts'
import { queryOf } from '../../lib/query-of.ts'

export const depositInstructionsQuery = queryOf(getDepositInstructions, ['settings'], {})
