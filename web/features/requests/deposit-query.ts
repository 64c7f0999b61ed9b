import { getDepositInstructions } from '../../../contract/endpoints/settings.ts'
import { read } from '../../lib/read.ts'

export const depositInstructionsQuery = read(getDepositInstructions, ['settings'], {})
