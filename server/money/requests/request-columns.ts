import { policyName } from '../../../contract/endpoints/requests.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'

/** The role of the reader. Only an administrator sees a recipient's email. */
export type ReaderRole = 'member' | 'admin'

/** Selects requests. Every list and page of requests adds its filters to this query. */
export function selectRequests(db: Db) {
  return db
    .selectFrom('ledger.requests as r')
    .innerJoin('profiles as owner', 'owner.id', 'r.user_id')
    .leftJoin('profiles as recipient', 'recipient.id', 'r.recipient_id')
    .leftJoin('profiles as decider', 'decider.id', 'r.decided_by')
    .leftJoin('packages as package', 'package.id', 'r.package_id')
    .leftJoin('packages as own', 'own.id', 'owner.package_id')
    .leftJoin('uploads as upload', (join) =>
      join.onRef('upload.user_id', '=', 'r.user_id').onRef('upload.id', '=', 'r.upload_id'),
    )
    .leftJoin('ledger.payouts as payout', (join) =>
      join.onRef('payout.user_id', '=', 'r.user_id').onRef('payout.request_id', '=', 'r.id'),
    )
    .leftJoin('ledger.reversals as reversal', (join) =>
      join.onRef('reversal.user_id', '=', 'r.user_id').onRef('reversal.request_id', '=', 'r.id'),
    )
    .leftJoin('ledger.slip_requests as ask', (join) =>
      join
        .onRef('ask.user_id', '=', 'r.user_id')
        .onRef('ask.request_id', '=', 'r.id')
        .on('ask.answered_at', 'is', null)
        .on('r.slip_asked_at', 'is not', null),
    )
    .selectAll('r')
    .select([
      'package.package_name',
      'own.withdrawal_time',
      'upload.path as upload_path',
      'decider.full_name as decided_by_name',
      'owner.full_name as owner_name',
      'owner.email as owner_email',
      'owner.member_id as owner_member_id',
      'recipient.full_name as recipient_name',
      'recipient.email as recipient_email',
      'recipient.member_id as recipient_member_id',
      'payout.state as payout_state',
      'payout.since as payout_since',
      'payout.hash as payout_hash',
      'payout.failures as payout_failures',
      'reversal.created_at as reversed_at',
      'reversal.reason as reversal_reason',
      'ask.reason as slip_reason',
    ])
}

export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

/** The fields of a row that requests of every kind have. */
export function sharedFields(row: RequestRow) {
  return {
    id: row.id,
    number: requestNumber(row.kind, row.number),
    status: row.status satisfies RequestStatus,
    amount_coins: row.amount_coins,
    amount_usd: row.amount_usd,
    rate: row.rate,
    admin_notes: row.admin_notes,
    decided_by_name: row.decided_by_name ?? (row.status === 'approved' ? policyName : null),
    decided_at: row.decided_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    reversal: row.reversed_at === null ? null : { at: row.reversed_at, reason: row.reversal_reason ?? '' },
  }
}

export function ownerFields(row: RequestRow) {
  return { full_name: row.owner_name, email: row.owner_email, member_id: requireField(row.owner_member_id) }
}

export function recipientFields(row: RequestRow, reader: ReaderRole) {
  return {
    full_name: requireField(row.recipient_name),
    email: reader === 'admin' ? row.recipient_email : null,
    member_id: requireField(row.recipient_member_id),
  }
}

/** Returns a column that this kind of request always has, as a constraint of the table makes sure. */
export function requireField(value: string | null): string {
  if (value === null) throw new Error('a request lacks a field of its kind')
  return value
}
