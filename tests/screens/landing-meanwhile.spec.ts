import { signIn } from '../../contract/auth.ts'
import { listPackages } from '../../contract/packages.ts'
import { aProfile } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { logInOnScreen } from '../helpers/screens.ts'

// The change from the home page to the app, and changes that neither page sees happen.

test.beforeEach(({ answers }) => {
  answers.give(listPackages, { items: packagesOnOffer })
})

test('after a new build has removed the files of the app, a sign-in in another tab loads the new ones', async ({
  page,
  context,
  answers,
}) => {
  const member = aProfile()
  giveOverview(answers, member)
  answers.give(signIn, async () => {
    return { session: await readAsMember(page, answers, member), isAuthenticated: true, isAdmin: false }
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Packages' }).getByRole('article')).toHaveCount(4)
  let isGone = true
  await page.route('**/assets/start-*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await logInOnScreen(await context.newPage(), member.email)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(isGone, 'the page was loaded anew').toBe(false)
})

test('choices that are made before the scripts arrive take effect afterwards', async ({ page }) => {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/framework-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  // The styles, which hide the footer's switch, may still be on their way.
  await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).press('Space')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ein Coin, /)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dunkel' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true')
})

test('a home page from the browser’s history shows later choices of other pages', async ({
  page,
  context,
  answers,
}) => {
  await page.goto('/')
  const packages = page.getByRole('region', { name: 'Packages' })
  await expect(packages.getByRole('button', { name: 'Select Package' })).toHaveCount(4)
  // Makes a change as another page of the same tab would, while this page is hidden.
  const showAgain = (change: string) =>
    page.evaluate(`${change}; dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await showAgain(
    `sessionStorage.setItem('package', '${packagesOnOffer[1]?.id}'); localStorage.setItem('theme', 'dark')`,
  )
  await expect(packages.getByRole('article').nth(1).getByRole('button')).toHaveText('Selected')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await context.addCookies([{ name: 'language', value: 'de', url: answers.url }])
  await showAgain('0')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ein Coin, /)
})
