import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noScriptText, pageDescriptions } from '../../../contract/page-descriptions.ts'
import { pagePaths, pageTitles } from '../../../contract/pages.ts'
import { createTestApp, publicUrl, type TestApp } from '../../../tests/helpers/app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'et-web-'))
const inlineDir = mkdtempSync(join(tmpdir(), 'et-web-'))
let site: TestApp
let secureSite: TestApp
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(
    join(webDir, 'index.html'),
    `<!doctype html><html lang="en"><title>ET</title><noscript>${noScriptText}</noscript><div id="root"></div>`,
  )
  writeFileSync(join(webDir, 'landing.html'), '<!doctype html><html lang="en"><title>ET</title><div id="root"></div>')
  const prerendered = {
    en: {
      home: '<h1>$& coins</h1>',
      start: '<p>Loading…</p>',
      frames: { '/dashboard': { audience: 'member', html: '<b>$& Welcome</b>' } },
    },
    de: {
      home: '<h1>Coins!</h1>',
      start: '<p>Wird geladen</p>',
      frames: { '/dashboard': { audience: 'member', html: '<b>Willkommen</b>' } },
    },
  }
  writeFileSync(join(webDir, '.prerendered.json'), JSON.stringify(prerendered))
  const scripts = {
    '/login': ['/assets/language-de-1.js', '/assets/language-de-2.js'],
    landing: ['/assets/language-de-3.js'],
  }
  const german = { code: 'de', name: 'Deutsch', direction: 'ltr', scripts }
  const texts = {
    'Log In': 'Anmelden',
    [noScriptText]: 'Ohne JavaScript geht es nicht.',
    [pageDescriptions['/login'] ?? '']: 'Sehen Sie "alles".',
  }
  writeFileSync(join(webDir, '.languages.json'), JSON.stringify([{ ...german, texts }]))
  writeFileSync(join(webDir, 'assets/app-3f2a.js'), 'let coins = 0\n'.repeat(500))
  writeFileSync(join(webDir, '.env'), 'SECRET=1')
  site = await createTestApp({}, { webDir })
  secureSite = await createTestApp({ PUBLIC_URL: 'https://coins.example.org' }, { webDir: '/nonexistent' })
})
afterAll(async () => {
  await site.close()
  await secureSite.close()
  for (const dir of [webDir, inlineDir]) rmSync(dir, { recursive: true })
})

const get = async (url: string, headers = {}) => site.app.inject({ url, headers })

test('every address of the web app gets the page, which browsers request each time', async () => {
  const pages = pagePaths.map((page) => [page, page.replace(/:\w+/, '01920000-0000-7000-8000-000000000000')] as const)
  for (const [name, url] of [...pages, ['/login', '/login/'], ['/signup', '/signup?ref=ABC.D']] as const) {
    const page = await get(url)
    expect([url, page.statusCode, page.headers['cache-control'], page.headers['content-type']]).toEqual([
      url,
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain(`<html lang="en" dir="ltr"><title>${pageTitles[name]} · ET</title>`)
  }
})

test.each([
  ['de', { 'accept-language': 'de' }],
  ['de', { 'accept-language': 'fr, DE-at;q=0.8, en;q=0.7' }],
  ['de', { 'accept-language': 'en;q=0.3,de;q=0.4' }],
  ['de', { 'accept-language': 'en', cookie: 'language=de' }],
  ['en', {}],
  ['en', { 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' }],
  ['en', { 'accept-language': 'fr, de;q=0, *' }],
  ['en', { 'accept-language': 'de', cookie: 'language=en' }],
  ['de', { 'accept-language': 'en', cookie: '__Host-language=de; language=en' }],
  ['en', { cookie: 'language=xx' }],
  ['en', { 'accept-language': ';q=x,,-' }],
])('answers in %s to %o', async (language, headers) => {
  const page = await get('/login', headers)
  expect(page.headers).toMatchObject({ 'content-language': language })
  expect(String(page.headers['vary']).toLowerCase()).toContain('accept-language, cookie')
  expect(page.body).toContain(
    `<noscript>${language === 'de' ? 'Ohne JavaScript geht es nicht.' : noScriptText}</noscript>`,
  )
  const german = '<script src="/assets/language-de-1.js"></script><script src="/assets/language-de-2.js"></script>'
  expect(page.body.includes(german)).toBe(language === 'de')
  expect(page.body).toContain(`<title>${language === 'de' ? 'Anmelden' : 'Log In'} · ET</title>`)
})

test('caches keep the languages of a page apart', async () => {
  const english = await get('/login')
  const tag = { 'if-none-match': String(english.headers['etag']) }
  expect((await get('/login', tag)).statusCode).toBe(304)
  expect((await get('/login', { ...tag, cookie: 'language=de' })).statusCode).toBe(200)
})

test('a public page has its description and its address, in its language', async () => {
  const { body } = await get('/login', { cookie: 'language=de' })
  expect(body).toContain('<meta name="description" content="Sehen Sie &#34;alles&#34;.">')
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/login">`)
  for (const [name, content] of Object.entries({
    title: 'Anmelden · ET',
    url: `${publicUrl}/login`,
    locale: 'de_DE',
  })) {
    expect(body).toContain(`<meta property="og:${name}" content="${content}">`)
  }
  expect((await get('/dashboard')).body).not.toMatch(/canonical|og:|description/)
})

test('a password manager finds the page for a change of the password', async () => {
  const answer = await get('/.well-known/change-password')
  expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/dashboard/profile'])
  expect((await get('/.well-known/other')).statusCode).toBe(404)
})

test('a page without its scripts says in its language that it is loading [SHELL-01]', async () => {
  expect((await get('/login')).body).toContain('<div id="root"><p>Loading…</p></div>')
  expect((await get('/nowhere', { 'accept-language': 'de' })).body).toContain(
    '<div id="root"><p>Wird geladen</p></div>',
  )
})

test('visitors get the prerendered home page in their language, and a browser with a session gets the app', async () => {
  expect((await get('/')).body).toContain('<div id="root"><h1>$& coins</h1></div>')
  const german = await get('/?ref=ABC', { 'accept-language': 'de' })
  expect(german.body).toContain('<div id="root"><h1>Coins!</h1></div>')
  expect(german.body).toContain('<html lang="de" dir="ltr">')
  expect(german.body.match(/language-de-\d/g)).toEqual(['language-de-3'])
  for (const [url, cookie] of [
    ['/', 'session=abc'],
    ['/login', 'language=en'],
  ] as const) {
    const app = await get(url, { cookie })
    expect([url, app.body.includes('<h1>'), app.headers['vary']]).toEqual([
      url,
      false,
      expect.stringContaining('cookie'),
    ])
  }
  expect((await get('/landing.html')).statusCode).toBe(404)
})

test('a page carries its prerendered frame in its language, hidden until its reader is known', async () => {
  expect((await get('/dashboard')).body).toContain(
    '</p></div><template id="frame" data-audience="member"><b>$& Welcome</b></template>',
  )
  expect((await get('/dashboard', { 'accept-language': 'de' })).body).toContain('<b>Willkommen</b></template>')
  for (const url of ['/', '/login', '/nowhere'])
    expect([url, (await get(url)).body.includes('<template')]).toEqual([url, false])
})

test('a file with a hash in its name can be cached for ever, and is sent compressed', async () => {
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
  // During a new build a file may be missing for a moment, so the answer must not be cached.
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('an unknown address gets the status 404, and for people the page that says so', async () => {
  for (const url of ['/nowhere', '/dashboard/nope', '/admin/users/a/b', '/login/x?return=/dashboard']) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-cache'])
    expect(answer.body).toContain('<title>Page Not Found · ET</title>')
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

test.each(['/api/health', '/api/health/live', '/api/version', '/api/events', '/api/openapi.json'])(
  '%s can be read but not written',
  async (url) => {
    const answer = await site.app.inject({ method: 'POST', url, headers: { origin: publicUrl } })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET'])
  },
)

test('a server without a built web app says so', async () => {
  const page = await secureSite.app.inject({ url: '/' })
  expect([page.statusCode, page.body]).toEqual([503, 'The web app is not built yet: run "npm start".\n'])
})

test('pages run and show content of this site alone, and no site can frame them', async () => {
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

test('of all inline scripts, only the one of the build may run, and only in its page', async () => {
  writeFileSync(join(inlineDir, 'index.html'), '<!doctype html><script>let coins = 1</script><title>ET</title>')
  const inlineSite = await createTestApp({}, { webDir: inlineDir })
  try {
    const hash = createHash('sha256').update('let coins = 1').digest('base64')
    const policyAt = async (url: string) =>
      String((await inlineSite.app.inject({ url })).headers['content-security-policy'])
    expect((await policyAt('/login')).split(';')).toContain(`script-src 'self' 'sha256-${hash}'`)
    expect((await policyAt('/api/health')).split(';')).toContain("script-src 'self'")
  } finally {
    await inlineSite.close()
  }
})

test('a site with https tells browsers to require it', async () => {
  const { headers } = await secureSite.app.inject({ url: '/api/packages' })
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
})

test('no browser or proxy stores answers of the API', async () => {
  for (const url of ['/api/packages', '/api/auth/session', '/api/nothing', '/api/profiles/x', '/api/%zz']) {
    expect((await get(url)).headers['cache-control']).toBe('no-store')
  }
})

test('the API has a page for people and a description for machines, from this site alone', async () => {
  const page = await get('/api/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.body).not.toMatch(/(?:src|href)="https?:/)
  expect((await get('/api/openapi.json')).json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: publicUrl }],
  })
})

test('reports the health of the server and its database', async () => {
  expect((await get('/api/health')).json()).toEqual({ status: 'ready' })
})
