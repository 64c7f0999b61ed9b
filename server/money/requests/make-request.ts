import { sql, type RawBuilder } from 'kysely'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { hot } from '../../platform/db/prepared.ts'
import { refusalOf, type Refusal } from '../../platform/db/refusal.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { StatementBucket } from '../../platform/rate-limits/buckets.ts'
import { submissionArguments, type Call, type Submission } from '../ledger/ledger.ts'
import type { JudgedAddress } from './payout-address.ts'
import type { RequestRow } from './request-columns.ts'
import { toRequest } from './request-rows.ts'

export interface Made {
  /** The request as its caller sees it. */
  request: Request
  /** True if the call was accepted before, and has changed nothing now. */
  replayed: boolean
  /** The other member whom its new state concerns, as `ledger.concerned` says. */
  otherId: string | null
}

interface MakeOptions {
  /** True to queue the mail about it. */
  isMailed: boolean
  /** The limit of which the call takes an attempt. */
  bucket: StatementBucket | null
  /** Withdrawal only. */
  judged?: JudgedAddress | undefined
}

/**
 * Makes a pending request by one statement, which is a transaction of its own, and queues the mail about it. Refuses as `submit` of
 * the ledger does, with the fault of the judged address of a withdrawal, and with too_many_requests. With a bucket, each call takes an
 * attempt, also one that is refused: such a refusal is returned, as its attempt is committed. If the address or its network has
 * changed since it was judged, the statement fails as after a conflict, so `callWithRetry` judges and calls again.
 */
export async function makeRequest(
  db: Db,
  s: Submission,
  { isMailed, bucket, judged }: MakeOptions,
): Promise<Made | Refusal> {
  return toMade(
    await runFunction<Answer>(
      db,
      sql`${hot('make_request')} select replayed, other, refusal, (request).* from ledger.make_request(
        ${s.token}::text, ${s.ipAddress ?? null}::text, ${s.userAgent ?? null}::text, ${submissionArguments(s)},
        p_is_mailed => ${isMailed}::boolean, p_bucket => ${bucket?.key ?? null}::bytea, p_at_once => ${bucket?.atOnce ?? null}::integer,
        p_refill => ${refillOf(bucket)}, p_address => ${judged?.address ?? null}::text,
        p_network => ${judged?.network ?? null}::text, p_fault => ${judged?.fault ?? null}::text)`,
    ),
  )
}

/**
 * Takes a member's own pending request back by one statement, which is a transaction of its own. Refuses as `cancel` of the ledger
 * does, and counts its attempt as `makeRequest` does.
 */
export async function takeBack(
  db: Db,
  c: Call & { key: string; requestId: string },
  bucket: StatementBucket | null,
): Promise<Made | Refusal> {
  return toMade(
    await runFunction<Answer>(
      db,
      sql`${hot('take_back')} select replayed, other, refusal, (request).* from ledger.take_back(
        ${c.token}::text, ${c.ipAddress ?? null}::text, ${c.userAgent ?? null}::text, ${c.key}::uuid, ${c.requestId}::uuid,
        ${bucket?.key ?? null}::bytea, ${bucket?.atOnce ?? null}::integer, ${refillOf(bucket)})`,
    ),
  )
}

/** Returns the refill of a bucket as an interval of the database. */
export function refillOf(bucket: StatementBucket | null): RawBuilder<unknown> {
  return sql`make_interval(secs => ${bucket?.refillSeconds ?? null}::float8)`
}

function toMade({ replayed, other: otherId, refusal, ...row }: Answer): Made | Refusal {
  if (!refusal) return { request: toRequest(row, 'member'), replayed, otherId }
  const error = Object.assign(new Error(`refused: ${refusal.constraint}`), refusal)
  const refused = refusalOf(error)
  if (!refused) throw error
  return refused
}

interface Answer extends RequestRow {
  replayed: boolean
  other: string | null
  /** The fields of the database's error. */
  refusal: { code: string; constraint: string; detail: string } | null
}
