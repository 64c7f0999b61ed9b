import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../loopback.ts'

/** Networks that are not of the public internet, by RFC 6890 and its companions. */
const internal = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(address, bits, 'ipv4')
}
// All public addresses of IPv6 are in 2000::/3. Some parts of it lead into networks of IPv4, or are for examples.
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  internal.addSubnet(address, bits, 'ipv6')
}

/** The push services of the browsers' makers: of Chrome and its kin, Firefox, Edge and Safari. Any name below counts, too. */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
]

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !internal.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !internal.check(address, 'ipv6')
}

/**
 * True for an endpoint that may be called: https at the usual port of a known push service. A browser names it, so it could be
 * anything. With `allowsLoopback`, which is for tests, it may be a server on this machine.
 */
export function isPushEndpoint(endpoint: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (allowsLoopback && isLoopback(hostname)) return protocol === 'http:'
  const isService = services.some((service) => hostname === service || hostname.endsWith(`.${service}`))
  return protocol === 'https:' && port === '' && isService
}

/**
 * Looks a host up for a connection, and refuses one with an internal address. The connection takes the address that was checked,
 * so a name that changes in between leads nowhere else.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error || !first) return callback(error ?? new Error('no address'), '')
    if (!found.every(({ address }) => isPublicAddress(address))) return callback(new Error('an internal address'), '')
    if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}
