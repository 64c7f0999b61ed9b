import type { Page } from '@playwright/test'
import { pagePaths } from '../../contract/pages.ts'
import { createMember, signInBrowser } from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import { logInOnScreen } from '../helpers/screens.ts'

test('no script or style has a source map [A120]', async ({ request, server }) => {
  const page = await (await request.get(server.url)).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(1)
  for (const path of files) {
    const file = await request.get(server.url + path)
    expect([path, file.status()]).toEqual([path, 200])
    expect(await file.text()).not.toContain('sourceMappingURL')
    expect((await request.get(`${server.url}${path}.map`)).status()).toBe(404)
  }
})

test('every page requests its own files at once, and each is sent in its smallest form', async ({
  request,
  server,
}) => {
  const get = (path: string) => request.get(server.url + path, { headers: { 'accept-encoding': 'br' } })
  const files = new Set<string>()
  for (const page of pagePaths) {
    const html = await (await get(page.replace(/:\w+/, '01920000-0000-7000-8000-000000000000'))).text()
    const own = [...html.matchAll(/<link [^>]*rel="modulepreload"[^>]* href="(\/assets\/[^"]+)"/g)]
    const name = { '/': 'home', '/dashboard': 'frame', '/admin/users/:userId': 'user-details' }[String(page)]
    expect(own.join()).toContain(`/assets/${name ?? ''}`)
    for (const [, path = ''] of own) files.add(path)
  }
  for (const path of files) {
    const { 'content-encoding': encoding, 'content-length': bytes, vary } = (await get(path)).headers()
    expect([path, vary]).toEqual([path, 'accept-encoding'])
    // A file that fits into a packet is sent uncompressed.
    if (Number(bytes ?? 0) > 1024) expect([path, encoding]).toEqual([path, 'br'])
  }
})

test('the first pages do not load the files of others', async ({ request, server }) => {
  const home = await (await request.get(server.url)).text()
  for (const name of ['frame', 'dialogs', 'forms', 'member-parts', 'admin-parts', 'toaster']) {
    expect(home).not.toContain(`/assets/${name}-`)
  }
  const dashboard = await (await request.get(`${server.url}/dashboard`)).text()
  for (const name of ['admin-frame', 'dialogs', 'forms', 'member-parts', 'admin-parts', 'toaster']) {
    expect(dashboard).not.toContain(`/assets/${name}-`)
  }
})

test('the first page loads the small files of two fonts', async ({ page, server }) => {
  await page.goto(server.url)
  await page.getByRole('region', { name: 'Packages' }).getByRole('article').first().waitFor()
  const files = await page.evaluate(async () => {
    await document.fonts.ready
    return performance.getEntriesByType('resource').map(({ name }) => name)
  })
  const fonts = files.filter((file) => file.endsWith('.woff2'))
  expect(fonts).toHaveLength(2)
  for (const font of fonts) expect(font).toContain('-core-')
})

test('the session is read once, and before the app arrives', async ({ page, server }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/auth/session') asked.push(request.method())
  })
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/framework-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/auth/session')
  await page.goto(server.url, { waitUntil: 'commit' })
  expect((await answered).status()).toBe(200)
  letGo()
  await page.getByRole('region', { name: 'Packages' }).getByRole('article').first().waitFor()
  expect(asked).toEqual(['GET'])
})

test('after a sign-in in another tab while the app loads, the person does not count as a visitor', async ({
  page,
  context,
  server,
}) => {
  const member = await createMember(server)
  const other = await context.newPage()
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/framework-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/auth/session')
  await page.goto('/dashboard/activity', { waitUntil: 'commit' })
  expect((await answered).status()).toBe(200)
  await other.goto('/login')
  await logInOnScreen(other, member.email)
  await expect(other).toHaveURL(/\/dashboard$/)
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
})

test('a page without its files after a new build still opens, and one that cannot be loaded says so', async ({
  page,
  server,
}) => {
  await signInBrowser(page, await createMember(server))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let isGone = true
  for (const name of ['activity', 'transfer']) {
    await page.route(`**/assets/${name}-*.js`, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  }
  page.once('load', () => (isGone = false))
  await page.getByRole('link', { name: 'Activity', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  expect(isGone, 'the page was loaded anew').toBe(false)

  isGone = true
  const loadedAnew = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Transfer', exact: true }).first().click()
  await loadedAnew
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be opened' })).toBeVisible()
  isGone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer' })).toBeVisible()
})

test('a page without its first files reloads once, and then says so in its language', async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'de' })
  const page = await context.newPage()
  const documents = countDocuments(page)
  const failed = page.getByRole('heading', { level: 1, name: 'Diese Seite konnte nicht geöffnet werden' })
  let isGone = true
  await page.route('**/assets/start-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto('/login?return=%2Fdashboard%2Fbuy#top')
  await expect(failed).toBeVisible()
  await expect(page.getByText('Wird geladen')).toHaveCount(0)
  expect(documents()).toBe(2)
  await expectAccessible(page)
  isGone = false
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByLabel('E-Mail')).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Fbuy#top$/)
  await context.close()
})

test('a page that gets its first files at the second attempt, or after an interruption, opens by itself', async ({
  page,
}) => {
  const documents = countDocuments(page)
  let isGone = true
  await page.route('**/assets/index-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  page.once('framenavigated', () => page.once('framenavigated', () => (isGone = false)))
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(documents()).toBe(2)

  await page.evaluate('sessionStorage.clear()')
  isGone = true
  await page.route('**/api/health', (route) => route.abort())
  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be opened' })).toBeVisible()
  expect(documents(), 'a site that is away is not asked for the page').toBe(3)
  isGone = false
  await page.unroute('**/api/health')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(documents()).toBe(4)
})

test('a page without any file reloads, too, and the home page reports missing parts', async ({ page }) => {
  const documents = countDocuments(page)
  await page.clock.install()
  await page.route('**/assets/start-*.js', () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByText('Loading...')).toBeVisible()
  await page.clock.fastForward(44_000)
  expect(documents()).toBe(1)
  await page.clock.fastForward(2_000)
  await expect.poll(documents).toBe(2)
  await expect(page.getByText('Loading...')).toBeVisible()
  await page.clock.fastForward(46_000)
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be opened' })).toBeVisible()

  await page.route('**/assets/home-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText('Parts of this page did not arrive. Try again')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Packages' }).getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') count += 1
  })
  return () => count
}
