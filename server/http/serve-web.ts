import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { Refusal } from '../db/refusal.ts'

const immutable = 'public, max-age=31536000, immutable'

/**
 * The built web app. Files with a hash in their name never change; every other address that is no file gets the page,
 * whose router knows the routes.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, operations: Operation[]): Promise<void> {
  const hasPage = existsSync(join(webDir, 'index.html'))
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: webDir,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
      },
    })
  }
  const known = operations.map(({ path, method }) => ({ method, pattern: toPattern(path) }))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (methods.length > 0) reply.header('allow', methods.join(', '))
      throw new Refusal(methods.length > 0 ? 'method_not_allowed' : 'not_found')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('method_not_allowed')
    if (path.includes('.') || path.startsWith('/dev/')) throw new Refusal('not_found')
    return sendPage(reply, hasPage)
  })
}

async function sendPage(reply: FastifyReply, hasPage: boolean): Promise<FastifyReply> {
  if (!hasPage) return reply.status(503).type('text/plain').send('The web app is not built yet: run "npm start".\n')
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}
