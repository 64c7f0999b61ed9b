import { fromUnits, type Decimal } from '../../../contract/money.ts'
import type { Request } from './model-world.ts'

/** The movements of one type with the purchases of one package, or of none. */
export interface ReportedSum {
  type: string
  packageId: string | null
  count: number
  coins: bigint
  usd: bigint
}

/** Adds a movement of a request to the report; of a correction without one. */
export function noteReported(
  sums: Map<string, ReportedSum>,
  type: string,
  coins: bigint,
  request?: Pick<Request, 'packageId' | 'credited' | 'usd'>,
): void {
  // A purchase that is credited in part is no purchase of its package.
  const packageId = request && !request.credited ? request.packageId : null
  const hasUsd = request !== undefined && type !== 'BONUS' && type !== 'REFERRAL_BONUS'
  const key = `${type} ${packageId ?? ''}`
  const sum = sums.get(key) ?? { type, packageId, count: 0, coins: 0n, usd: 0n }
  sum.count += 1
  sum.coins += coins
  if (hasUsd) sum.usd += request.credited?.usd ?? request.usd
  sums.set(key, sum)
}

interface ShownSum {
  count: number
  coins: Decimal
  usd: Decimal
}

/** Returns the sums of a report by type, of all packages together. */
export function reportOf(sums: ReadonlyMap<string, ReportedSum>): Record<string, ShownSum> {
  return byKey([...sums.values()], ({ type }) => type)
}

/** Returns what came with the purchases of each package and with top-ups, by package and type. */
export function packageReportOf(sums: ReadonlyMap<string, ReportedSum>): Record<string, ShownSum> {
  const ofBuys = [...sums.values()].filter(({ type }) => ['BUY', 'BONUS', 'REFERRAL_BONUS'].includes(type))
  return byKey(ofBuys, ({ type, packageId }) => `${packageId ?? 'top-ups'} ${type}`)
}

function byKey(sums: ReportedSum[], keyOf: (sum: ReportedSum) => string): Record<string, ShownSum> {
  return Object.fromEntries(
    [...Map.groupBy(sums, keyOf)].map(([key, own]) => {
      const total = (of: (sum: ReportedSum) => bigint) => fromUnits(own.reduce((all, sum) => all + of(sum), 0n))
      const count = own.reduce((all, sum) => all + sum.count, 0)
      return [key, { count, coins: total(({ coins }) => coins), usd: total(({ usd }) => usd) }]
    }),
  )
}
