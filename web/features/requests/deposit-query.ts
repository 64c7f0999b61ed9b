import { getDepositInstructions } from '../../../contract/endpoints/settings.ts'
import { read } from '../../lib/query-of.ts'

export const depositInstructionsQuery = read(getDepositInstructions, ['settings'], {})
