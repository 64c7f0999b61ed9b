import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'et-web-'))
const html = '<!doctype html><head></head><p>ET</p>'
const pageVaries = 'accept-encoding, accept-language, cookie'
const script = 'let coins = 0\n'.repeat(500)
const scriptPath = '/assets/app-3f2a.js'
let site: TestApp
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), html)
  writeFileSync(
    join(webDir, '.pages.json'),
    JSON.stringify({ '/login': ['assets/login-1.js'], $: ['assets/none-1.js'] }),
  )
  writeFileSync(join(webDir, scriptPath), script)
  writeFileSync(join(webDir, `${scriptPath}.br`), brotliCompressSync(script))
  writeFileSync(join(webDir, `${scriptPath}.gz`), gzipSync(script))
  writeFileSync(join(webDir, 'assets/text-9b.woff2'), 'no letters')
  site = await createTestApp({}, { webDir })
})
afterAll(async () => {
  await site.close()
  rmSync(webDir, { recursive: true })
})

const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.inject({ method, url, headers })

const unpack = {
  br: (body: Buffer) => brotliDecompressSync(body).toString(),
  gzip: (body: Buffer) => gunzipSync(body).toString(),
}

test.each([
  ['br', 'gzip, deflate, br, zstd'],
  ['br', 'BR'],
  ['gzip', 'gzip, deflate'],
  ['gzip', 'gzip;q=1.0, br;q=0'],
] as const)('sends the %s form to a browser that accepts "%s"', async (encoding, accepted) => {
  for (const [url, content, varies] of [
    ['/', html, pageVaries],
    [scriptPath, script, 'accept-encoding'],
  ] as const) {
    const answer = await get(url, { 'accept-encoding': accepted })
    expect([url, answer.headers['content-encoding'], answer.headers['vary']]).toEqual([url, encoding, varies])
    expect(unpack[encoding](answer.rawPayload)).toBe(content)
  }
  const file = await get(scriptPath, { 'accept-encoding': accepted })
  expect(file.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each([undefined, 'identity', 'compress, sdch', 'br;q=0, gzip;q=0.0'])(
  'sends the plain form to a client that accepts %s, and tells caches of the other forms',
  async (accepted) => {
    for (const [url, content, varies] of [
      ['/', html, pageVaries],
      [scriptPath, script, 'accept-encoding'],
    ] as const) {
      const answer = await get(url, accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect([url, answer.headers['vary'], answer.body]).toEqual([url, varies, content])
    }
  },
)

test('each form has its own entity tag', async () => {
  for (const url of ['/', '/login', scriptPath]) {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted }
      const tag = String((await get(url, headers)).headers['etag'])
      tags.add(tag)
      const again = await get(url, { ...headers, 'if-none-match': tag })
      expect([url, again.statusCode, again.body]).toEqual([url, 304, ''])
      const other = await get(url, { ...headers, 'if-none-match': '"another"' })
      expect([url, other.statusCode]).toEqual([url, 200])
    }
    expect(tags.size).toBe(3)
  }
})

test('an unknown address stays unknown, even with an entity tag', async () => {
  const tag = String((await get('/nowhere')).headers['etag'])
  expect((await get('/nowhere', { 'if-none-match': tag })).statusCode).toBe(404)
})

test('each page preloads its own files alone', async () => {
  const link = (file: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${file}">`
  for (const url of ['/login', '/LOGIN/', '/login?return=/dashboard']) {
    expect((await get(url)).body).toContain(link('login-1.js'))
  }
  expect((await get('/nowhere')).body).toContain(link('none-1.js'))
  for (const url of ['/', '/signup']) expect((await get(url)).body).toBe(html)
})

test('HEAD has the same headers as GET', async () => {
  for (const url of ['/', scriptPath]) {
    const headers = { 'accept-encoding': 'br' }
    const [whole, head] = [await get(url, headers), await get(url, headers, 'HEAD')]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-encoding', 'content-type', 'content-length', 'etag', 'vary', 'cache-control']) {
      expect([url, name, head.headers[name]]).toEqual([url, name, whole.headers[name]])
    }
  }
})

test('a request for a part of a file gets the whole file', async () => {
  for (const accepted of ['br', 'identity']) {
    const answer = await get(scriptPath, { range: 'bytes=0-9', 'accept-encoding': accepted })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([200, undefined])
  }
})

test('a font is sent as it is, as its format is compressed', async () => {
  const font = await get('/assets/text-9b.woff2', { 'accept-encoding': 'br, gzip' })
  expect(font.headers['content-encoding']).toBeUndefined()
  expect([font.headers['content-type'], font.body]).toEqual(['font/woff2', 'no letters'])
})

test.each([`${scriptPath}.br`, `${scriptPath}.gz`, '/.pages.json', '/index.html', '/assets/none.js'])(
  'nothing is served at %s',
  async (url) => expect((await get(url, { 'accept-encoding': 'br' })).statusCode).toBe(404),
)

test('a new build is served without a restart, and the earlier one until the new one is complete', async () => {
  const file = join(webDir, 'index.html')
  rmSync(file)
  expect((await get('/signup')).body).toBe(html)
  writeFileSync(file, html.replace('ET', 'ET 2'))
  utimesSync(file, new Date(), new Date(Date.now() + 5000))
  expect((await get('/signup')).body).toContain('<p>ET 2</p>')
})
