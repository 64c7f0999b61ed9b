import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test'
import { startServer, type TestServer } from './server.ts'

type FileServers = { of(file: string): Promise<TestServer> }

/**
 * `test` of the browser tests. `server` is a real server of its own for each spec file, and the base of relative
 * addresses: `await page.goto('/login')`. Each project (desktop, phone) has its own, too.
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

/** Chromium's flags: no sandbox for root, who cannot have one, and no traffic of the browser's own. */
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

/** The page as it is now has no fault that axe can find; the message names the rule and the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  // The site has no frames of other origins, for whose sake axe would gather its findings in a page of its own, at twice the time.
  // Of all that WCAG 2.2 AA asks for, axe leaves the size of targets out unless it is told.
  const rules = { 'target-size': { enabled: true } }
  const { violations } = await new AxeBuilder({ page }).options({ rules }).setLegacyMode().analyze()
  const faults = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ target }) => target.join(' ')),
  }))
  expect(faults, 'axe finds no fault').toEqual([])
}
