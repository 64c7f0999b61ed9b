import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { pagePaths } from '../../contract/pages.ts'
import { createMember, signInBrowser } from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectNoOverflow, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  name: string
  start_url: string
  scope: string
  display: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { name: string; url: string }[]
}

test('the site can be installed: the manifest names existing pages and pictures of the stated sizes, in the language of the page', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  const manifestUrl = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(manifestUrl ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as Manifest
  expect(manifest).toMatchObject({ name: 'ET', start_url: '/dashboard', scope: '/', display: 'standalone' })
  for (const { url } of manifest.shortcuts) expect(pagePaths).toContain(url)
  const background = await page.evaluate<string>(
    `getComputedStyle(document.documentElement).getPropertyValue('--canvas')`,
  )
  expect(background).toBe(manifest.background_color)

  await page.context().addCookies([{ name: 'language', value: 'de', url: server.url }])
  await page.reload()
  const germanUrl = await page.locator('link[rel="manifest"]').getAttribute('href')
  const german = await page.request.get(germanUrl ?? '')
  expect(german.headers()['content-type']).toContain('application/manifest+json')
  const names = ['Coins kaufen', 'Überweisen', 'Auszahlen', 'Aktivität']
  expect(await german.json()).toEqual({
    ...manifest,
    lang: 'de',
    dir: 'ltr',
    description:
      'Kaufen Sie ET mit USDT, senden Sie es an andere Mitglieder oder zahlen Sie es auf Ihre eigene Wallet aus.',
    shortcuts: manifest.shortcuts.map((shortcut, index) => ({ ...shortcut, name: names[index] })),
  })

  const measure = async (url: string) => {
    const { width, height } = await sharp(await (await page.request.get(url)).body()).metadata()
    return `${width}x${height}`
  }
  for (const { src, sizes } of manifest.icons) expect([src, await measure(src)]).toEqual([src, sizes])
  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
  )
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  expect(await measure(touchIcon ?? '')).toBe('180x180')
  const preview = await page.request.get('/og.png')
  expect(await measure('/og.png')).toBe('1200x630')
  expect((await preview.body()).length).toBeLessThan(80_000)
  // The worker may come only from this site, and browsers check it for changes each time.
  const worker = await page.request.get(`${server.url}/sw.js`)
  expect(worker.headers()['cache-control']).toBe('no-cache')
  expect(worker.headers()['content-security-policy']).toContain("worker-src 'self'")
})

test('without a network an offline page is shown, and the requested page opens when the network is back', async ({
  page,
  context,
  server,
}) => {
  await signInBrowser(page, await createMember(server, { name: 'Amara Osei' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Osei')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto('/privacy')
  const heading = page.getByRole('heading', { level: 1, name: 'ET cannot be reached' })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await expect(page).toHaveURL(`${server.url}/privacy`)
  // Answers of the API are not kept, so a page never shows an old answer as a new one.
  for (const path of ['/api/auth/session', '/api/packages'])
    expect([path, await ask(page, path)]).toEqual([path, 'none'])
  expect(await listKept(page)).toEqual(['/mark.svg', '/offline.css', '/offline.html', '/offline.js'])

  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('after an outage of the site the page opens by itself, in the chosen language', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/terms')
  await waitForWorker(page)
  await context.addCookies([{ name: 'language', value: 'de', url: server.url }])
  await server.kill('SIGKILL')
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'ET ist nicht erreichbar' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ET ist nicht erreichbar' })).toBeVisible()
  await server.restart()
  await expect(page.getByRole('heading', { level: 1, name: 'Nutzungsbedingungen' })).toBeVisible({ timeout: 20_000 })
})

test('a newer release is offered and never forced, and a page of that release offers nothing', async ({
  context,
  server,
}) => {
  const site = await serveReleases(server)
  try {
    const page = await open(context, `${site.url}/terms`)
    const own = await waitForWorker(page)
    const offer = page.getByRole('status').filter({ hasText: 'A new version of this site is ready.' })
    await page.evaluate('window.isOpenSinceBefore = true')
    site.release('second')
    await update(page)
    await expect(offer).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
    expect(await page.evaluate('window.isOpenSinceBefore')).toBe(true)
    expect(await askRelease(page)).toBe(own)

    const isReloaded = page.waitForEvent('load')
    await offer.getByRole('button', { name: 'Reload' }).click()
    await isReloaded
    expect(await page.evaluate('window.isOpenSinceBefore')).toBeUndefined()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    expect(await askRelease(page)).toBe('second')
    await expect(offer).toHaveCount(0)

    site.release('third')
    await page.reload()
    await expect.poll(() => askRelease(page)).toBe('third')
    await expect(offer).toHaveCount(0)
  } finally {
    await site.close()
  }
})

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Serves the site with the pages and the worker of another release, as after an update. */
async function serveReleases(server: TestServer) {
  const own = /name="release" content="([^"]+)"/.exec(await (await fetch(`${server.url}/terms`)).text())?.[1] ?? ''
  let release = own
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${server.url}${request.url ?? '/'}`)
      const type = answer.headers.get('content-type') ?? 'text/plain'
      const hasName = request.url === '/sw.js' || type.startsWith('text/html')
      const body = hasName ? (await answer.text()).replaceAll(own, release) : Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'content-type': type }).end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    release(name: string) {
      release = name
    },
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

/** Waits until the worker controls the page, and returns its release. */
async function waitForWorker(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate('Boolean(navigator.serviceWorker.controller)')).toBe(true)
  return askRelease(page)
}

async function askRelease(page: Page): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.controller.postMessage('release', [port2])
  })`)
}

async function update(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())')
}

async function ask(page: Page, path: string): Promise<string> {
  return page.evaluate<string>(`fetch('${path}').then(() => 'answered', () => 'none')`)
}

async function listKept(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`caches.keys()
    .then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
    .then((kept) => kept.flat().map(({ url }) => new URL(url).pathname).sort())`)
}
