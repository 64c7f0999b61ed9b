import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/install-browser.ts'
import { launchOptions } from './tests/helpers/browser.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }

/**
 * The journeys that run at one width only. Their subject is the same at every width, or they set the widths themselves.
 */
const oneWidthIsEnough = [
  'accessibility',
  'account-pages',
  'approvals',
  'areas',
  'chat',
  'buy',
  'console',
  'desk',
  'admin-chat',
  'admin-lists',
  'formats',
  'installed',
  'journey',
  'languages',
  'offline',
  'manage-packages',
  'page-weight',
  'passkeys',
  'realtime',
  'restored',
  'referrals',
  'routes',
  'served-files',
  'settings',
  'users',
  'transfer',
  'withdraw',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: './tests/helpers/web-build-setup.ts',
  forbidOnly: Boolean(process.env['CI']),
  // Each worker of the journeys runs its own server, database and browser. Two processor cores carry two workers.
  workers: 2,
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
    // The browser draws without a graphics card, and moving pages take half of its time. Tests of movement ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would intercept the requests that a test answers in the server's place.
    serviceWorkers: 'block',
    // Recording costs a quarter of a run's processor time, so only second attempts are recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Journeys go through a real server and its database.
    { name: 'desktop', testDir: 'tests/journeys', use: desktop },
    { name: 'phone', testDir: 'tests/journeys', testIgnore: oneWidthIsEnough, use: phone },
    // Screens get answers that the test makes up. Those with the tag @phone run at the width of a phone as well.
    { name: 'screens', testDir: 'tests/screens', fullyParallel: true, use: desktop },
    { name: 'screens-phone', testDir: 'tests/screens', fullyParallel: true, grep: /@phone/, use: phone },
  ],
})
