import { transactionTypes, type TransactionType } from '../../../contract/transactions.ts'

const outgoing: readonly string[] = ['WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT'] satisfies TransactionType[]

/** Each type moves coins one way. */
export function isIncoming(type: string): boolean {
  return !outgoing.includes(type)
}

export const incomingTypes = transactionTypes.filter((type) => isIncoming(type))
export const outgoingTypes = transactionTypes.filter((type) => !isIncoming(type))
