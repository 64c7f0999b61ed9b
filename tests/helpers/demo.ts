import type { Page } from '@playwright/test'
import { pagePaths, pages } from '../../contract/pages.ts'
import { expect, test as base } from './browser.ts'
import { startServer, type TestServer } from './server.ts'

/** Tests on the pages of the demonstration, which have filled lists. */
export const test = base.extend<object, { demo: TestServer }>({
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

const loginPaths = { Member: '/login', Administrator: '/admin-login' }

export async function logInToDemo(page: Page, demo: TestServer, who: keyof typeof loginPaths) {
  // The server prints the credentials after the line that says it is ready.
  const credentials = new RegExp(String.raw`^${who}: (\S+) with password (\S+)$`, 'm')
  await expect.poll(() => demo.output()).toMatch(credentials)
  const [, email = '', password = ''] = credentials.exec(demo.output()) ?? []
  await page.goto(loginPaths[who])
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^(Log In|Secure Sign In)$/ }).click()
  await page.waitForURL(/\/(dashboard|admin)$/)
}

export const visitorPages = pagePaths.filter((path) => ['public', 'legal'].includes(pages[path].area))
export const memberPages = pagePaths.filter((path) => pages[path].area === 'member')

/**
 * Returns the administrators' pages, with the page of the first listed member. Leaves the browser on the members' list.
 */
export async function adminPages(page: Page): Promise<string[]> {
  await page.goto('/admin/users')
  const details = await page
    .locator('a[href^="/admin/users/"]:not([href$="/invitations"])')
    .first()
    .getAttribute('href')
  const paths = pagePaths.filter((path) => pages[path].area === 'admin')
  return paths.map((path) => path.replace('/admin/users/:userId', details ?? ''))
}
