import { sql } from 'kysely'
import type { ChainTransaction } from '../../platform/chain/tron-client.ts'
import { Unchecked, type UncheckedReason } from '../../platform/chain/unchecked.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isAboutQuestion, waitSeconds, type QuestionDeps } from '../deposits/questions.ts'
import { payoutQuestions } from './payout-questions.ts'

/** A call that the budget has cut short waits until the calls of a minute are there again, as it would use up each single one. */
const budgetSeconds = 30

interface Question {
  hash: string
  attempts: number
}

/**
 * Asks the chain for the transaction of a payout that has waited longest, and keeps the answer. Returns false if none is due. Throws
 * Unchecked if no provider has answered.
 * @param onPayouts hears of the members of payouts that have changed
 */
export async function askPayout(deps: QuestionDeps, onPayouts?: (userIds: string[]) => void): Promise<boolean> {
  const { rows } = await sql<Question>`${payoutQuestions(deps.now())} limit 1`.execute(deps.db)
  const question = rows[0]
  if (!question) return false
  let transaction: ChainTransaction | null
  try {
    transaction = await deps.chain.readFinal(question.hash)
  } catch (error) {
    if (!(error instanceof Unchecked)) throw error
    await postponeFailure(deps, question, error.reason)
    throw error
  }
  if (transaction === null) {
    await postpone(deps, question, 'unknown', waitSeconds(question.attempts + 1, true))
    return true
  }
  const userIds = await keep(deps, question, transaction)
  if (userIds.length > 0) onPayouts?.(userIds)
  return true
}

async function postponeFailure(deps: QuestionDeps, question: Question, reason: UncheckedReason): Promise<void> {
  const { db, now } = deps
  if (reason !== 'out_of_budget' && reason !== 'backing_off')
    return postpone(deps, question, reason, waitSeconds(question.attempts, isAboutQuestion(reason)))
  // Nothing was asked, so nothing is known that was not known before.
  await sql`
    update public.payout_transactions set due_at = ${now()} + make_interval(secs => ${budgetSeconds})
     where hash = ${question.hash} and outcome is null`.execute(db)
}

/** Notes why a question had no final answer. A failure of the provider alone does not make the next waits longer. */
async function postpone(
  { db, now }: QuestionDeps,
  { hash }: Question,
  problem: UncheckedReason | 'unknown',
  seconds: number,
): Promise<void> {
  const isCounted = problem === 'unknown' || isAboutQuestion(problem)
  await sql`
    update public.payout_transactions
       set problem = ${problem}, attempts = attempts + ${isCounted ? 1 : 0}, asked_at = ${now()},
           due_at = ${now()} + make_interval(secs => ${seconds})
     where hash = ${hash} and outcome is null`.execute(db)
}

/** Keeps all transfers and the outcome, and compares the payouts with them, all in one transaction. Returns the members concerned. */
async function keep({ db, now }: QuestionDeps, { hash }: Question, transaction: ChainTransaction): Promise<string[]> {
  const { failure, transfers, otherTransfers, blockNumber, blockTime } = transaction
  const logs = [
    ...transfers.map((transfer) => ({ ...transfer, isToken: true })),
    ...otherTransfers.map((transfer) => ({ ...transfer, isToken: false })),
  ].map(({ logIndex, contract, isToken, from, to, units }) => ({
    log_index: logIndex,
    contract,
    is_token: isToken,
    from_address: from,
    to_address: to,
    units: units.toString(),
  }))
  return inTransaction(db, async (tx) => {
    // Another server may have asked the same question. Then its answer stands.
    const judged = await sql`
      update public.payout_transactions
         set outcome = ${failure === null ? 'succeeded' : 'failed'}, block_number = ${blockNumber},
             block_time = ${blockTime.toISOString()}::timestamptz, judged_at = ${now()}, asked_at = ${now()}, problem = null
       where hash = ${hash} and outcome is null returning true`.execute(tx)
    if (judged.rows.length === 0) return []
    await sql`
      insert into public.payout_logs (hash, log_index, contract, is_token, from_address, to_address, units)
      select ${hash}, l.log_index, l.contract, l.is_token, l.from_address, l.to_address, l.units
        from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb)
          as l (log_index integer, contract text, is_token boolean, from_address text, to_address text, units numeric)`.execute(
      tx,
    )
    const { rows } = await sql<{ userId: string }>`
      select distinct user_id as "userId" from ledger.match_payouts(${hash})`.execute(tx)
    return rows.map(({ userId }) => userId)
  })
}
