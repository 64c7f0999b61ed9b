import type { exportPayouts as operation, Payout } from '../../../contract/payouts.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { readRequestNumber } from '../../../contract/request-number.ts'
import { recordActionWithoutChange, type AuditEvent } from '../../platform/audit-trail.ts'
import { readDuePayouts, type PayoutReader } from './payouts.ts'

/** Returns due payouts as a table for the operator's wallet. */
export function exportPayouts(
  reader: PayoutReader,
  query: InputOf<typeof operation>['query'],
  exporter: Pick<AuditEvent, 'actorId' | 'ipAddress'>,
) {
  return { name: 'et-payouts', columns, pages: readRows(reader, query, exporter) }
}

async function* readRows(
  reader: PayoutReader,
  { numbers, limit }: InputOf<typeof operation>['query'],
  exporter: Pick<AuditEvent, 'actorId' | 'ipAddress'>,
): AsyncGenerator<Payout[]> {
  // The export is recorded before the first row leaves, as the server cannot know how much of a file has arrived.
  const detail = { list: 'payouts', ...(numbers !== undefined && { numbers }) }
  await recordActionWithoutChange(reader.db, { action: 'list_exported', ...exporter, detail })
  const chosen = numbers?.split(',').flatMap((text) => readRequestNumber(text)?.value ?? [])
  yield await readDuePayouts(reader, { numbers: chosen, limit })
}

const columns: { header: string; read: (payout: Payout) => string | null }[] = [
  { header: 'Address', read: (payout) => payout.wallet_address },
  { header: 'Amount (USDT)', read: (payout) => payout.usdt_amount },
  { header: 'Number', read: (payout) => payout.number },
]
