import { sql } from 'kysely'
import type { InputOf } from '../../../contract/operation.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
import type { FormerSlip, replaceSlip as replaceSlipOperation } from '../../../contract/slip-requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'
import type { Write } from '../../platform/db/write.ts'
import type { Events } from '../../platform/events/events.ts'
import { readRequest } from './lists.ts'
import { asKind } from './request-rows.ts'

interface SlipDeps {
  events: Events
  write: Write
}

/**
 * Asks the member of a pending buy for another slip. The database finds the administrator by the token, writes the notice to
 * the member, and refuses if the slip is another one than this revision.
 */
export async function askForSlip(
  { events, write }: SlipDeps,
  { token, ipAddress }: { token: string; ipAddress: string },
  { userId, requestId, reason, revision }: { userId: string; requestId: string; reason: string; revision: number },
): Promise<BuyRequest> {
  const request = await write(async (tx) => {
    await runFunction(
      tx,
      sql`select ledger.ask_for_slip(${token}::text, ${ipAddress}::text, ${userId}::uuid, ${requestId}::uuid, ${reason}::text, ${revision}::integer)`,
    )
    return asKind(await readRequest(tx, userId, requestId, 'admin'), 'buy')
  })
  events.publish({ topics: ['requests', 'notices'], userIds: [userId] })
  events.publish({ topics: ['requests'], toAdmins: true })
  return request
}

type NewSlip = InputOf<typeof replaceSlipOperation>['params'] & InputOf<typeof replaceSlipOperation>['body']

/** Puts another slip, another hash or both on the caller’s pending buy. Without a hash in the call, the hash stays. */
export async function replaceSlip(
  { events, write }: SlipDeps,
  { userId, token }: { userId: string; token: string },
  { requestId, payment_proof_id: uploadId = null, transaction_hash: hash }: NewSlip,
): Promise<BuyRequest> {
  const request = await write(async (tx) => {
    const before = asKind(await readRequest(tx, userId, requestId, 'member'), 'buy')
    const hashFromNow = hash === undefined ? before.transaction_hash : hash || null
    await runFunction(
      tx,
      sql`select ledger.replace_slip(${token}::text, ${requestId}::uuid, ${uploadId}::uuid, ${hashFromNow}::text)`,
    )
    return asKind(await readRequest(tx, userId, requestId, 'member'), 'buy')
  })
  events.publish({ topics: ['requests'], userIds: [userId] })
  events.publish({ topics: ['requests'], toAdmins: true })
  return request
}

/** Reads the slips of a buy that were replaced, newest first, and the time at which the present one arrived; null for the first slip. */
export async function readFormerSlips(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ former_slips: FormerSlip[]; slip_sent_at: string | null }> {
  const rows = await db
    .selectFrom('ledger.slip_requests as s')
    .innerJoin('ledger.requests as r', (join) =>
      join.onRef('r.user_id', '=', 's.user_id').onRef('r.id', '=', 's.request_id'),
    )
    .innerJoin('profiles as p', 'p.id', 's.administrator_id')
    .leftJoin('uploads as u', (join) =>
      join.onRef('u.user_id', '=', 's.user_id').onRef('u.id', '=', 's.former_upload_id'),
    )
    .select(['s.reason', 's.asked_at', 's.answered_at', 's.former_hash', 'p.full_name', 'r.created_at'])
    .select(['u.id', 'u.path', 'u.mime_type', 'u.size_bytes'])
    .where('s.user_id', '=', userId)
    .where('s.request_id', '=', requestId)
    .where('s.answered_at', 'is not', null)
    .orderBy('s.number')
    .execute()
  const slips = rows.map((row, revision) => ({
    revision,
    sent_at: rows[revision - 1]?.answered_at ?? row.created_at,
    upload:
      row.id === null || row.path === null || row.mime_type === null || row.size_bytes === null
        ? null
        : { id: row.id, path: row.path, mime_type: row.mime_type, size_bytes: row.size_bytes },
    transaction_hash: row.former_hash,
    asked_by_name: row.full_name,
    asked_at: row.asked_at,
    reason: row.reason,
  }))
  return { former_slips: slips.toReversed(), slip_sent_at: rows.at(-1)?.answered_at ?? null }
}
