import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test'
import axe from 'axe-core'
import { startServer, type TestServer } from './server.ts'

type FileServers = { of(file: string): Promise<TestServer> }

/**
 * The `test` of the browser tests. `server` is a real server for each spec file and the base of relative addresses:
 * `await page.goto('/login')`. Each project (desktop, phone) has its own server as well.
 */
export const test = base.extend<{ server: TestServer }, { fileServers: FileServers }>({
  fileServers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      let current: { file: string; server: TestServer } | undefined
      await use({
        async of(file) {
          if (current?.file === file) return current.server
          await current?.server.stop()
          current = undefined
          current = { file, server: await startServer() }
          return current.server
        },
      })
      await current?.server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: async ({ fileServers }, use, { file }) => {
    await use(await fileServers.of(file))
  },
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
})

export { expect } from '@playwright/test'

/** The options of `test.use` for tests of pages that move. The others ask the pages to keep still. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/**
 * Returns Chromium's flags: no sandbox for root, under which it cannot run, and no background traffic of the browser.
 */
export function launchOptions(executablePath: string | undefined): LaunchOptions {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
  return executablePath ? { executablePath, args } : { args }
}

/**
 * Demands that axe finds no fault on the current page, by all rules or by those given. The message names the rule and
 * the elements.
 */
export async function expectAccessible(page: Page, onlyRules?: string[]): Promise<void> {
  // A page that is still on its way has neither of these parts.
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' })
  // The page keeps axe until the next navigation. Passed checks would make up most of a report and of its cost, so only
  // faults leave the browser.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults = await page.evaluate(async (only) => {
    // Among the rules of WCAG 2.2 AA, axe checks the size of targets only on request.
    const rules = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run({ ...rules, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) }))
  }, onlyRules)
  expect(faults, 'axe finds no fault').toEqual([])
}

interface AxeWindow {
  axe: typeof axe
}
