import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that limits count for an address, in one spelling. An IPv4 address counts by itself, also in its
 * IPv6 form. An IPv6 address counts by its first 64 bits, because one household can use 2^64 addresses within them.
 */
export function ipNetworkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const groups = expand(plain)
  const [high = 0, low = 0] = groups.slice(6)
  const isMappedIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMappedIPv4) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address in any spelling. */
function expand(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? []).slice(1).map(Number)
  const text = dotted
    ? `${address.slice(0, dotted.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
    : address
  const [head = '', tail] = text.split('::')
  const [first, last] = [read(head), read(tail ?? '')]
  if (tail === undefined) return first
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function read(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}
