import { expect, test } from '../helpers/browser.ts'
import { createAdmin, createMember, useSession } from '../helpers/api.ts'
import { expectToast, password } from '../helpers/screens.ts'

const publicPaths = ['/', '/login', '/admin-login', '/signup', '/forgot-password', '/reset-password', '/admin-signup']
const memberPaths = ['', '/profile', '/buy', '/transfer', '/withdraw', '/activity', '/referrals'].map(
  (path) => `/dashboard${path}`,
)
const adminPaths = [
  '',
  '/users',
  '/users/01a1fc04-d21f-71f6-b847-7891256c252e',
  '/transactions',
  '/deposit-approvals',
  '/withdrawal-approvals',
  '/transfer-approvals',
  '/all-activity',
  '/coins-ledger',
  '/manage-packages',
  '/chat',
].map((path) => `/admin${path}`)

test('every public route has the same frame [GUARD-02]', async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' }), path).toBeVisible()
    await expect(page.getByRole('region', { name: 'Live rate and figures' }), path).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }), path).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
})

test('every route of an area asks a visitor to log in [GUARD-06] [GUARD-09]', async ({ page }) => {
  for (const path of [...memberPaths, ...adminPaths]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login/)
  }
})

test('every route of the administrators leads a member to their own area, and back [GUARD-08] [GUARD-10]', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server, { name: 'Wanja Kamau' }))
  for (const path of adminPaths) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/dashboard$/)
  }
  await useSession(page, await createAdmin(server, 'Petra Lang'))
  for (const path of memberPaths) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/admin$/)
  }
})

test('a member who logs in at the administrators’ portal comes to their own area [ADMLOGIN-02] [ADMLOGIN-03] [ADMLOGIN-09]', async ({
  page,
  server,
}) => {
  const { email } = await createMember(server, { name: 'Noor Aziz' })
  await page.goto('/admin-login')
  await expect(page.getByLabel('Email')).toHaveAttribute('required')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await expectToast(page, 'Login Successful')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the signup form has every field of the signup data [SIGNUP-02]', async ({ page }) => {
  await page.goto('/signup')
  for (const label of [
    'Full name',
    'Email',
    'Contact number',
    'Referral ID',
    'Country',
    'State',
    'City',
    'Area',
    'Password',
    'Retype password',
  ]) {
    await expect(page.getByLabel(label, { exact: label === 'Password' }), label).toBeVisible()
  }
  await expect(page.locator('input[name=packageId]')).toHaveCount(4)
})
