import type { Transaction } from '../../../contract/requests.ts'
import { toUnits } from '../../../contract/money.ts'

export interface BalanceLine {
  /** An SVG path in a square of 100 by 100: a balance moves in steps. */
  path: string
  /** How far down the newest balance stands, per cent. */
  endPercent: number
  lowest: Transaction
  highest: Transaction
  oldest: Transaction
  newest: Transaction
}

const minCount = 3
const minSpanMs = 86_400_000

/** Whether a line says more than the table beside it: a few movements, spread over days. They come newest first. */
export function isWorthDrawing(transactions: readonly Transaction[]): boolean {
  const [newest, oldest] = [transactions[0], transactions.at(-1)]
  if (!newest || !oldest || transactions.length < minCount) return false
  return Date.parse(newest.created_at) - Date.parse(oldest.created_at) >= minSpanMs
}

/** The balance after each of these transactions, over time. They come newest first, at least one. */
export function drawBalance(transactions: readonly Transaction[]): BalanceLine {
  const inOrder = transactions.toReversed()
  const byBalance = inOrder.toSorted((a, b) => (toUnits(a.balance_after) < toUnits(b.balance_after) ? -1 : 1))
  const [oldest, newest] = [inOrder.at(0), inOrder.at(-1)]
  const [lowest, highest] = [byBalance.at(0), byBalance.at(-1)]
  if (!oldest || !newest || !lowest || !highest) throw new Error('a balance line needs a transaction')

  const start = Date.parse(oldest.created_at)
  const spanMs = Date.parse(newest.created_at) - start
  const floor = toUnits(lowest.balance_after)
  const range = toUnits(highest.balance_after) - floor
  const x = (at: string) => (spanMs === 0 ? 100 : round(((Date.parse(at) - start) / spanMs) * 100))
  // Only the place on the screen is a fraction; amounts stay exact.
  const y = (balance: string) =>
    range === 0n ? 50 : round(100 - Number(((toUnits(balance) - floor) * 10_000n) / range) / 100)

  const steps = inOrder.slice(1).map((step) => `H${x(step.created_at)}V${y(step.balance_after)}`)
  return {
    path: `M0 ${y(oldest.balance_after)}${steps.join('')}H100`,
    endPercent: y(newest.balance_after),
    lowest,
    highest,
    oldest,
    newest,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
