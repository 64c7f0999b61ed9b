import type { Endpoint } from '../endpoint.ts'
import { adminOnly, auditing, everyDuty } from '../roles.ts'
import { t, tc } from '../translate.ts'

/** Every type that the ledger writes, with its name for administrators. */
export const transactionTypeNames = {
  BUY: tc('type of a transaction', 'Buy'),
  BONUS: t('Package bonus'),
  REFERRAL_BONUS: t('Referral bonus'),
  WITHDRAWAL: t('Withdrawal'),
  TRANSFER_IN: t('Transfer received'),
  TRANSFER_OUT: t('Transfer sent'),
  ADJUSTMENT_IN: t('Adjustment, added'),
  ADJUSTMENT_OUT: t('Adjustment, taken'),
  REVERSAL_IN: t('Reversal, given back'),
  REVERSAL_OUT: t('Reversal, taken back'),
  DEBT_IN: t('Advance for a debt'),
  DEBT_OUT: t('Debt repaid'),
} as const
export type TransactionType = keyof typeof transactionTypeNames
export const transactionTypes = Object.keys(transactionTypeNames) as [TransactionType, ...TransactionType[]]

export const transactionSorts = ['date', 'user', 'type', 'coins_in', 'coins_out', 'rate', 'value', 'balance'] as const

/** The most days that one call can look back, and the days that it looks back by default. */
export const transactionDaysMax = 366

export const transactionDaysDefault = 30

export const listTransactions = {
  id: 'list_transactions',
  method: 'GET',
  path: '/api/transactions',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const getTransactionTotals = {
  id: 'get_transaction_totals',
  method: 'GET',
  path: '/api/transaction-totals',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const listTransactionDays = {
  id: 'list_transaction_days',
  method: 'GET',
  path: '/api/transaction-days',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const exportTransactions = {
  id: 'export_transactions',
  method: 'GET',
  path: '/api/transaction-export',
  access: adminOnly,
  duties: auditing,
  stepUp: { action: 'decision', when: 'always' },
} as const satisfies Endpoint
