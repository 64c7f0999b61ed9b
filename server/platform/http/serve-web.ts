import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { eventsPath } from '../../../contract/events.ts'
import type { Operation } from '../../../contract/operation.ts'
import { isPage } from '../../../contract/pages.ts'
import { Refusal } from '../db/refusal.ts'
import { addSiteIndex, isInSiteIndex } from './site-index.ts'
import { addPseudoLanguages } from './pseudo-languages.ts'
import { readPages } from './web-pages.ts'

const immutable = 'public, max-age=31536000, immutable'
/** Addresses of the API that are no operations of its contract. */
const further = ['/api/health', '/api/health/live', '/api/version', eventsPath, '/api/openapi.json'].map((path) => ({
  method: 'GET',
  path,
}))
/** Addresses that only machines ask for. Tools look there for data that other servers reveal. */
const machinePath = /\.|^\/(?:dev|debug|metrics)(?:\/|$)/

/** The server builds the pages itself, and sends compressed files under the names of their originals. */
const noFile = /\/$|^\/(?:index|landing)\.html$|\.(?:br|gz)$/

interface Site {
  webDir: string
  publicUrl: string
  operations: Operation[]
  hasPseudoLanguages: boolean
}

/**
 * Serves the built web app. Files with a hash in their name never change. The HTML of every page starts the same app.
 * At an unknown address, the app tells people so, and the status 404 tells machines.
 */
export async function serveWeb(
  app: FastifyInstance,
  { webDir, publicUrl, operations, hasPseudoLanguages }: Site,
): Promise<void> {
  const furtherLanguages = hasPseudoLanguages ? addPseudoLanguages(app) : []
  const sendPage = readPages({ webDir, publicUrl, furtherLanguages })
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: webDir,
      cacheControl: false,
      dotfiles: 'ignore',
      index: false,
      preCompressed: true,
      allowedPath: (path) => !noFile.test(path),
      // The files are so short that no client needs a part of one.
      acceptRanges: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
      },
    })
  }
  addSiteIndex(app, publicUrl)
  // Password managers look here for the page that changes a password.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/dashboard/profile', 302))
  const known = [...operations, ...further].map(({ path, method }) => ({ method, pattern: toPattern(path) }))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (methods.length > 0) reply.header('allow', methods.join(', '))
      throw new Refusal(methods.length > 0 ? 'method_not_allowed' : 'not_found')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('method_not_allowed')
    if (machinePath.test(path)) throw new Refusal('not_found')
    // Without the web app, an address that is no page is still unknown.
    if (!sendPage && !isPage(path)) throw new Refusal('not_found')
    if (!sendPage) return reply.status(503).type('text/plain').send('The web app is not built yet: run "npm start".\n')
    if (!isInSiteIndex(path)) reply.header('x-robots-tag', 'noindex')
    return sendPage(request, reply.status(isPage(path) ? 200 : 404), path)
  })
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}
