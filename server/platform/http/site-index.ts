import type { FastifyInstance } from 'fastify'
import { pageDescriptions } from '../../../contract/page-descriptions.ts'
import { findPage } from '../../../contract/pages.ts'

/** Addresses that search engines must leave out: pages behind a sign-in or a mailed link, and those for machines. */
const closed = ['/dashboard', '/admin', '/api', '/dev', '/reset-password', '/not-me', '/confirm-email', '/unsubscribe']

/** Returns true if search engines may list the page. Those are the pages with a description. */
export function isInSiteIndex(path: string): boolean {
  const page = findPage(path)
  return page !== undefined && page in pageDescriptions
}

/** Tells search engines which pages to list, and which addresses to avoid. */
export function addSiteIndex(app: FastifyInstance, publicUrl: string): void {
  const robots = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  const urls = Object.keys(pageDescriptions).map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(`${robots.join('\n')}\n`))
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap))
}
