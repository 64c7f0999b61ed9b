import type { TransactionType } from '../../../contract/endpoints/transactions.ts'

const outgoing: readonly string[] = [
  'WITHDRAWAL',
  'TRANSFER_OUT',
  'ADJUSTMENT_OUT',
  'REVERSAL_OUT',
  'DEBT_OUT',
] satisfies TransactionType[]

/** True if the type adds coins to a balance. Each type moves coins in one direction only. */
export function isIncoming(type: string): boolean {
  return !outgoing.includes(type)
}
