import { sql } from 'kysely'
import { fromUnits, toUnits, type Decimal } from '../../../contract/money.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import type { BrokenRule } from '../../../contract/outlook.ts'
import {
  reversalObstacles,
  type previewReversal,
  type ReversalEffect,
  type ReversalPreview,
  type reverseRequest,
} from '../../../contract/reversals.ts'
import { announceProposal, mailProposal } from '../../accounts/administrators/mail-proposal.ts'
import type { Db } from '../../platform/db/client.ts'
import { Refusal, refusalOf } from '../../platform/db/refusal.ts'
import type { Write } from '../../platform/db/write.ts'
import { reverse, type Reversal } from '../ledger/reverse.ts'
import { announceRequest } from './announce.ts'
import { readRequest } from './lists.ts'
import type { RequestDeps } from './requests.ts'
import { doProven, needsStepUpToReverse, refuseUnprovenReversal } from './step-up.ts'

/**
 * Reverses an approved request as a whole, with a reason. A great worth needs a proof that the administrator is the caller, and
 * by the rules a second administrator. Then the request stays as it is until that one has agreed.
 */
export async function reverseRequestOf(
  deps: RequestDeps & { write: Write },
  reversal: Reversal,
  requireProof: () => Promise<void>,
): Promise<OutputOf<typeof reverseRequest>> {
  const isNeeded = await needsStepUpToReverse(deps.db, reversal)
  const { isReversed, replayed } = await doProven(isNeeded, requireProof, async (isProven) =>
    deps.write(async (tx) => {
      const result = await reverse(tx, reversal)
      if (result.replayed) return result
      if (!isProven) await refuseUnprovenReversal(tx, reversal)
      if (!result.isReversed) await mailProposal(tx, deps.mailOwner, { actorId: reversal.actorId, kind: 'reversal' })
      return result
    }),
  )
  const request = await readRequest(deps.db, reversal.userId, reversal.requestId, 'admin')
  if (!replayed) announceProposal(deps.events)
  if (!replayed && isReversed) await announceRequest(deps, reversal.userId, request)
  return { request, is_reversed: isReversed }
}

interface Reader {
  userId: string
  requestId: string
  /** The administrator who asks. */
  readerId: string
}

interface Facts extends Pick<
  ReversalPreview,
  'first_purchase' | 'package_name' | 'transfers' | 'payout_state' | 'need'
> {
  worth_usd: Decimal | null
  rule: BrokenRule | null
}

/** Reads what a reversal by this administrator would do now: to balances and debts, to the first purchase, and to the payment. */
export async function readReversalPreview(db: Db, reader: Reader): Promise<OutputOf<typeof previewReversal>> {
  const { userId, requestId, readerId } = reader
  const [facts] = (
    await sql<Facts>`
    select f.outcome as first_purchase, k.package_name, p.state as payout_state, o.worth as worth_usd, o.need, o.rule,
           (select count(*)::int from ledger.allocations a where a.user_id = r.user_id and a.request_id = r.id) as transfers
      from ledger.requests r
      cross join ledger.first_purchase_after(r) f
      cross join ledger.change_outlook(${readerId}::uuid, 'reversal', r.user_id, jsonb_build_object('request_id', r.id)) o
      left join packages k on k.id = f.package_id
      left join ledger.payouts p on p.user_id = r.user_id and p.request_id = r.id
     where r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid`.execute(db)
  ).rows
  if (!facts) throw new Refusal('not_found')
  const obstacle = await findObstacle(db, reader)
  const effects = obstacle === null || obstacle === 'forbidden' ? await readEffects(db, reader) : []
  const debt = effects.reduce((sum, effect) => sum + newDebt(effect), 0n)
  return { ...facts, obstacle, effects, worth_usd: facts.worth_usd ?? '0', debt_coins: fromUnits(debt) }
}

/** Asks the rule that the reversal itself asks. It only reads, and refuses with the reason. */
async function findObstacle(db: Db, { userId, requestId, readerId }: Reader): Promise<ReversalPreview['obstacle']> {
  try {
    await sql`select ledger.refuse_reversing(${readerId}::uuid, r) from ledger.requests r
      where r.user_id = ${userId}::uuid and r.id = ${requestId}::uuid`.execute(db)
    return null
  } catch (error) {
    const code = refusalOf(error)?.code
    const known = reversalObstacles.find((obstacle) => obstacle === code)
    if (!known) throw error
    return known
  }
}

async function readEffects(db: Db, { userId, requestId }: Reader): Promise<ReversalEffect[]> {
  const { rows } = await sql<ReversalEffect>`
    select f.user_id, p.full_name, p.member_id, f.role, f.coins, f.available_before, f.available_after, f.locked as locked_coins,
           f.debt_before, f.debt_after
      from ledger.forecast_reversal(${userId}::uuid, ${requestId}::uuid) f join profiles p on p.id = f.user_id
     order by f.role <> 'member'`.execute(db)
  return rows
}

function newDebt({ debt_before: before, debt_after: after }: ReversalEffect): bigint {
  const more = toUnits(after) - toUnits(before)
  return more > 0n ? more : 0n
}
