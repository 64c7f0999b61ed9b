import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text for download, written piece by piece. */
export interface Download {
  /** The file's name, without the day and the ending. */
  name: string
  ending: string
  /** The type of the content, in UTF-8. */
  type: string
  chunks: AsyncGenerator<string>
}

/**
 * Answers with a file. Only one piece is in memory: the next is made when the client has taken the last, and none after the
 * client has gone or the reader's session has ended. A failure before the first piece is answered as usual. A later one breaks
 * the connection, so that half a file is not taken for a whole one.
 */
export async function sendDownload(
  reply: FastifyReply,
  { name, ending, type, chunks }: Download,
): Promise<FastifyReply> {
  const day = new Date().toISOString().slice(0, 10)
  const isHead = reply.request.method === 'HEAD'
  const first = isHead ? undefined : await chunks.next()
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}-${day}.${ending}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(first === undefined ? '' : Readable.from(join(first, chunks, reply.request), { objectMode: false }))
}

/** Checks the reader again before each further piece, because a file may take minutes. */
async function* join(first: IteratorResult<string>, rest: AsyncGenerator<string>, { checkCaller }: FastifyRequest) {
  try {
    if (first.done) return
    yield first.value
    for await (const chunk of rest) {
      await checkCaller?.()
      yield chunk
    }
  } finally {
    // The client may go away while the first piece is being sent.
    await rest.return(undefined)
  }
}
