import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPage, pagePaths } from '../../contract/pages.ts'

/** Sends the HTML of the page at a path. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply

/**
 * The HTML is the same for every page, except that each asks at once for the files it is made of. All of them are put
 * together and compressed when the server starts, and again when the web app has been built anew beneath it. Without the
 * built web app there are none.
 */
export function readPages(webDir: string): SendPage | undefined {
  const file = join(webDir, 'index.html')
  const readTime = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  let builtAt = readTime()
  if (builtAt === undefined) return undefined
  let documents = readDocuments(webDir)
  return (request, reply, path) => {
    const time = readTime()
    // While one build takes the place of another there is none for a moment.
    if (time !== undefined && time !== builtAt) {
      documents = readDocuments(webDir)
      builtAt = time
    }
    const document = documents.get(findPage(path) ?? elsewhere)
    if (!document) throw new Error(`there is no document for ${path}`)
    return send(request, reply, document)
  }
}

function readDocuments(webDir: string): Map<string, Document> {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const files = readPageFiles(webDir)
  return new Map([...pagePaths, elsewhere].map((page) => [page, toDocument(html, files[page] ?? [])]))
}

const elsewhere = '$'
type Encoding = 'br' | 'gzip' | 'identity'

interface Document {
  tag: string
  bodies: Record<Encoding, Buffer>
}

function readPageFiles(webDir: string): Record<string, string[]> {
  const file = join(webDir, '.pages.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {}
}

function toDocument(html: string, files: string[]): Document {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  const body = Buffer.from(html.replace('</head>', `${links}</head>`))
  return {
    tag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    bodies: { br: brotliCompressSync(body), gzip: gzipSync(body), identity: body },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { tag, bodies }: Document): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const ownTag = `"${tag}-${encoding}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: ownTag })
  if (reply.statusCode === 200 && namesTag(request.headers['if-none-match'], ownTag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies[encoding])
}

/** Compares weakly, as it is done for a page that may be kept: what a proxy has changed is still the same page. */
function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((one) => [tag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** The smallest form that the browser reads. `x;q=0` says that it does not. */
function chooseEncoding(header: string | undefined): Encoding {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
