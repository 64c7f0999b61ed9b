import { sql, type RawBuilder } from 'kysely'
import type { Decimal } from '../../../contract/money.ts'
import type { RequestKind } from '../../../contract/requests.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { runFunction } from '../../platform/db/run-function.ts'

// No call here is made twice. After a deadlock or a serialisation failure the opener of the transaction repeats all of
// it (server/platform/db/transaction.ts). `submit` and `cancel` are one statement each, so they may stand alone. The
// calls of administrators share a transaction with what goes on record about them, so they take a Tx.

/** The caller of a call that moves coins. */
export interface Call {
  /**
   * The token of the caller's session. The database finds the caller by it, and the session must be alive when the call
   * takes effect. Null only for the tools that connect as the owner of the database. They act for a person by id, to
   * which the application has no right.
   */
  token: string | null
  /** The address and the browser of the call, for the record. */
  ipAddress?: string | undefined
  userAgent?: string | undefined
}

/** The part of a submission that the member fills in. */
export interface MemberInput {
  /** A whole number of coins. */
  coins: number
  /** Buy only: the package. The buy is a package purchase if its amount is the package's own. */
  packageId?: string | null | undefined
  /** Transfer only: the recipient's member id. */
  recipientMemberId?: string | undefined
  /** Withdrawal only: the address of the member's book that it is paid to. Without it, the default one. */
  walletAddress?: string | undefined
  /** The payment slip of a buy, the attachment of a withdrawal. */
  uploadId?: string | null | undefined
  /** Buy only: the hash of the payment on its network. */
  transactionHash?: string | null | undefined
  /**
   * Buy only: the id of the terms that the member accepts. It is not compared when a call is repeated under its
   * idempotency key.
   */
  quoteId?: string | undefined
}

export interface Submission extends Call, MemberInput {
  userId: string
  /** The caller's idempotency key, a UUID. The same call again changes nothing and returns the same request. */
  key: string
  kind: RequestKind
  /** Buy and withdrawal: USD per 1 USDT. */
  usdtRate?: Decimal | undefined
  /** Buy and withdrawal: true when the exchange rate was not available and 1 stands in for it. */
  usdtRateIsFallback?: boolean | undefined
  /**
   * Buy only: true, as without it, if members have an address to pay to while the settings have none. Otherwise a new buy
   * is then refused with buying_closed.
   */
  hasFallbackAddress?: boolean | undefined
}

/**
 * Makes a pending request and freezes everything on it that it depends on. A withdrawal or transfer locks its coins.
 * Returns the request's id. Refuses with a code of contract/errors.ts, and nothing has changed then.
 */
export async function submit(db: Db, s: Submission): Promise<{ requestId: string; replayed: boolean }> {
  const row = await runFunction<{ request_id: string; replayed: boolean }>(
    db,
    sql`select request_id, replayed from ${callBy(s, 'submit_request', 'submit', s.userId)}, ${submissionArguments(s)})`,
  )
  return { requestId: row.request_id, replayed: row.replayed }
}

/** The arguments of a submission, which follow those of its caller in each function that submits. */
export function submissionArguments(s: Submission): RawBuilder<unknown> {
  return sql`${s.key}::uuid, ${s.kind}::text, ${s.coins}::numeric, ${s.packageId ?? null}::uuid,
    ${(s.kind === 'withdrawal' ? s.walletAddress : s.recipientMemberId) ?? null}::text, ${s.uploadId ?? null}::uuid,
    ${s.usdtRate ?? null}::numeric, ${s.usdtRateIsFallback ?? false}::boolean, ${s.transactionHash ?? null}::text,
    ${s.quoteId ?? null}::text, p_has_fallback_address => ${s.hasFallbackAddress ?? true}::boolean`
}

export interface BuyTerms {
  /** The id of these terms. `submit` takes it and refuses with quote_changed when the terms have changed. */
  quote_id: string
  rate: Decimal
  amount_usd: Decimal
  usdt_amount: Decimal
  /** The part of it that tells the payment apart. */
  usdt_tail: Decimal | null
  package_id: string | null
  package_name: string | null
  bonus_coins: Decimal
}

/**
 * Reads the terms that a buy would freeze if it were submitted at this moment. Refuses as `submit` does. With the token of
 * the member's session, the amount is reserved for the member, if the settings want amounts that differ.
 */
export async function readBuyTerms(
  db: Db,
  b: Required<Pick<Submission, 'userId' | 'coins' | 'usdtRate' | 'usdtRateIsFallback'>> &
    Pick<Submission, 'packageId' | 'hasFallbackAddress'> & { token?: string },
): Promise<BuyTerms> {
  return runFunction<BuyTerms>(
    db,
    sql`select quote_id, rate, amount_usd, usdt_amount, usdt_tail, package_id, package_name, bonus_coins
      from ${actBy(b.token ?? null, 'quote_buy', 'buy_terms', b.userId)}, ${b.coins}::numeric, ${b.packageId ?? null}::uuid,
        ${b.usdtRate}::numeric, ${b.usdtRateIsFallback}::boolean, ${b.hasFallbackAddress ?? true}::boolean)`,
  )
}

export interface Decision extends Call {
  /** The administrator who decides. The idempotency key is theirs. */
  actorId: string
  key: string
  /** The member who made the request. */
  userId: string
  requestId: string
  status: 'approved' | 'rejected'
  /** Notes that the member sees. */
  notes?: string | null | undefined
  /** The final transfers that pay for a buy. Without any, the slip alone is believed. */
  transfers?: readonly TransferName[] | undefined
  /** True to credit a buy in proportion to transfers that bring less than it costs. */
  isPart?: boolean | undefined
  /** Why a buy is approved although its payment belongs to another approved one; 10 to 500 characters. */
  reuseReason?: string | null | undefined
  /** The revision of the slip that the administrator saw; 0 without one. */
  slipRevision?: number | undefined
}

/** A transfer on the chain: the hash of its transaction, and the place of its log in it. */
export interface TransferName {
  hash: string
  log_index: number
}

/**
 * Approves or rejects a pending request, once. Refuses with slip_replaced if its slip is another one than was seen. When another call was faster, refuses with already_processed and the
 * status of the request; nothing has moved then. An approval that needs a second administrator is noted, and the request
 * stays pending.
 */
export async function decide(tx: Tx, d: Decision): Promise<{ replayed: boolean }> {
  return runFunction<{ replayed: boolean }>(
    tx,
    sql`select replayed from ${callBy(d, 'decide_request', 'decide', d.actorId)}, ${d.key}::uuid, ${d.userId}::uuid,
      ${d.requestId}::uuid, ${d.status}::text, ${d.notes ?? null}::text,
      p_transfers => ${(d.transfers ?? []).map(nameTransfer)}::text[], p_is_part => ${d.isPart ?? false}::boolean,
      p_reuse_reason => ${d.reuseReason ?? null}::text, p_slip => ${d.slipRevision ?? 0}::integer)`,
  )
}

/** Returns the name of a transfer, as the functions of the ledger take it. */
export function nameTransfer({ hash, log_index: logIndex }: TransferName): string {
  return `${hash}:${logIndex}`
}

/** Cancels a member's own pending request and unlocks its coins. */
export async function cancel(
  db: Db,
  c: Call & { userId: string; key: string; requestId: string },
): Promise<{ replayed: boolean }> {
  return runFunction<{ replayed: boolean }>(
    db,
    sql`select replayed from ${callBy(c, 'cancel_request', 'cancel', c.userId)}, ${c.key}::uuid, ${c.requestId}::uuid)`,
  )
}

/**
 * Ends the oldest buy that has waited too long for a decision. Passes over those up to `after`, the id of a buy. Returns the
 * buy and its member, or undefined if none is overdue.
 */
export async function expireBuy(tx: Tx, after?: string): Promise<{ userId: string; requestId: string } | undefined> {
  const row = await runFunction<{ user_id: string | null; request_id: string | null }>(
    tx,
    sql`select user_id, request_id from ledger.expire_buy(${after ?? null}::uuid)`,
  )
  return row.user_id === null || row.request_id === null
    ? undefined
    : { userId: row.user_id, requestId: row.request_id }
}

export interface Adjustment extends Call {
  actorId: string
  key: string
  userId: string
  /** Coins to add, or to take away when below zero; at most 4 decimals. */
  coins: Decimal
  reason: string
  /** The movement that this entry undoes. */
  reversesId?: string | null | undefined
}

/**
 * Corrects a balance by an entry of its own, with a reason. Returns the id of the movement, or null if the correction waits
 * for another owner, who makes the same call.
 */
export async function adjust(tx: Tx, a: Adjustment): Promise<{ movementId: string | null; replayed: boolean }> {
  const row = await runFunction<{ movement_id: string | null; replayed: boolean }>(
    tx,
    sql`select movement_id, replayed from ${callBy(a, 'adjust_balance', 'adjust', a.actorId)}, ${a.key}::uuid,
      ${a.userId}::uuid, ${a.coins}::numeric, ${a.reason}::text, ${a.reversesId ?? null}::uuid)`,
  )
  return { movementId: row.movement_id, replayed: row.replayed }
}

/** A change of an owner that may wait for a second owner. */
interface OwnersCall {
  /** The token of the session of the owner who changes it. */
  token: string
  ipAddress: string
}

/**
 * Changes settings, by the names of their columns. Refuses with edited_meanwhile if `revision` is no longer the current one.
 * Another rate enters the history of the rate, and all changes go on record. The terms frozen on requests stay as they are.
 * Returns true if the change waits for a second owner.
 */
export async function changeSettings(
  tx: Tx,
  { token, ipAddress, revision, changes }: OwnersCall & { revision: number; changes: object },
): Promise<boolean> {
  const { waits } = await runFunction<{ waits: boolean }>(
    tx,
    sql`select ledger.change_settings(${token}::text, ${revision}::integer, ${JSON.stringify(changes)}::jsonb,
      ${ipAddress}::text) as waits`,
  )
  return waits
}

/**
 * Adds a package, or changes one that has this revision, and puts it on record. Returns its id, or undefined if the change
 * waits for a second owner.
 */
export async function savePackage(
  tx: Tx,
  { token, ipAddress, id, revision, values }: OwnersCall & { id?: string; revision?: number; values: object },
): Promise<string | undefined> {
  const row = await runFunction<{ package_id: string | null; waits: boolean }>(
    tx,
    sql`select package_id, waits from ledger.save_package(${token}::text, ${id ?? null}::uuid,
      ${revision ?? null}::integer, ${JSON.stringify(values)}::jsonb, ${ipAddress}::text)`,
  )
  return row.waits ? undefined : (row.package_id ?? undefined)
}

/** Removes a package that nothing refers to. Any other one leaves every list, and its row stays. */
export async function deletePackage(tx: Tx, { token, id }: { token: string; id: string }): Promise<void> {
  await runFunction(tx, sql`select ledger.delete_package(${token}::text, ${id}::uuid)`)
}

/**
 * Begins a call: names the function and its first argument, the caller. A session's token goes to the function `byToken`.
 * Without one, the id goes to the function `byId`, which is open to the owner of the database alone.
 */
function actBy(token: string | null, byToken: string, byId: string, userId: string): RawBuilder<unknown> {
  return token === null
    ? sql`${sql.ref(`ledger.${byId}`)}(${userId}::uuid`
    : sql`${sql.ref(`ledger.${byToken}`)}(${token}::text`
}

/** Begins a call for coins as above. With a token, the address and the browser of the call follow. */
export function callBy(
  { token, ipAddress, userAgent }: Call,
  ...[byToken, byId, userId]: [byToken: string, byId: string, userId: string]
): RawBuilder<unknown> {
  const caller = actBy(token, byToken, byId, userId)
  return token === null ? caller : sql`${caller}, ${ipAddress ?? null}::text, ${userAgent ?? null}::text`
}

/**
 * True if the caller has used this idempotency key. The call with this key then changes nothing, and gets its answer or is
 * refused because its content differs.
 */
export async function isKeyUsed(db: Db, userId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger.commands')
    .select('operation')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** True if a roll-up has commands to move: some are newer than its last one and older than every running transaction. */
export async function hasSettledCommands(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from ledger.commands c where c.xid >= (select r.watermark from ledger.rollup r)
                      and c.xid < pg_snapshot_xmin(pg_current_snapshot()))`.execute(db)
  return rows[0]?.exists === true
}

/** Sums settled commands into the platform's totals. It is cheap, and every server process may call it at any time. */
export async function rollUp(db: Db): Promise<void> {
  await sql`select ledger.roll_up()`.execute(db)
}

/** Sums the totals anew if these books were restored from another server. Needs the rights of the database's owner. */
export async function rebuildTotals(owner: { query(sql: string): Promise<unknown> }): Promise<void> {
  await owner.query('SELECT ledger.rebuild_totals()')
}
