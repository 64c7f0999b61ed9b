import * as ledger from '../../server/money/ledger/ledger.ts'
import { reverse as reverseRequest, type Reversal } from '../../server/money/ledger/reverse.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { inTransaction } from '../../server/platform/db/transaction.ts'

export { cancel, readBuyTerms, rollUp, submit } from '../../server/money/ledger/ledger.ts'
export type { Adjustment, Decision, Submission } from '../../server/money/ledger/ledger.ts'
export type { Reversal } from '../../server/money/ledger/reverse.ts'

// The calls of administrators, each in a transaction of its own, for tests that put nothing beside them.

export async function decide(db: Db, decision: ledger.Decision): ReturnType<typeof ledger.decide> {
  return inTransaction(db, (tx) => ledger.decide(tx, decision))
}

export async function adjust(db: Db, adjustment: ledger.Adjustment): ReturnType<typeof ledger.adjust> {
  return inTransaction(db, (tx) => ledger.adjust(tx, adjustment))
}

export async function reverse(db: Db, reversal: Reversal): Promise<{ isReversed: boolean; replayed: boolean }> {
  return inTransaction(db, (tx) => reverseRequest(tx, reversal))
}

export async function expireBuy(db: Db): ReturnType<typeof ledger.expireBuy> {
  return inTransaction(db, (tx) => ledger.expireBuy(tx))
}
