import { test as base, expect, type LaunchOptions, type Page } from '@playwright/test'
import axe from 'axe-core'
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

/** Expects that axe finds no fault in the page as it is now. The message names the rule and the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page keeps axe until it is left. Only faults leave the browser: what passed is most of a report, and most of its cost.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const faults = await page.evaluate(async () => {
    // Of all that WCAG 2.2 AA asks for, axe leaves the size of targets out unless it is told.
    const rules = { 'target-size': { enabled: true } }
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run({ rules, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) }))
  })
  expect(faults, 'axe finds no fault').toEqual([])
}

interface AxeWindow {
  axe: typeof axe
}
