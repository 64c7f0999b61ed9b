import { createSearchReader } from './search.ts'

/** Reads the page to open after the login. */
export const returnSearch = createSearchReader<{ return?: string | undefined }>({ return: toReturnPath })

/** Returns a path of this site to come back to, or undefined for anything that leads elsewhere. */
export function toReturnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !isOwnPath(text)) return undefined
  const url = new URL(text, siteOrigin)
  const path = url.pathname + url.search + url.hash
  // The path is checked again after dots are resolved: "/.//evil.example" begins as a path of this site and ends as
  // another site's address.
  return url.origin === siteOrigin && isOwnPath(path) ? path : undefined
}

function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text)
}

// It is only compared with itself: the real address of the site does not matter here.
const siteOrigin = 'https://site.invalid'
