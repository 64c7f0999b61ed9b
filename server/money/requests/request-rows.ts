import { requestNumber } from '../../../contract/request-number.ts'
import type { Request, RequestKind, RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'

/** The role of the reader. Only an administrator sees a recipient's email. */
export type Reader = 'member' | 'admin'

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
    .select([
      'r.id',
      'r.number',
      'r.user_id',
      'r.kind',
      'r.status',
      'r.amount_coins',
      'r.amount_usd',
      'r.rate',
      'r.usdt_amount',
      'r.usdt_rate',
      'r.usdt_rate_is_fallback',
      'r.bonus_coins',
      'r.package_id',
      'package.package_name',
      'own.withdrawal_time',
      'r.wallet_address',
      'r.upload_id',
      'upload.path as upload_path',
      'r.transaction_hash',
      'r.admin_notes',
      'decider.full_name as decided_by_name',
      'r.decided_at',
      'r.created_at',
      'r.updated_at',
      'owner.full_name as owner_name',
      'owner.email as owner_email',
      'owner.member_id as owner_member_id',
      'recipient.full_name as recipient_name',
      'recipient.email as recipient_email',
      'recipient.member_id as recipient_member_id',
    ])
}

export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

/** Returns a row in the shape of its kind, with no more than the reader may see. */
export function toRequest(row: RequestRow, reader: Reader): Request {
  switch (row.kind) {
    case 'buy':
      return {
        kind: row.kind,
        ...sharedFields(row),
        user_id: row.user_id,
        profile: ownerOf(row),
        usdt_amount: known(row.usdt_amount),
        usdt_rate: known(row.usdt_rate),
        usdt_rate_is_fallback: row.usdt_rate_is_fallback,
        bonus_coins: known(row.bonus_coins),
        payment_proof_id: row.upload_id,
        payment_proof_url: row.upload_path,
        transaction_hash: row.transaction_hash,
        package_id: row.package_id,
        package_name: row.package_name,
      }
    case 'withdrawal':
      return {
        kind: row.kind,
        ...sharedFields(row),
        user_id: row.user_id,
        profile: ownerOf(row),
        usdt_amount: row.usdt_amount,
        usdt_rate: row.usdt_rate,
        usdt_rate_is_fallback: row.usdt_rate_is_fallback,
        wallet_address: known(row.wallet_address),
        withdrawal_time: row.withdrawal_time,
        attachment_id: row.upload_id,
        attachment_url: row.upload_path,
      }
    case 'transfer':
      return {
        kind: row.kind,
        ...sharedFields(row),
        sender_id: row.user_id,
        sender_profile: ownerOf(row),
        recipient_profile: recipientOf(row, reader),
        recipient_member_id: known(row.recipient_member_id),
      }
  }
}

/** Returns the request in the shape of its kind. Throws for a request of another kind. */
export function asKind<Kind extends RequestKind>(request: Request, kind: Kind): Extract<Request, { kind: Kind }> {
  if (!isOfKind(request, kind)) throw new Error(`request ${request.id} is a ${request.kind}, not a ${kind}`)
  return request
}

function isOfKind<Kind extends RequestKind>(request: Request, kind: Kind): request is Extract<Request, { kind: Kind }> {
  return request.kind === kind
}

function sharedFields(row: RequestRow) {
  return {
    id: row.id,
    number: requestNumber(row.kind, row.number),
    status: row.status satisfies RequestStatus,
    amount_coins: row.amount_coins,
    amount_usd: row.amount_usd,
    rate: row.rate,
    admin_notes: row.admin_notes,
    decided_by_name: row.decided_by_name,
    decided_at: row.decided_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function ownerOf(row: RequestRow) {
  return { full_name: row.owner_name, email: row.owner_email, member_id: known(row.owner_member_id) }
}

function recipientOf(row: RequestRow, reader: Reader) {
  return {
    full_name: known(row.recipient_name),
    email: reader === 'admin' ? row.recipient_email : null,
    member_id: known(row.recipient_member_id),
  }
}

/** Returns a column that this kind of request always has, as a constraint of the table makes sure. */
function known(value: string | null): string {
  if (value === null) throw new Error('a request lacks a field of its kind')
  return value
}
