import { listSearchMax } from '../../contract/list-criteria.ts'

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

/** One reader for each parameter of a search. */
export type SearchReaders<Search> = { [Name in keyof Required<Search>]: (value: unknown) => Search[Name] }

/**
 * Returns a function that reads a search from an address. It leaves out unknown parameters and invalid values. A filter
 * of the contract without a reader does not compile.
 */
export function createSearchReader<Search extends object>(readers: SearchReaders<Search>) {
  return (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      Object.entries<(value: unknown) => unknown>(readers).map(([name, read]) => [name, read(search[name])]),
    ) as Search
}

/** Returns the search text, cut to the length that the server accepts. */
export function searchTextOf(value: unknown): string | undefined {
  return textOf(value)?.slice(0, listSearchMax)
}

export function idOf(value: unknown): string | undefined {
  return matching(value, idPattern)
}

/** Returns a valid calendar day of this millennium. */
export function dayOf(value: unknown): string | undefined {
  const day = matching(value, /^2\d{3}-\d{2}-\d{2}$/)
  const at = day === undefined ? Number.NaN : Date.parse(day)
  // The browser takes 31 February for a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day ? day : undefined
}

export function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
