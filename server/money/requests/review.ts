import { sql } from 'kysely'
import { add, divide, multiply, type Decimal } from '../../../contract/money.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { MembershipPackage } from '../../../contract/packages.ts'
import type { getRequestReview } from '../../../contract/request-review.ts'
import type { OutgoingState } from '../../../contract/holds.ts'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import type { ExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { readMaturing } from '../../accounts/holds/maturing.ts'
import { readOutgoingState } from '../../accounts/holds/outgoing-state.ts'
import { readWaitOf } from '../../accounts/members/address-book.ts'
import { readChainReview } from '../deposits/chain-review.ts'
import { readFirstPayment } from '../deposits/first-payment.ts'
import { readPackage } from '../packages/packages.ts'
import { placeholderAddress, type Installation } from '../settings/settings.ts'
import { readOutlooks } from '../proposals/outlook.ts'
import { kindFactsOf } from './kinds/kinds.ts'
import { readRequest } from './lists.ts'
import { readApprovalWarnings } from './approval-warnings.ts'
import { readEarlierUses, readReuseReasons } from './payment-reuse.ts'
import { readEffects } from './review-effects.ts'
import { readDepositAddresses, readEvidence } from './review-evidence.ts'
import { readFormerSlips } from './slip-requests.ts'
import { needsStepUp } from './step-up.ts'
import { readWalletReview } from './wallet-warnings.ts'

interface ReviewDeps {
  db: Db
  exchangeRates: ExchangeRates
  installation: Installation
}

/** The most buys of a member that are counted, newest first. */
const countedBuys = 1_000

/** Reads everything that an administrator, the reader, compares before deciding. */
export async function readReview(
  { db, exchangeRates, installation }: ReviewDeps,
  { userId, requestId, readerId }: { userId: string; requestId: string; readerId: string },
): Promise<OutputOf<typeof getRequestReview>> {
  const request = await readRequest(db, userId, requestId, 'admin')
  const [
    member,
    package_,
    attachment,
    now,
    wallet,
    effects,
    isFirst,
    needsProof,
    outgoing,
    outlooks,
    payment,
    proofs,
    warnings,
  ] = await Promise.all([
    readMember(db, userId),
    request.kind === 'buy' && request.package_id !== null ? readPackage(db, request.package_id) : undefined,
    readAttachment(db, userId, requestId),
    readNow(db, exchangeRates, request),
    readWalletReview(db, exchangeRates, request),
    readEffects(db, userId, request),
    kindFactsOf(request).isFirst(db, userId, request),
    needsStepUp(db, { userId, requestId, actorId: readerId }),
    readOutgoing(db, request, userId),
    readOutlooks(db, readerId, sql<boolean>`r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid`),
    readPayment(db, installation, request),
    readProofs(db, userId, request),
    readWarnings(db, userId, request),
  ])
  const evidence = await readEvidence(db, installation, userId, request, now)
  return {
    request,
    member,
    package: package_ ?? null,
    expected: expectedOf(now, request),
    deposit_address: await readPaidAddress(db, installation, request),
    ...effects,
    evidence,
    ...proofs,
    warnings,
    is_first_transfer: isFirst,
    ...outgoing,
    attachment: attachment ?? null,
    wallet,
    needs_step_up: needsProof,
    ...payment,
    outlook: outlooks.get(requestId) ?? null,
  }
}

/** Reads the warnings about an approval. A decided request has none. */
async function readWarnings(db: Db, userId: string, request: Request) {
  if (request.status !== 'pending') return []
  const walletAddress = request.kind === 'withdrawal' ? request.wallet_address : null
  return readApprovalWarnings(db, { userId, requestId: request.id, walletAddress })
}

/** Reads the other uses of the slip and the hash, and the slips before. */
async function readProofs(db: Db, userId: string, request: Request) {
  const [reuse, slips] = await Promise.all([readReuse(db, userId, request), readFormerSlips(db, userId, request.id)])
  return { ...reuse, ...slips }
}

/** Reads what holds the coins of a pending withdrawal or transfer. */
async function readOutgoing(db: Db, request: Request, userId: string) {
  const isOutgoing = kindFactsOf(request).locksCoins && request.status === 'pending'
  if (!isOutgoing) return { outgoing: null, maturing: null }
  const [outgoing, maturing] = await Promise.all([readObstacle(db, request, userId), readMaturing(db, userId)])
  return { outgoing, maturing }
}

/** Reads the approved buys that have the payment of this one, and why an administrator approved it all the same. */
async function readReuse(db: Db, userId: string, request: Request) {
  const [earlierUses, reasons] = await Promise.all([
    request.status === 'pending' ? readEarlierUses(db, userId, request.id) : [],
    request.kind === 'buy' ? readReuseReasons(db, userId, request.id) : [],
  ])
  return { earlier_uses: earlierUses, reuse_reasons: reasons }
}

/** Reads what the chain says about a buy, and the payment that a first administrator has approved. */
async function readPayment(db: Db, installation: Installation, request: Request) {
  if (request.kind !== 'buy') return { chain: null, first_payment: null }
  return {
    chain: await readChainReview(db, request, installation.isChainRead === true),
    first_payment: request.status === 'pending' ? await readFirstPayment(db, request.user_id, request.id) : null,
  }
}

/** Reads why the request cannot be approved now. An address that is not usable yet holds a withdrawal as a change does. */
async function readObstacle(db: Db, request: Request, userId: string): Promise<OutgoingState> {
  const state = await readOutgoingState(db, userId)
  const until = request.kind === 'withdrawal' ? await readWaitOf(db, userId, request.wallet_address) : null
  const isLater = until !== null && (state.hold === null || Date.parse(state.hold.until) < Date.parse(until))
  return isLater ? { ...state, hold: { cause: 'wallet_address', until } } : state
}

async function readMember(db: Db, userId: string) {
  const [member, buys] = await Promise.all([
    db
      .selectFrom('profiles as p')
      .innerJoin('ledger.accounts as a', 'a.user_id', 'p.id')
      .select(['p.status', 'p.first_purchase_done', 'a.available as available_coins', 'a.locked as locked_coins'])
      .where('p.id', '=', userId)
      .executeTakeFirst(),
    countBuys(db, userId),
  ])
  if (!member) throw new Refusal('not_found')
  return { ...member, ...buys }
}

async function countBuys(db: Db, userId: string) {
  const newest = db
    .selectFrom('ledger.requests')
    .select('status')
    .where('user_id', '=', userId)
    .where('kind', '=', 'buy')
    .orderBy('id', 'desc')
    .limit(countedBuys)
  const rows = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
    .groupBy('status')
    .execute()
  const count = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { approved_buys: count('approved'), rejected_buys: count('rejected') }
}

async function readAttachment(db: Db, userId: string, requestId: string) {
  return db
    .selectFrom('ledger.requests as r')
    .innerJoin('uploads as u', (join) => join.onRef('u.user_id', '=', 'r.user_id').onRef('u.id', '=', 'r.upload_id'))
    .select(['u.mime_type', 'u.size_bytes'])
    .where('r.user_id', '=', userId)
    .where('r.id', '=', requestId)
    .executeTakeFirst()
}

/** Returns the address that the member of a buy was shown for the payment; null for other kinds. */
async function readPaidAddress(db: Db, installation: Installation, request: Request): Promise<string | null> {
  if (request.kind !== 'buy') return null
  const { before } = await readDepositAddresses(db, installation, request.user_id, request.id)
  return before ?? (installation.isProduction ? null : placeholderAddress)
}

/** Reads the rates of this moment, and the price of a buy at them. */
async function readNow(db: Db, exchangeRates: ExchangeRates, request: Request) {
  const packageId = request.kind === 'buy' ? request.package_id : null
  const [package_, settings, { usdtRate }] = await Promise.all([
    packageId === null ? undefined : readPackage(db, packageId),
    db.selectFrom('settings').select(['et_rate', 'topup_coin_price']).executeTakeFirstOrThrow(),
    exchangeRates.read(),
  ])
  const amountUsd = request.kind === 'buy' ? priceNow(request.amount_coins, package_, settings.topup_coin_price) : null
  const isOffered = packageId === null || package_?.min_coin_purchase === request.amount_coins
  return { amountUsd, usdtRate, etRate: settings.et_rate, isOffered }
}

/** Returns the price of a buy at the rates of this moment, with its own last digits; null for other kinds. */
function expectedOf({ amountUsd, usdtRate }: { amountUsd: Decimal | null; usdtRate: Decimal }, request: Request) {
  if (amountUsd === null) return null
  const tail = request.kind === 'buy' ? request.usdt_tail : null
  return { amount_usd: amountUsd, usdt_amount: add(divide(amountUsd, usdtRate, 4), tail ?? '0') }
}

function priceNow(coins: Decimal, package_: MembershipPackage | undefined, topupCoinPrice: Decimal): Decimal {
  return package_?.min_coin_purchase === coins ? package_.total_price : multiply(coins, topupCoinPrice, 2)
}
