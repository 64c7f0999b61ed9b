import type { Page } from '@playwright/test'
import { pagePaths } from '../../contract/pages.ts'
import { expect, expectAccessible, test as base } from '../helpers/browser.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { expectNoOverflow } from '../helpers/sound-screen.ts'

/** The pages are judged as they look in the demonstration, whose lists are filled. */
const test = base.extend<object, { demo: TestServer }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const demo = await startServer({ args: ['--demo'] })
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
})

const widths = [1440, 768, 375]
const colorSchemes = ['light', 'dark'] as const

test.setTimeout(240_000)

test('pages of visitors: axe finds nothing in either theme at any width, and nothing scrolls sideways', async ({
  page,
}) => {
  await walk(
    page,
    pagePaths.filter((path) => !/^\/(dashboard|admin)(\/|$)/.test(path)),
  )
})

test('pages of members: axe finds nothing in either theme at any width, and nothing scrolls sideways', async ({
  page,
  demo,
}) => {
  await signIn(page, '/login', demo, 'Member')
  await walk(
    page,
    pagePaths.filter((path) => /^\/dashboard(\/|$)/.test(path)),
  )
})

test('pages of administrators: axe finds nothing in either theme at any width, and nothing scrolls sideways', async ({
  page,
  demo,
}) => {
  await signIn(page, '/admin-login', demo, 'Administrator')
  await page.goto('/admin/users')
  const details = await page
    .locator('a[href^="/admin/users/"]:not([href$="/invitations"])')
    .first()
    .getAttribute('href')
  await walk(
    page,
    pagePaths
      .filter((path) => /^\/admin(\/|$)/.test(path))
      .map((path) => path.replace('/admin/users/:userId', details ?? '')),
  )
})

async function walk(page: Page, paths: string[]) {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      for (const width of [...widths, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page)
        if (widths.includes(width)) await expectBothThemesAccessible(page)
      }
    })
  }
}

async function expectBothThemesAccessible(page: Page) {
  for (const colorScheme of colorSchemes) {
    // A colour on its way from one theme to the other is neither's.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
}

async function signIn(page: Page, path: string, demo: TestServer, who: 'Member' | 'Administrator') {
  // Printed after the line that says the server is ready.
  const credentials = new RegExp(String.raw`^${who}: (\S+) with password (\S+)$`, 'm')
  await expect.poll(() => demo.output()).toMatch(credentials)
  const [, email = '', password = ''] = credentials.exec(demo.output()) ?? []
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^(Log In|Secure Sign In)$/ }).click()
  await page.waitForURL(/\/(dashboard|admin)$/)
}
