import { sql, type RawBuilder } from 'kysely'
import { compare, type Decimal } from '../../../contract/money.ts'
import { evidenceCountMax } from '../../../contract/endpoints/request-review.ts'
import { evidenceShownMax, type Evidence } from '../../../contract/request-review.ts'
import type { BuyRequest, Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Installation } from '../settings/settings.ts'
import { kindFactsOf } from './kinds/kinds.ts'

interface Now {
  /** The USD that the coins of a buy would cost now; null for other kinds. */
  amountUsd: Decimal | null
  /** True while the package of the request still has the amount of the request. */
  isOffered: boolean
  usdtRate: Decimal
  etRate: Decimal
}

type Other = Evidence['requests'][number]

/** The most copies of a file that are looked up, newest first. */
const lookedAtCopies = 1_000

/** Reads the reasons to doubt or to check a request. Each look-up uses an index and has a limit. */
export async function readEvidence(
  db: Db,
  installation: Installation,
  userId: string,
  request: Request,
  now: Now,
): Promise<Evidence[]> {
  const [reuse, addressChange] = await Promise.all([
    findReusedPaymentProofs(db, userId, { id: request.id, ...kindFactsOf(request).paymentProofOf(request) }),
    isPendingBuy(request) ? readAddressChange(db, installation, userId, request) : null,
  ])
  return [...reuse, addressChange, ...compareFigures(request, now)].filter((evidence) => evidence !== null)
}

/** The file and the payment that a member named in a request. */
export interface PaymentProof {
  id: string
  uploadId: string | null
  transactionHash: string | null
}

/** Finds other requests with the same file or payment. */
export async function findReusedPaymentProofs(db: Db, userId: string, proof: PaymentProof): Promise<Evidence[]> {
  const found = [await readSameFile(db, userId, proof), await readSameHash(db, userId, proof)]
  return found.filter((evidence) => evidence !== null)
}

function isPendingBuy(request: Request): request is BuyRequest {
  return request.kind === 'buy' && request.status === 'pending'
}

/**
 * Finds other requests with the same file, as it was sent or as it is kept. Another name or other notes inside do not
 * hide it.
 */
async function readSameFile(db: Db, userId: string, { id, uploadId }: PaymentProof): Promise<Evidence | null> {
  if (uploadId === null) return null
  const own = await db
    .selectFrom('uploads')
    .select(['sha256', 'original_sha256'])
    .where('user_id', '=', userId)
    .where('id', '=', uploadId)
    .executeTakeFirst()
  if (!own) return null
  // The hashes are given as values. So the database can tell a very common one, and reads no more than it must.
  const copies = (column: 'sha256' | 'original_sha256', hash: Buffer | null) =>
    sql`(select u.user_id, u.id from uploads u where ${sql.ref(`u.${column}`)} = ${hash} order by u.id desc limit ${lookedAtCopies})`
  const others = await readOthers(
    db,
    userId,
    sql`select r.user_id, r.id
          from (select copy.user_id, r.id
                  from (${copies('sha256', own.sha256)} union ${copies('original_sha256', own.original_sha256)}) copy
                 cross join lateral (
                   select q.id from ledger.requests q where q.user_id = copy.user_id and q.upload_id = copy.id
                   union
                   select s.request_id from ledger.slip_requests s where s.user_id = copy.user_id and s.former_upload_id = copy.id) r) r
         where (r.user_id, r.id) <> (${userId}, ${id})
         group by r.user_id, r.id
         order by r.id desc limit ${evidenceCountMax}`,
  )
  return toEvidence('same_file', others)
}

/** Finds other requests that name the same payment, in any spelling. */
async function readSameHash(
  db: Db,
  userId: string,
  { id, transactionHash: hash }: PaymentProof,
): Promise<Evidence | null> {
  if (hash === null) return null
  const others = await readOthers(
    db,
    userId,
    sql`select r.user_id, r.id from ledger.requests r
         where r.transaction_hash is not null and ledger.comparable_hash(r.transaction_hash) = ledger.comparable_hash(${hash})
           and (r.user_id, r.id) <> (${userId}, ${id})
         order by r.id desc limit ${evidenceCountMax}`,
  )
  return toEvidence('same_transaction_hash', others)
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
