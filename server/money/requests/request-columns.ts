import type { Selectable } from 'kysely'
import { policyName } from '../../../contract/endpoints/requests.ts'
import { requestNumber } from '../../../contract/request-number.ts'
import type { RequestStatus } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/database-types.ts'

/** The role of the reader. Only an administrator sees a recipient's email. */
export type ReaderRole = 'member' | 'admin'

/** A row of the view. The types of a view know no column that is never null, and these are never. */
export type RequestRow = Omit<Selectable<Database['ledger.request_details']>, keyof Present> & Present

interface Present extends Selectable<Database['ledger.requests']> {
  owner_name: string
  owner_email: string
}

/** Selects requests. Every list and page of requests adds its filters to this query. */
export function selectRequests(db: Db) {
  return db.selectFrom('ledger.request_details as r').selectAll('r').$castTo<RequestRow>()
}

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
