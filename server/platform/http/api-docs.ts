import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { describeApi } from './openapi.ts'

// The page sets styles in its markup. It needs no other exception, and loads nothing from elsewhere.
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

/** Adds the description of the API for machines, and a page of it for people. */
export async function addApiDocs(
  app: FastifyInstance,
  operations: Operation[],
  site: Parameters<typeof describeApi>[1],
): Promise<void> {
  const document = describeApi(operations, site)
  const text = JSON.stringify(document)
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: 'ET API', favicon: [] },
    // This layout has no bar that loads descriptions from other addresses.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list' },
  })
}
