import type { FastifyInstance } from 'fastify'
import { canonicalIpAddress } from '../../../contract/ip-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    clientAddress: string
  }
}

/**
 * Stores the address of each client at the start of its call. A connection that breaks later has no address any more,
 * but its call is still performed and recorded.
 */
export function storeClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    request.clientAddress = normaliseClientAddress(request.ip)
  })
}

/**
 * Returns a client's address in the spelling in which it is recorded and searched. An IPv4 address has its own
 * spelling, also on a server that listens on IPv6. Other text stays as it is, and a closed connection gives an empty
 * text.
 */
export function normaliseClientAddress(address: string | undefined): string {
  if (address === undefined) return ''
  const spelling = canonicalIpAddress(address) ?? address
  return spelling.replace(/^::ffff:(?=\d+\.)/, '')
}
