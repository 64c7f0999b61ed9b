/** Search parameters are plain text in the address bar: `?type=buy`, never JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The value if it is one of those that are meant, and otherwise nothing: addresses are typed and shared by people. */
export function oneOf<T extends string>(value: unknown, meant: readonly T[]): T | undefined {
  return meant.find((one) => one === value)
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
