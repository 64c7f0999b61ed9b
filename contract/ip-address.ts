const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = new RegExp(String.raw`^${octet}(?:\.${octet}){3}$`)
const ipv6Characters = /^[\da-f:.]{2,45}$/i
const mappedIpv4 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * Returns the only spelling of an IP address: lower case, in the shortest form of RFC 5952. Returns null for any other
 * text.
 */
export function canonicalIpAddress(text: string): string | null {
  if (ipv4.test(text)) return text
  if (!ipv6Characters.test(text) || !text.includes(':')) return null
  // Every browser and Node read an address in a URL by the same rules.
  const url = `http://[${text}]`
  return URL.canParse(url) ? spellMapped(new URL(url).hostname.slice(1, -1)) : null
}

/** Writes an IPv4 address in IPv6 form with dots. */
function spellMapped(address: string): string {
  const [, high, low] = mappedIpv4.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `::ffff:${[one >> 8, one & 0xff, other >> 8, other & 0xff].join('.')}`
}
