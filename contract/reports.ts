import * as z from 'zod/mini'
import * as endpoints from './endpoints/reports.ts'
import { decimal, defineOperation, id, moment } from './operation.ts'

/** The first and the last day of a report, in UTC. */
const period = { from: utcDay(), to: utcDay() }

function utcDay() {
  return z.iso.date().check(z.regex(/^2/))
}

/** The movements of a type, added up. */
export const reportSum = z.object({
  type: z.enum(endpoints.reportTypes),
  count: z.number(),
  /** Never negative: the type says if they come or go. */
  coins: decimal,
  /** The USD that the requests have frozen. Zero for a type without. */
  usd: decimal,
})
export type ReportSum = z.infer<typeof reportSum>

const payments = z.object({ count: z.number(), usdt: decimal })
/** The types of which something moved, in the order of the report. */
const sums = z.array(reportSum)

export const reportDay = z.object({ day: z.iso.date(), sums, net_coins: decimal, paid_out: payments })
export type ReportDay = z.infer<typeof reportDay>

/** The sums of the purchases of a package; of top-ups if the package is null. */
export const reportPackage = z.object({ package: z.nullable(z.object({ id, name: z.string() })), sums })
export type ReportPackage = z.infer<typeof reportPackage>

/** The coins of the platform at this moment. Issued less redeemed coins are held; held ones are locked, maturing or matured. */
export const platformBalance = z.object({
  at: moment,
  issued_coins: decimal,
  redeemed_coins: decimal,
  held_coins: decimal,
  /** In withdrawals and transfers that wait for a decision. */
  locked_coins: decimal,
  /** Bonuses and rewards that can be neither withdrawn nor sent yet. */
  maturing_coins: decimal,
  /** All other coins. */
  matured_coins: decimal,
  /** The approved withdrawals that are not paid yet. */
  to_pay: payments,
})
export type PlatformBalance = z.infer<typeof platformBalance>

export const getReport = defineOperation(endpoints.getReport, {
  summary: `What was bought, given, withdrawn, paid out, transferred and adjusted in a period of at most ${endpoints.reportDaysMax} UTC days, by day and by package, with the coins at both ends, and the balance of the platform now. Each movement counts on its own day, and a payout on the day on which it was sent.`,
  query: z.strictObject(period),
  output: z.object({
    opening_coins: decimal,
    closing_coins: decimal,
    /** The whole period. */
    sums,
    paid_out: payments,
    /** Every day of the period that has begun, the oldest first. */
    days: z.array(reportDay),
    packages: z.array(reportPackage),
    balance: platformBalance,
  }),
  errors: ['report_too_long'],
})
export type Report = z.infer<typeof getReport.output>

export const exportReportDays = defineOperation(endpoints.exportReportDays, {
  summary: 'The days of a report as a CSV file, the oldest first.',
  query: z.strictObject(period),
  download: true,
  output: z.any(),
  errors: ['report_too_long'],
})

export const exportReportPackages = defineOperation(endpoints.exportReportPackages, {
  summary: 'The packages of a report as a CSV file.',
  query: z.strictObject(period),
  download: true,
  output: z.any(),
  errors: ['report_too_long'],
})
