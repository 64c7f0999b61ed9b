import type { FastifyReply } from 'fastify'
import type { StoredFile } from '../files/files.ts'

interface NamedFile extends StoredFile {
  /** A media type. */
  type: string
  /** A browser saves the file under this name. */
  name: string
}

/**
 * Sends a file to save and never a page to show, as an uploaded file must not run as part of this site. Only a small piece
 * of the file is in memory at a time.
 */
export function sendFile(reply: FastifyReply, { stream, size, type, name }: NamedFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('content-length', size)
    .send(stream)
}
