import { getDepositInstructions } from '../../../contract/settings.ts'
import { read } from '../../lib/read.ts'

export const depositInstructionsQuery = read(getDepositInstructions, ['settings'], {})
