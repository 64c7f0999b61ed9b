import { sql } from 'kysely'
import type { HoldCause } from '../../../contract/endpoints/holds.ts'
import type { OutgoingState } from '../../../contract/holds.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'

/** Reads the hold and the stop of a member's withdrawals and transfers. The ledger enforces both. */
export async function readOutgoingState(db: Db, userId: string): Promise<OutgoingState> {
  const { rows } = await sql<{ cause: HoldCause | null; held_until: string | null; is_stopped: boolean }>`
    ${hot('outgoing_state')} select h.cause, h.held_until,
           exists (select from member_stops s where s.user_id = ${userId} and s.lifted_at is null) as is_stopped
      from ledger.hold_of(${userId}) h`.execute(db)
  const { cause = null, held_until: until = null, is_stopped: isStopped = false } = rows[0] ?? {}
  return { hold: cause !== null && until !== null ? { cause, until } : null, is_stopped: isStopped }
}
