import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/install-browser.ts'
import { launchOptions } from './tests/helpers/browser.ts'

/** What these try is the same at every width, or goes through the widths itself. */
const oneWidthIsEnough = [
  'accessibility',
  'all-activity',
  'coins-ledger',
  'command-palette',
  'console',
  'admin-chat',
  'drafts',
  'formats',
  'admin-dashboard',
  'hostile-text',
  'idle',
  'installed',
  'landing-meanwhile',
  'languages',
  'legal',
  'live-rate',
  'page-weight',
  'realtime',
  'routes',
  'served-files',
  'settings',
  'shared-data',
  'sparse-search',
  'transfer-approvals',
  'users-panel',
  'withdrawal-approvals',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/helpers/web-build-setup.ts',
  forbidOnly: Boolean(process.env['CI']),
  // Each worker runs a server, a database and a browser of its own: one is what two processor cores carry.
  workers: 1,
  // A test that passes at the second attempt only has found something: the run names it, keeps a trace of it, and fails.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(findBrowser()),
    locale: 'en-US',
    // A worker would stand between a test and the answers it gives in the server's place.
    serviceWorkers: 'block',
    // Recording costs a quarter of the processor time of a run, so only what failed once is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: oneWidthIsEnough,
      use: { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
})
