import { sql } from 'kysely'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'

interface Refund {
  hash: string
  logIndex: number
  refund_hash: string
  reason: string
}

/** Notes that a transfer was sent back. The database finds the caller by the token. */
export async function refundTransfer(
  { write, events }: { write: Write; events: Events },
  { token, ipAddress }: { token: string; ipAddress: string },
  { hash, logIndex, refund_hash: refundHash, reason }: Refund,
): Promise<Record<string, never>> {
  const answer = await write(async (tx) => {
    await runFunction(
      tx,
      sql`select ledger.refund_transfer(${token}::text, ${ipAddress}::text, ${hash}::text, ${logIndex}::integer, ${refundHash}::text, ${reason}::text)`,
    )
    return {}
  })
  events.publish({ topics: ['requests'], toAdmins: true })
  return answer
}
