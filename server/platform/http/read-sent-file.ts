import type { FastifyRequest } from 'fastify'

/** Returns the bytes of an upload and the type that its sender declared. A call without a body has no bytes. */
export function readSentFile({ body, headers }: FastifyRequest): { bytes: Buffer; declaredType: string } {
  return { bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0), declaredType: headers['content-type'] ?? '' }
}
