import { sql } from 'kysely'
import { add, subtract, type Decimal } from '../../../contract/money.ts'
import type { Effect } from '../../../contract/request-review.ts'
import type { Request } from '../../../contract/requests.ts'
import type { Db } from '../../platform/db/client.ts'
import { kindFactsOf } from './kinds/kinds.ts'

export interface Effects {
  effects: Effect[]
  bonus_coins: Decimal
  referral_reward_coins: Decimal
}

/**
 * Reads the effects of an approval on all balances, as the ledger forecasts them. For a decided request, reads the
 * coins that it paid beyond its own.
 */
export async function readEffects(db: Db, userId: string, request: Request): Promise<Effects> {
  const effects = await readForecast(db, userId, request.id)
  const referrer = effects.find(({ role }) => role === 'referrer')
  return {
    effects,
    bonus_coins: kindFactsOf(request).bonusOf(request) ?? '0',
    referral_reward_coins: referrer
      ? add(subtract(referrer.available_after, referrer.available_before), referrer.debt_repaid)
      : await readPaidReward(db, userId, request),
  }
}

async function readForecast(db: Db, userId: string, requestId: string): Promise<Effect[]> {
  type Row = Pick<Effect, 'user_id' | 'full_name' | 'member_id' | 'status' | 'role' | 'debt_repaid'> &
    Record<'available' | 'locked' | 'available_delta' | 'locked_delta', Decimal>
  const { rows } = await sql<Row>`
    select f.user_id, p.full_name, p.member_id, p.status, f.role, f.available, f.locked, f.available_delta, f.locked_delta,
           f.debt_repaid
      from ledger.forecast(${userId}, ${requestId}) f join profiles p on p.id = f.user_id
     order by f.role <> 'member'`.execute(db)
  return rows.map(({ available, locked, available_delta: availableDelta, locked_delta: lockedDelta, ...person }) => {
    const [availableAfter, lockedAfter] = [add(available, availableDelta), add(locked, lockedDelta)]
    return {
      ...person,
      available_before: available,
      available_after: availableAfter,
      locked_before: locked,
      locked_after: lockedAfter,
      total_before: add(available, locked),
      total_after: add(availableAfter, lockedAfter),
    }
  })
}

async function readPaidReward(db: Db, userId: string, request: Request): Promise<Decimal> {
  if (request.kind !== 'buy' || request.status !== 'approved') return '0'
  const paid = await db
    .selectFrom('ledger.movements')
    .select('amount')
    .where('user_id', '=', userId)
    .where('request_id', '=', request.id)
    .where('leg', '=', 'referral')
    .executeTakeFirst()
  return paid?.amount ?? '0'
}
