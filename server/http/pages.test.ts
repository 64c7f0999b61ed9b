import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagePaths } from '../../contract/pages.ts'
import { createTestApp, publicUrl, type TestApp } from '../../tests/helpers/app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'et-web-'))
let site: TestApp
let secureSite: TestApp
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>ET</title>')
  writeFileSync(join(webDir, 'assets/app-3f2a.js'), 'let coins = 0\n'.repeat(500))
  writeFileSync(join(webDir, '.env'), 'SECRET=1')
  site = await createTestApp({}, { webDir })
  secureSite = await createTestApp({ PUBLIC_URL: 'https://coins.example.org' }, { webDir: '/nonexistent' })
})
afterAll(async () => {
  await site.close()
  await secureSite.close()
  rmSync(webDir, { recursive: true })
})

const get = async (url: string, headers = {}) => site.app.inject({ url, headers })

test('every address of the web app gets the page, which is asked for anew each time', async () => {
  const pages = pagePaths.map((path) => path.replace(/:\w+/, '01920000-0000-7000-8000-000000000000'))
  for (const url of [...pages, '/login/', '/signup?ref=ABC.D']) {
    const page = await get(url)
    expect([url, page.statusCode, page.headers['cache-control'], page.headers['content-type']]).toEqual([
      url,
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain('<title>ET</title>')
  }
})

test('a password manager finds the page that changes a password', async () => {
  const answer = await get('/.well-known/change-password')
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/dashboard/profile'])
  expect((await get('/.well-known/other')).statusCode).toBe(404)
})

test('a file with a hash in its name is kept for ever, and sent compressed', async () => {
  const file = await get('/assets/app-3f2a.js', { 'accept-encoding': 'gzip' })
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['content-encoding']).toBe('gzip')
})

test.each([
  '/.env',
  '/.git/config',
  '/assets/missing.js',
  '/assets/../../package.json',
  '/%2e%2e/package.json',
  '/app.js.map',
  '/dev/nothing',
  '/metrics',
  '/debug/pprof',
  '/api/auth/session/x.css',
])('there is nothing at %s', async (url) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
})

test('at an unknown address people get the page that says so, and everybody the status', async () => {
  for (const url of ['/nowhere', '/dashboard/nope', '/admin/users/a/b', '/login/x?return=/dashboard']) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-cache'])
    expect(answer.body).toContain('<title>ET</title>')
  }
})

test('HEAD answers as GET does, without the page', async () => {
  for (const [url, status] of [
    ['/', 200],
    ['/login', 200],
    ['/nowhere', 404],
    ['/metrics', 404],
  ] as const) {
    const answer = await site.app.inject({ method: 'HEAD', url })
    expect([url, answer.statusCode, answer.body]).toEqual([url, status, ''])
  }
})

test.each(['/api/health', '/api/events', '/api/openapi.json'])('%s is read, and not written to', async (url) => {
  const answer = await site.app.inject({ method: 'POST', url, headers: { origin: publicUrl } })
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET'])
})

test('an app that is not built yet says so', async () => {
  const page = await secureSite.app.inject({ url: '/' })
  expect([page.statusCode, page.body]).toEqual([503, 'The web app is not built yet: run "npm start".\n'])
})

test('pages may run and show what comes from this site, and are framed by nobody', async () => {
  const { headers } = await get('/')
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]) {
    expect(policy.split(';')).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('where the site has https, browsers are told to insist on it', async () => {
  const { headers } = await secureSite.app.inject({ url: '/api/packages' })
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

test('no answer of the API is kept by a browser or a proxy', async () => {
  for (const url of ['/api/packages', '/api/auth/session', '/api/nothing', '/api/profiles/x', '/api/%zz']) {
    expect((await get(url)).headers['cache-control']).toBe('no-store')
  }
})

test('the API has a page for people and a description for machines, from this site alone', async () => {
  const page = await get('/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).not.toMatch(/(?:src|href)="https?:/)
  expect((await get('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
})

test('says whether it and its database are well', async () => {
  expect((await get('/api/health')).json()).toEqual({ status: 'ok' })
})
