/** Reads search parameters as plain text: `?type=buy`, never JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/**
 * Returns the value if it is allowed, otherwise undefined. People edit and share addresses, so any value may arrive.
 */
export function oneOf<T extends string>(value: unknown, meant: readonly T[]): T | undefined {
  return meant.find((one) => one === value)
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
