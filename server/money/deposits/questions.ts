import { sql } from 'kysely'
import type { Chain, ChainTransaction } from '../../platform/chain/chain.ts'
import { Unchecked, type UncheckedReason } from '../../platform/chain/unchecked.ts'
import type { Db } from '../../platform/db/client.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Clock } from './watch-lease.ts'

// A row of chain_transactions without an outcome is a question: what does this transaction say in a final block? A
// question stays until it has a final answer, however long that takes.

export interface QuestionDeps {
  db: Db
  now: Clock
  chain: Chain
  /** Hears of transactions that were not known before, and of those that have an answer. */
  onSeen?: ((hashes: string[]) => Promise<void>) | undefined
}

interface Question {
  hash: string
  attempts: number
  first_seen: string
}

/** The wait after the first attempt without an answer. Each further wait is twice as long, up to the longest. */
const firstWaitSeconds = 10
const longestWaitSeconds = 6 * 60 * 60
/** These failures are the provider's, and say nothing about the transaction. The question is not to blame. */
const providerFailures: readonly UncheckedReason[] = [
  'rate_limited',
  'penalty',
  'overloaded',
  'bad_gateway',
  'busy',
  'timed_out',
  'unreachable',
  'cut_off',
]

/** True for a failure that a further attempt may meet again, so that the wait grows. */
export const isAboutQuestion = (reason: UncheckedReason): boolean => !providerFailures.includes(reason)

/** Returns the wait until the next attempt. */
export function waitSeconds(attempts: number, isCounted: boolean): number {
  return isCounted ? Math.min(firstWaitSeconds * 2 ** Math.min(attempts, 20), longestWaitSeconds) : firstWaitSeconds
}

/**
 * Makes a question of each hash that a member has named for an open buy, so that a payment is found which the lists leave out. Its
 * hint is the amount of the buy, which it claims to pay.
 */
export async function queueNamedHashes({ db, now }: Pick<QuestionDeps, 'db' | 'now'>): Promise<void> {
  await sql`
    insert into chain_transactions (hash, hint_units, first_seen, due_at)
    select distinct on (named.hash) named.hash, named.units, ${now()}, ${now()}
      from (select ledger.comparable_hash(transaction_hash) as hash, usdt_amount * 1000000 as units from ledger.requests
             where kind = 'buy' and status = 'pending' and transaction_hash is not null) named
     where named.hash ~ '^[0-9a-f]{64}$' and not exists (select from chain_transactions t where t.hash = named.hash)
    on conflict (hash) do nothing`.execute(db)
}

/**
 * Asks the chain the most urgent question that is due, and keeps the answer. With `isPaying` only such as have the amount of an
 * open buy. Returns false if none is due.
 */
export async function askNext(deps: QuestionDeps, { isPaying }: { isPaying: boolean }): Promise<boolean> {
  const question = await (isPaying ? findPaying(deps) : findGreatest(deps))
  if (!question) return false
  let transaction: ChainTransaction | null
  try {
    transaction = await deps.chain.readFinal(question.hash)
  } catch (error) {
    if (!(error instanceof Unchecked)) throw error
    if (error.reason !== 'out_of_budget' && error.reason !== 'backing_off') {
      await postpone(deps, question, error.reason, isAboutQuestion(error.reason))
    }
    throw error
  }
  if (transaction === null) await postpone(deps, question, 'unknown', true)
  else {
    await keep(deps, question, transaction)
    await deps.onSeen?.([question.hash])
  }
  return true
}

async function findPaying({ db, now }: QuestionDeps): Promise<Question | undefined> {
  const { rows } = await sql<Question>`
    select t.hash, t.attempts, t.first_seen
      from ledger.requests r join chain_transactions t on t.hint_units = r.usdt_amount * 1000000
     where r.kind = 'buy' and r.status = 'pending' and t.outcome is null and t.due_at <= ${now()}
     order by t.attempts, t.due_at, t.hash limit 1`.execute(db)
  return rows[0]
}

async function findGreatest({ db, now }: QuestionDeps): Promise<Question | undefined> {
  const { rows } = await sql<Question>`
    select hash, attempts, first_seen from chain_transactions
     where outcome is null and due_at <= ${now()} order by hint_units desc, due_at limit 1`.execute(db)
  return rows[0]
}

async function postpone(
  { db, now }: QuestionDeps,
  { hash, attempts }: Question,
  problem: string,
  isCounted: boolean,
): Promise<void> {
  const seconds = waitSeconds(attempts, isCounted)
  await sql`
    update chain_transactions
       set problem = ${problem}, attempts = attempts + ${isCounted ? 1 : 0}, due_at = ${now()} + make_interval(secs => ${seconds})
     where hash = ${hash} and outcome is null`.execute(db)
}

/** Keeps the transfers to our addresses and the outcome in one transaction, so that neither is ever there alone. */
async function keep({ db, now }: QuestionDeps, question: Question, transaction: ChainTransaction): Promise<void> {
  const { failure, transfers, blockNumber, blockTime } = transaction
  await inTransaction(db, async (tx) => {
    const addresses = await tx.selectFrom('deposit_addresses').select('address').distinct().execute()
    const ours = new Set(addresses.map(({ address }) => address))
    const paying = transfers.filter(({ to, units }) => ours.has(to) && units > 0n)
    if (paying.length > 0) {
      await tx
        .insertInto('chain_transfers')
        .values(
          paying.map(({ logIndex, contract, from, to, units }) => ({
            transaction_hash: question.hash,
            log_index: logIndex,
            contract,
            from_address: from,
            to_address: to,
            units: units.toString(),
            block_number: String(blockNumber),
            block_time: blockTime.toISOString(),
            first_seen: question.first_seen,
            final_at: now(),
          })),
        )
        // Another server may have asked the same question.
        .onConflict((conflict) => conflict.columns(['transaction_hash', 'log_index']).doNothing())
        .execute()
    }
    await sql`
      update chain_transactions
         set outcome = ${failure === null ? 'succeeded' : 'failed'}, judged_at = ${now()}, problem = null
       where hash = ${question.hash} and outcome is null`.execute(tx)
  })
}
