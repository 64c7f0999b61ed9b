import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** A whole number in digits, within this range. */
export function wholeNumber(least: number, most: number) {
  const range = z.number().check(z.gte(least), z.lte(most))
  return z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.pipe(z.transform(Number), range))
}

/** A text of one line, at most 300 characters long. */
export function oneLine() {
  return z.string().check(z.regex(/^[^\p{Cc}]{1,300}$/u))
}

/** A URL with one of these protocols, each with its colon. */
export function urlOf(...protocols: string[]) {
  return z.string().check(z.refine((url) => URL.canParse(url) && protocols.includes(new URL(url).protocol)))
}

/** True for a URL of nothing but protocol, host and port. */
export function isOrigin(url: string): boolean {
  return URL.canParse(url) && `${new URL(url).origin}/` === new URL(url).href
}

/** Returns the entries of a list that commas separate. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** True for an IP address or a range such as 10.0.0.0/8. */
export function isAddressRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
