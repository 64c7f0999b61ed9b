import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty } from '../roles.ts'
import { tc } from '../translate.ts'
import type { TransactionType } from './transactions.ts'

/** The most days that one report covers: a leap year. */
export const reportDaysMax = 366

interface Reported {
  name: string
  /** Issued coins are new, redeemed ones are gone, and moved ones change their owner. */
  effect: 'issued' | 'redeemed' | 'moved'
  /** True for coins that come with a purchase, so that a report has them by package. */
  isOfBuy: boolean
  /** True if the requests have frozen USD for it. */
  hasUsd: boolean
  /** True if the screen shows it only for a period that has some. Files always have it. */
  isRare?: true
}

/**
 * The rows and columns of a report, in their order. Null for a type that shows the other side of a type that has one. The
 * compiler asks for each type that the ledger writes, so none is left out of a report by mistake.
 */
export const reportedTypes = {
  BUY: { name: tc('coins of a report', 'Bought'), effect: 'issued', isOfBuy: true, hasUsd: true },
  BONUS: { name: tc('coins of a report', 'Bonus'), effect: 'issued', isOfBuy: true, hasUsd: false },
  REFERRAL_BONUS: { name: tc('coins of a report', 'Rewards'), effect: 'issued', isOfBuy: true, hasUsd: false },
  ADJUSTMENT_IN: { name: tc('coins of a report', 'Adjusted up'), effect: 'issued', isOfBuy: false, hasUsd: false },
  REVERSAL_IN: {
    name: tc('coins of a report', 'Given back'),
    effect: 'issued',
    isOfBuy: false,
    hasUsd: false,
    isRare: true,
  },
  DEBT_IN: {
    name: tc('coins of a report', 'Advanced for debts'),
    effect: 'issued',
    isOfBuy: false,
    hasUsd: false,
    isRare: true,
  },
  WITHDRAWAL: { name: tc('coins of a report', 'Withdrawn'), effect: 'redeemed', isOfBuy: false, hasUsd: true },
  ADJUSTMENT_OUT: { name: tc('coins of a report', 'Adjusted down'), effect: 'redeemed', isOfBuy: false, hasUsd: false },
  REVERSAL_OUT: {
    name: tc('coins of a report', 'Taken back'),
    effect: 'redeemed',
    isOfBuy: false,
    hasUsd: false,
    isRare: true,
  },
  DEBT_OUT: {
    name: tc('coins of a report', 'Debts repaid'),
    effect: 'redeemed',
    isOfBuy: false,
    hasUsd: false,
    isRare: true,
  },
  TRANSFER_OUT: { name: tc('coins of a report', 'Transferred'), effect: 'moved', isOfBuy: false, hasUsd: true },
  TRANSFER_IN: null,
} as const satisfies Record<TransactionType, Reported | null>

type Table = typeof reportedTypes
export type ReportType = { [Type in keyof Table]: Table[Type] extends null ? never : Type }[keyof Table]
/** The types that have a row, in their order. */
export const reportTypes = (Object.keys(reportedTypes) as TransactionType[]).filter(isReported)

export function isReported(type: TransactionType): type is ReportType {
  return reportedTypes[type] !== null
}

export function reported(type: ReportType): Reported {
  return reportedTypes[type]
}

/** Returns the types that the screen shows for a period with these sums. */
export function shownTypes(sums: readonly { type: ReportType; count: number }[]): ReportType[] {
  return reportTypes.filter((type) => !reported(type).isRare || sums.some((sum) => sum.type === type && sum.count > 0))
}

export const getReport = {
  id: 'get_report',
  method: 'GET',
  path: '/api/report',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const exportReportDays = {
  id: 'export_report_days',
  method: 'GET',
  path: '/api/report-days-export',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const exportReportPackages = {
  id: 'export_report_packages',
  method: 'GET',
  path: '/api/report-packages-export',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
