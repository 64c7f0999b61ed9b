import { readTypedNumber } from '../../contract/typed-number.ts'

export interface StepRange {
  /** Steps and bounds are whole amounts. */
  step: number
  min?: number | undefined
  max?: number | undefined
  /** A unit that may be typed beside the amount. */
  unit?: string | undefined
}

/**
 * Returns the next multiple of `step` above or below a typed amount, within the bounds. A text that is not a whole
 * amount counts as zero; thousands separators are allowed. It is exact for any length, as amounts are never binary
 * fractions.
 */
export function stepAmount(text: string, direction: 1 | -1, { step, min = 0, max, unit }: StepRange): string {
  const typed = readTypedNumber(text, { unit }) ?? ''
  const amount = /^\d+$/.test(typed) ? BigInt(typed) : 0n
  const size = BigInt(step)
  const stepsBelow = amount / size
  const isMultiple = amount % size === 0n
  const next = direction === 1 ? stepsBelow + 1n : isMultiple ? stepsBelow - 1n : stepsBelow
  return clamp(next * size, BigInt(min), max === undefined ? undefined : BigInt(max)).toString()
}

function clamp(amount: bigint, min: bigint, max: bigint | undefined): bigint {
  if (amount < min) return min
  if (max !== undefined && amount > max) return max
  return amount
}
