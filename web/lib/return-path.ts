/** A path of this site to come back to, or undefined for anything that leads elsewhere. */
export function toReturnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return undefined
  const url = new URL(text, siteOrigin)
  if (url.origin !== siteOrigin) return undefined
  return url.pathname + url.search + url.hash
}

// Only compared with itself: the real address of the site does not matter here.
const siteOrigin = 'https://site.invalid'
