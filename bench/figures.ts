/** One measured figure. A bar starts with its direction. A figure without a bar is informative. */
export interface BenchRow {
  name: string
  value: string
  bar?: string
  pass: boolean
}

/** The unit stands behind the value and the bar. Without digits, a value is written as it is. */
interface Form {
  unit?: string
  digits?: number
}

/** A figure without a bar. */
export function figure(name: string, value: number | string, form: Form = {}): BenchRow {
  return { name, value: write(value, form), pass: true }
}

/** A figure that may be `bar` at most. One that could not be measured is NaN and misses it. */
export function atMost(name: string, value: number, bar: number, form: Form = {}): BenchRow {
  return { name, value: write(value, form), bar: `≤ ${write(bar, { ...form, digits: -1 })}`, pass: value <= bar }
}

/** A figure that must be `bar` at least. One that could not be measured is NaN and misses it. */
export function atLeast(name: string, value: number, bar: number, form: Form = {}): BenchRow {
  return { name, value: write(value, form), bar: `≥ ${write(bar, { ...form, digits: -1 })}`, pass: value >= bar }
}

/** A figure that must be exactly `bar`. */
export function exactly(name: string, value: number, bar: number): BenchRow {
  return { name, value: String(value), bar: `= ${bar}`, pass: value === bar }
}

function write(value: number | string, { unit, digits = -1 }: Form): string {
  const text = typeof value === 'number' && digits >= 0 ? value.toFixed(digits) : String(value)
  return unit === undefined ? text : `${text} ${unit}`
}

/** Returns the value below which this share of all values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
