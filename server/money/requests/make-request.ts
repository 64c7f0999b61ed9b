import { sql } from 'kysely'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { refusalOf, type Refusal } from '../../platform/db/refusal.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { StatementBucket } from '../../platform/rate-limits/buckets.ts'
import { submissionArguments, type Submission } from '../ledger/ledger.ts'
import type { RequestRow } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

export interface Made {
  /** The request as its member sees it. */
  request: Request
  /** True if the call was accepted before, and has changed nothing now. */
  replayed: boolean
  /** The friend who sees that the member is about to buy the first package. */
  friendId: string | null
}

/**
 * Makes a pending request by one statement, which is a transaction of its own, and queues the mail about it. Refuses as `submit` of
 * the ledger does, with the fault of an address that cannot be paid to, and with too_many_requests. With a bucket, each call takes an
 * attempt, also one that is refused: such a refusal is returned, as its attempt is committed.
 */
export async function makeRequest(
  db: Db,
  s: Submission,
  { isMailed, bucket }: { isMailed: boolean; bucket: StatementBucket | null },
): Promise<Made | Refusal> {
  const {
    replayed,
    friend_of: friendId,
    refusal,
    ...row
  } = await runFunction<RequestRow & Answer>(
    db,
    sql`${hot('make_request')} select replayed, friend_of, refusal, (request).* from ledger.make_request(
      ${s.token}::text, ${s.ipAddress ?? null}::text, ${s.userAgent ?? null}::text, ${submissionArguments(s)},
      p_is_mailed => ${isMailed}::boolean, p_bucket => ${bucket?.key ?? null}::bytea, p_at_once => ${bucket?.atOnce ?? null}::integer,
      p_refill => make_interval(secs => ${bucket?.refillSeconds ?? null}::float8))`,
  )
  if (!refusal) return { request: toRequest(row, 'member'), replayed, friendId }
  const error = Object.assign(new Error(`refused: ${refusal.constraint}`), refusal)
  const refused = refusalOf(error)
  if (!refused) throw error
  return refused
}

interface Answer {
  replayed: boolean
  friend_of: string | null
  /** The fields of the database's error. */
  refusal: { code: string; constraint: string; detail: string } | null
}
