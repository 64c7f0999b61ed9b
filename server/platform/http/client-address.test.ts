import { fastify } from 'fastify'
import { once } from 'node:events'
import { createConnection, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { storeClientAddress, normaliseClientAddress } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:DB8:0:7:0:0:0:1', '2001:db8:0:7::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
  [undefined, ''],
])('the address %s is recorded as %s', (address, spelling) => expect(normaliseClientAddress(address)).toBe(spelling))

test('a call of a client that has disconnected still has its address', async () => {
  const app = fastify()
  storeClientAddress(app)
  const begun = Promise.withResolvers<void>()
  const address = Promise.withResolvers<string>()
  app.get('/', async (request) => {
    begun.resolve()
    await once(request.raw.socket, 'close')
    address.resolve(request.clientAddress)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.promise
  client.destroy()
  expect(await address.promise).toBe('127.0.0.1')
  await app.close()
})
