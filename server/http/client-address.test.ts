import { expect, test } from 'vitest'
import { spellAddress } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:DB8:0:7:0:0:0:1', '2001:db8:0:7::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
])('the address %s is recorded as %s', (address, spelling) => expect(spellAddress(address)).toBe(spelling))
