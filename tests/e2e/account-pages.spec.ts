import { failureTitles, fieldTexts, toasts } from '../../contract/texts.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import {
  confirmEmailOnScreen,
  expectToast,
  password,
  registerAdminOnScreen,
  signUpOnScreen,
} from '../helpers/screens.ts'

// In order: the first test makes the accounts that the later ones use.
test.describe.configure({ mode: 'serial' })

const admin = { name: 'Ines Carvalho', email: 'ines@example.org' }
const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Diamond' }

test('registers an administrator by invitation, and a member by the form [ADMSIGNUP-01] [ADMSIGNUP-04] [SIGNUP-01] [SIGNUP-22] [SIGNUP-23]', async ({
  page,
  server,
}) => {
  await registerAdminOnScreen(page, server, admin)
  await signUpOnScreen(page, member)
  // Without a mail server the page says where the mails are.
  await expect(page.getByRole('link', { name: 'Open the mails of this installation' })).toHaveAttribute(
    'href',
    '/dev/mail',
  )
  await confirmEmailOnScreen(page, server, member.email)
  // The token does not stay in the address bar, and it works once.
  expect(new URL(page.url()).hash).toBe('')
  const used = (await server.mailTo(member.email)).links[0] ?? ''
  await page.goto('/')
  await page.goto(used)
  await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired.')
  await expectAccessible(page)
})

test.describe('signup', () => {
  test('asks for nothing before it is left, names every mistake, and forgives at once [SIGNUP-04] [SIGNUP-06] [SIGNUP-18] [SIGNUP-19]', async ({
    page,
  }) => {
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('R2-D2')
    await expect(page.getByText(fieldTexts.lettersOnly)).toHaveCount(0)
    await page.getByLabel('Email').fill('amara@')
    await expect(page.getByText(fieldTexts.lettersOnly)).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Retype password').fill('other')
    await page.getByRole('button', { name: 'Create account' }).click()
    for (const text of [fieldTexts.emailNeeded, fieldTexts.passwordShort, fieldTexts.passwordsDiffer]) {
      await expect(page.getByText(text)).toBeVisible()
    }
    await expect(page.getByText('City is required.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Full name').fill('Amara Osei')
    await expect(page.getByText(fieldTexts.lettersOnly)).toHaveCount(0)
  })

  test('without a package: a toast and a message at the choice [SIGNUP-20]', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(page, toasts.packageRequired.title)
    await expect(page.getByRole('group', { name: 'Membership package' })).toContainText(fieldTexts.packageNeeded)
  })

  test('the country feeds the states, and changing it forgets the state alone [SIGNUP-08] [SIGNUP-11] [SIGNUP-12] [SIGNUP-13] [SIGNUP-14] [SIGNUP-15] [SIGNUP-16]', async ({
    page,
  }) => {
    await page.goto('/signup')
    const state = page.getByLabel('State')
    await expect(state).toBeDisabled()
    expect(await page.getByLabel('Country').locator('option').count()).toBeGreaterThan(249)
    for (const country of ['US', 'CA', 'IN', 'AU']) {
      await page.getByLabel('Country').selectOption(country)
      expect(await state.locator('option').count()).toBeGreaterThan(8)
    }
    await page.getByLabel('Country').selectOption('GB')
    await expect(state.locator('option')).toHaveText([
      'Choose your state',
      'England',
      'Scotland',
      'Wales',
      'Northern Ireland',
    ])
    await page.getByLabel('City').fill('Springfield')
    await state.selectOption({ label: 'Wales' })
    await page.getByLabel('Country').selectOption('US')
    await expect(state).toHaveValue('')
    await expect(page.getByLabel('City')).toHaveValue('Springfield')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('State is required.')).toBeVisible()
    await page.getByLabel('Country').selectOption('DE')
    await expect(state).toBeDisabled()
    await expect(page.getByText('State is required.')).toHaveCount(0)
  })

  test('a refusal of the server lands at its field, and nothing typed is lost [SIGNUP-10] [SIGNUP-21] [TOAST-07] [ERR-01]', async ({
    page,
  }) => {
    await page.goto('/signup?ref=NOBODY99')
    await expect(page.getByLabel('Referral ID')).toHaveValue('NOBODY99')
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await page.getByRole('link', { name: 'Sign up', exact: true }).click()
    await expect(page.getByLabel('Referral ID')).toHaveValue('NOBODY99')
    await page.getByLabel('Full name').fill('Kofi Mensah')
    await page.getByLabel('Email').fill('kofi@example.org')
    await page.getByLabel('Contact number').fill('+233 30 266 6661')
    await page.getByLabel('Country').selectOption('GH')
    await page.getByLabel('City').fill('Accra')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel('Retype password').fill('long enough')
    await page.getByRole('radio', { name: /^Shield/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(page, failureTitles.registration)
    await expectToast(page, 'Referral ID not found.')
    await expect(page.getByLabel('Referral ID')).toHaveAccessibleDescription(/Referral ID not found\./)
    await expect(page.getByLabel('Referral ID')).toBeFocused()
    await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('long enough')
  })
})

test.describe('log in', () => {
  test('has its fields and links, takes what a browser fills in, and shows the refusal twice [LOGIN-01] [LOGIN-02] [LOGIN-03] [LOGIN-04] [LOGIN-05] [LOGIN-06] [LOGIN-08]', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password')
    await expect(page.getByRole('link', { name: 'Sign up', exact: true })).toHaveAttribute('href', '/signup')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText(fieldTexts.emailRequired)).toBeVisible()
    await expect(page.getByText(fieldTexts.passwordRequired)).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    // Password managers set values without the events of typing.
    await page.getByLabel('Email').evaluate((field: HTMLInputElement) => (field.value = 'amara@example.org'))
    await page
      .getByLabel('Password', { exact: true })
      .evaluate((field: HTMLInputElement) => (field.value = 'not the password'))
    await page.getByRole('button', { name: 'Log In' }).click()
    await expectToast(page, failureTitles.login)
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password')
    await expectAccessible(page)
  })

  test('the button says that it is busy, and a second click sends nothing [LOGIN-07]', async ({ page }) => {
    let calls = 0
    await page.route('**/api/auth/sign-in', async (route) => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Log In' }).dblclick()
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    await expectToast(page, failureTitles.login)
    expect(calls).toBe(1)
  })

  test('an administrator is sent to the admin portal [ERR-13] [LOGIN-10] [GUARD-11] [ADMLOGIN-01] [ADMLOGIN-04] [ADMLOGIN-05] [ADMLOGIN-06] [ADMLOGIN-07] [ERR-11]', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expectToast(page, toasts.adminLoginRequired.title)
    await expectToast(page, toasts.adminLoginRequired.description)
    await expect(page).toHaveURL(/\/admin-login$/)
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await expectToast(page, failureTitles.login)
    await expectAccessible(page)
  })

  test('an administrator who was asked to log in comes back to the same page by way of the portal', async ({
    page,
  }) => {
    await page.goto('/admin/deposit-approvals')
    await expect(page).toHaveURL(/\/login\?return=/)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL(/\/admin-login\?return=/)
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
  })
})

test('admin registration is labelled, explains its rules and asks for an invitation [ADMSIGNUP-02] [ADMSIGNUP-03] [ADMSIGNUP-05] [ADMSIGNUP-06] [ADMSIGNUP-07] [ADMSIGNUP-08] [ADMSIGNUP-09] [ADMSIGNUP-12] [ERR-02]', async ({
  page,
}) => {
  await page.goto('/admin-signup')
  await expect(page.getByText('For authorized personnel only')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin login' })).toHaveAttribute('href', '/admin-login')
  const submit = page.getByRole('button', { name: 'Create admin account' })
  await submit.click()
  for (const text of [fieldTexts.adminName, fieldTexts.adminEmail, fieldTexts.adminPasswordShort]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.getByLabel('Full name').fill('Mallory Smith')
  await page.getByLabel('Email').fill('mallory@example.org')
  await page.getByLabel('Password', { exact: true }).fill('alllowercase')
  await page.getByLabel('Retype password').fill('something else')
  await submit.click()
  await expect(page.getByText(fieldTexts.adminPasswordWeak)).toBeVisible()
  await expect(page.getByText(fieldTexts.adminPasswordsDiffer)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await submit.click()
  await expectToast(page, failureTitles.registration)
  await expect(page.getByRole('alert')).toContainText('An invitation from an administrator is required.')
})
