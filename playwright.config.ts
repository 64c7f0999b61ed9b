import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/install-browser.ts'
import { launchOptions } from './tests/helpers/browser.ts'

/**
 * The specs that run at one width only. Their subject is the same at every width, or they set the widths themselves.
 */
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
  // Each worker runs its own server, database and browser. Two processor cores carry one worker.
  workers: 1,
  // A test that passes only at its second attempt has found something. The run names it, keeps a trace of it, and
  // fails.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(findBrowser()),
    locale: 'en-US',
    // A service worker would intercept the requests that a test answers in the server's place.
    serviceWorkers: 'block',
    // Recording costs a quarter of a run's processor time, so only second attempts are recorded.
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
