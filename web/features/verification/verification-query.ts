import { getVerification } from '../../../contract/endpoints/verification.ts'
import { queryOf } from '../../lib/query-of.ts'

const lookMs = 60_000

export const verificationQuery = queryOf(getVerification, ['changes'], {}, { refetchInterval: lookMs })
