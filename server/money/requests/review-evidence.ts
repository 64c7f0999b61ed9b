import { sql, type RawBuilder } from 'kysely'
import { compare, type Decimal } from '../../../contract/money.ts'
import { evidenceCountMax } from '../../../contract/endpoints/request-review.ts'
import { evidenceShownMax, type Evidence } from '../../../contract/request-review.ts'
import type { BuyRequest, Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Installation } from '../settings/settings.ts'

interface Now {
  /** The USD that the coins of a buy would cost now; null for other kinds. */
  amountUsd: Decimal | null
  /** True while the package of the request still has the amount of the request. */
  isOffered: boolean
  usdtRate: Decimal
  etRate: Decimal
}

type Other = Evidence['requests'][number]

/** Reads the reasons to doubt or to check a request. Each look-up uses an index and has a limit. */
export async function readEvidence(
  db: Db,
  installation: Installation,
  userId: string,
  request: Request,
  now: Now,
): Promise<Evidence[]> {
  const [reuse, addressChange] = await Promise.all([
    findReusedPaymentProofs(db, userId, request.id),
    isPendingBuy(request) ? readAddressChange(db, installation, userId, request) : null,
  ])
  return [...reuse, addressChange, ...compareFigures(request, now)].filter((evidence) => evidence !== null)
}

/** Finds other requests with the same file or payment. */
async function findReusedPaymentProofs(db: Db, userId: string, requestId: string): Promise<Evidence[]> {
  const find = async (kind: Evidence['kind'], name: 'same_files' | 'same_payments') =>
    toEvidence(
      kind,
      await readOthers(
        db,
        userId,
        sql`select * from ${sql.ref(`ledger.${name}`)}(${userId}::uuid, ${requestId}::uuid, ${evidenceCountMax})`,
      ),
    )
  const found = await Promise.all([find('same_file', 'same_files'), find('same_transaction_hash', 'same_payments')])
  return found.filter((evidence) => evidence !== null)
}

function isPendingBuy(request: Request): request is BuyRequest {
  return request.kind === 'buy' && request.status === 'pending'
}

async function readOthers(db: Db, userId: string, matches: RawBuilder<unknown>) {
  const { rows } = await sql<Other & { count: string }>`
    with matching as materialized (${matches})
    select r.user_id, r.id, r.kind, r.status, r.created_at, p.full_name, p.member_id, r.user_id = ${userId} as is_same_member,
           (select count(*) from matching) as count
      from (select user_id, id from matching order by id desc limit ${evidenceShownMax}) newest
      join ledger.requests r on r.user_id = newest.user_id and r.id = newest.id
      join profiles p on p.id = r.user_id
     order by r.id desc`.execute(db)
  return rows
}

function toEvidence(kind: Evidence['kind'], others: (Other & { count: string })[]): Evidence | null {
  if (others.length === 0) return null
  return {
    kind,
    requests: others.map(({ count: _, ...other }) => other),
    count: Number(others[0]?.count),
    before: null,
    current: null,
  }
}

/**
 * Compares the deposit address that members see now with the one at the time of the request. Null when it is the same.
 */
async function readAddressChange(
  db: Db,
  installation: Installation,
  userId: string,
  request: BuyRequest,
): Promise<Evidence | null> {
  const { before, current } = await readDepositAddresses(db, installation, userId, request.id)
  return before === current ? null : difference('address_changed', before, current)
}

/** Reads the deposit address that members saw when a request was made, and the one that they see now. */
export async function readDepositAddresses(db: Db, installation: Installation, userId: string, requestId: string) {
  // While no address is set, members see the one from the configuration of this installation.
  const { rows } = await sql<{ before: string | null; current: string | null }>`
    select coalesce(case when change.id is null then s.deposit_address else change.old_address end, start.address) as before,
           coalesce(s.deposit_address, start.address) as current
      from ledger.requests r
     cross join settings s
     cross join (select ${installation.depositAddress ?? null}::text as address) start
      left join lateral (select c.id, c.old_address from deposit_changes c
                          where c.created_at > r.created_at order by c.created_at, c.id limit 1) change on true
     where r.user_id = ${userId} and r.id = ${requestId}`.execute(db)
  return rows[0] ?? { before: null, current: null }
}

function compareFigures(request: Request, now: Now): (Evidence | null)[] {
  if (request.status !== 'pending') return []
  const compared = (kind: Evidence['kind'], before: Decimal, current: Decimal) =>
    compare(before, current) === 0 ? null : difference(kind, before, current)
  // A buy is paid in USDT, so its exchange rate counts. Other kinds have their value by the platform's rate.
  return request.kind === 'buy'
    ? [
        now.isOffered && now.amountUsd !== null
          ? compared('amount_differs', request.amount_usd, now.amountUsd)
          : difference('amount_differs', request.amount_usd, null),
        compared('rate_differs', request.usdt_rate, now.usdtRate),
      ]
    : [compared('rate_differs', request.rate, now.etRate)]
}

function difference(kind: Evidence['kind'], before: string | null, current: string | null): Evidence {
  return { kind, requests: [], count: 0, before, current }
}
