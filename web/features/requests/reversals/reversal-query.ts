import { previewReversal } from '../../../../contract/endpoints/reversals.ts'
import { queryOf } from '../../../lib/query-of.ts'

/** The effects that a reversal by the caller would have now. */
export function reversalQuery(userId: string, requestId: string) {
  return queryOf(previewReversal, ['requests', 'wallet', 'settings', 'changes'], { params: { userId, requestId } })
}
