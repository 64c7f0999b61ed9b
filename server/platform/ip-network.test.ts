import { expect, test } from 'vitest'
import { ipNetworkOf } from './ip-network.ts'

test.each(['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])(
  '%s is one IPv4 address',
  (address) => expect(ipNetworkOf(address)).toBe('203.0.113.9'),
)

test.each([
  '2001:db8:0:7::1',
  '2001:DB8:0:7:ffff:ffff:ffff:ffff',
  '2001:0db8:0000:0007:0000:0000:0000:0001',
  '2001:db8::7:0:0:0:9',
  '2001:db8:0:7::%eth0',
  '2001:db8:0:7::192.0.2.1',
])('%s is in one network', (address) => expect(ipNetworkOf(address)).toBe('2001:db8:0:7::/64'))

test('other networks have other names, and so have the loopback and an invalid address', () => {
  expect(ipNetworkOf('2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(ipNetworkOf('::1')).toBe('0:0:0:0::/64')
  expect(ipNetworkOf('::')).toBe('0:0:0:0::/64')
  expect(ipNetworkOf('unknown')).toBe('unknown')
})
