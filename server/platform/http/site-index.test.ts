import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '../../../contract/pages.ts'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'

const origin = 'https://coins.example.org'
const webDir = mkdtempSync(join(tmpdir(), 'et-web-'))
let site: TestApp
beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><html lang="en"><title>ET</title>')
  site = await createTestApp({ PUBLIC_URL: origin }, { webDir })
})
afterAll(async () => {
  await site.close()
  rmSync(webDir, { recursive: true })
})

const get = async (url: string) => site.app.inject({ url })

/** Reads the disallowed beginnings of addresses, as search engines do. */
async function readDisallowed(): Promise<string[]> {
  return [...(await get('/robots.txt')).body.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
}

test('robots.txt keeps search engines out of private pages, and names the site map', async () => {
  const answer = await get('/robots.txt')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toMatch(/^User-agent: \*\n/)
  expect(answer.body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  const disallowed = await readDisallowed()
  const isOpen = (path: string) => !disallowed.some((start) => path.startsWith(start))
  for (const path of [
    '/dashboard/buy',
    '/admin/users',
    '/admin-login',
    '/api/packages',
    '/reset-password',
    '/not-me',
    '/confirm-email',
    '/unsubscribe',
  ]) {
    expect([path, isOpen(path)]).toEqual([path, false])
  }
  for (const path of ['/', '/terms', '/privacy', '/signup', '/og.png'])
    expect([path, isOpen(path)]).toEqual([path, true])
})

test('the site map lists each public page with its full address', async () => {
  const answer = await get('/sitemap.xml')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  const listed = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(listed).toEqual(expect.arrayContaining([`${origin}/`, `${origin}/terms`, `${origin}/privacy`]))
  const disallowed = await readDisallowed()
  for (const url of listed) {
    const path = url.slice(origin.length)
    expect([path, (pagePaths as readonly string[]).includes(path)]).toEqual([path, true])
    expect(disallowed.filter((start) => path.startsWith(start))).toEqual([])
  }
})

test('a page outside of the site map, and an unknown address, ask not to be indexed', async () => {
  for (const path of ['/dashboard', '/admin', '/admin-login', '/reset-password', '/nowhere']) {
    expect([path, (await get(path)).headers['x-robots-tag']]).toEqual([path, 'noindex'])
  }
  for (const path of ['/', '/terms', '/signup?ref=ET-000001']) {
    expect([path, (await get(path)).headers['x-robots-tag']]).toEqual([path, undefined])
  }
})
