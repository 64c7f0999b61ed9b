import { expect, test } from '../helpers/browser.ts'
import { confirmEmailOnScreen, password, registerAdminOnScreen, signUpOnScreen } from '../helpers/screens.ts'

// Serial, because the second test uses the administrator that the first test makes.
test.describe.configure({ mode: 'serial' })

const admin = { name: 'Ines Carvalho', email: 'ines@example.org' }
const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Diamond' }

test('registers an administrator by invitation, and a member by the form [ADMSIGNUP-01] [ADMSIGNUP-04] [SIGNUP-01] [SIGNUP-22] [SIGNUP-23]', async ({
  page,
  server,
}) => {
  await registerAdminOnScreen(page, server, admin)
  await signUpOnScreen(page, member)
  // Without a mail server the page links to the kept mails.
  await expect(page.getByRole('link', { name: 'Open the mails of this installation' })).toHaveAttribute(
    'href',
    '/dev/mail',
  )
  await confirmEmailOnScreen(page, server, member.email)
  // The token leaves the address bar, and it works once.
  expect(new URL(page.url()).hash).toBe('')
  const used = (await server.mailTo(member.email)).links[0] ?? ''
  await page.goto('/')
  await page.goto(used)
  await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired.')
})

test('an administrator who was asked to log in comes back to the same page by way of the portal', async ({ page }) => {
  await page.goto('/admin/deposit-approvals')
  await expect(page).toHaveURL(/\/login\?return=/)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/admin-login\?return=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
})
