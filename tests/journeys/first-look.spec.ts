import type { Locator, Page } from '@playwright/test'
import { pagePaths } from '../../contract/pages.ts'
import { createAdmin, createMember, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

/** Returns the picture of the page before the app runs, which ignores clicks. */
const frameOf = (page: Page) => page.locator('#root > [inert]')
const pages = {
  visitor: ['/login'],
  member: pagePaths.filter((path) => path.startsWith('/dashboard') && path !== '/dashboard/withdraw'),
  admin: pagePaths.filter((path) => /^\/admin(?:\/|$)/.test(path) && !path.includes(':')),
}

for (const [audience, paths] of Object.entries(pages)) {
  test(`a page of a ${audience} shows its heading before its scripts arrive, and the heading does not move [SHELL-01]`, async ({
    page,
    server,
  }) => {
    test.setTimeout(120_000)
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    if (audience === 'member') await signInBrowser(page, await createMember(server))
    if (audience === 'admin') await signInBrowser(page, await createAdmin(server))
    for (const path of paths) {
      await page.unrouteAll()
      const goOn = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      const drawn = frameOf(page).locator('main h1')
      await expect(drawn, path).toBeVisible()
      await firstPaint(page)
      // Screen readers hear that the page is loading.
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached()
      const before = await boxOf(drawn)
      // The line below the welcome says the member's id, which the drawn page does not know.
      const words = path === '/dashboard' ? 'main h1' : 'main :is(h1, h1 + p)'
      const drawnWords = await frameOf(page).locator(words).allTextContents()
      goOn()
      await expect(frameOf(page)).toHaveCount(0)
      await expect(page.locator(words), path).toHaveText(drawnWords)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(async () => {
        const after = await boxOf(heading)
        expect(after.x, path).toBe(before.x)
        // A button beside the heading may make its line a little taller.
        expect(Math.abs(after.y - before.y), path).toBeLessThanOrEqual(8)
      }).toPass({ timeout: 10_000 })
    }
    expect(faults).toEqual([])
  })
}

test('a page with a redirect is never shown, and neither is one before its reader is known [SHELL-01]', async ({
  page,
  server,
}) => {
  const goOn = await holdScripts(page)
  const visit = async (path: string, person?: Person) => {
    await page.context().clearCookies()
    if (person) await signInBrowser(page, person)
    const answer = page.waitForResponse('**/api/auth/session')
    await page.goto(path, { waitUntil: 'commit' })
    await (await answer).finished()
    await expect(page.getByText('Loading...')).toBeInViewport()
    await expect(frameOf(page)).toHaveCount(0)
  }
  const member = await createMember(server)
  await visit('/admin/users', member)
  await visit('/login', member)
  await visit('/dashboard')
  goOn()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
})

async function holdScripts(page: Page): Promise<() => void> {
  const { promise: mayGo, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/assets/framework-*.js', async (route) => {
    await mayGo
    await route.continue()
  })
  return goOn
}

/** Waits until the browser has painted, which it does only with the page's styles. */
async function firstPaint(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

async function boxOf(heading: Locator) {
  const box = await heading.boundingBox()
  if (!box) throw new Error('there is no heading')
  return box
}
