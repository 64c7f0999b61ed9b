import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const strictTransport = { maxAge: 31_536_000, includeSubDomains: true }

/** Lets browsers run and show only content from this site. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // web-pages.ts adds the hash of the one script inside a page of the web app.
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        // A browser would also run the content of an uploaded file in a frame.
        frameSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps(publicUrl) ? strictTransport : false,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
}

/**
 * Sets the headers of an answer to a call that reached no route, such as one with a malformed address. The hooks of a route
 * never run for it. Its body is data, so a browser may show and run nothing of it.
 */
export function secureBareAnswer(reply: FastifyReply, publicUrl: string): void {
  const { maxAge } = strictTransport
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  reply.header('referrer-policy', 'no-referrer')
  reply.header('x-content-type-options', 'nosniff')
  if (isHttps(publicUrl)) reply.header('strict-transport-security', `max-age=${maxAge}; includeSubDomains`)
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
