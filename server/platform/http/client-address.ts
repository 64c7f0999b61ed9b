import type { FastifyInstance } from 'fastify'
import { canonicalAddress } from '../../../contract/ip-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    clientAddress: string
  }
}

/**
 * Looks up the address of each client as soon as a call begins. Of a connection that breaks off meanwhile nobody could tell any
 * more whose it was, and what was asked for is done and recorded all the same.
 */
export function keepClientAddress(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    request.clientAddress = spellAddress(request.ip)
  })
}

/**
 * The address of a client in the spelling that it is recorded in and found by, whichever way it came: an IPv4 address is
 * itself, also on a server that listens on IPv6. What is no address stays as it is; a connection that is gone has none.
 */
export function spellAddress(address: string | undefined): string {
  if (address === undefined) return ''
  const spelling = canonicalAddress(address) ?? address
  return spelling.replace(/^::ffff:(?=\d+\.)/, '')
}
