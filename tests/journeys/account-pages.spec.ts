import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { signIn } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operation.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { failureTitles, fieldTexts, toasts } from '../../contract/texts.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { call, createAdmin, createMember, withDatabase, type Person } from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import { countries, statesOf } from '../helpers/places.ts'
import {
  confirmEmailOnScreen,
  expectToast,
  password,
  registerAdminOnScreen,
  signUpOnScreen,
} from '../helpers/screens.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

// Serial, because the later tests use the accounts that the first test makes.
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
    await expectFault(page, 'Full name', fieldTexts.lettersOnly)
    await expectFault(page, 'Email', fieldTexts.emailNeeded)
    await expectFault(page, 'Password', fieldTexts.passwordShort)
    await expectFault(page, 'Retype password', fieldTexts.passwordsDiffer)
    await expectFault(page, 'City', 'City is required.')
    await expectAccessible(page)
    await page.getByLabel('Full name').fill('Amara Osei')
    await expect(page.getByText(fieldTexts.lettersOnly)).toHaveCount(0)
  })

  test('two passwords that have become the same are no mistake any more', async ({ page }) => {
    await page.goto('/signup')
    const first = page.getByLabel('Password', { exact: true })
    await first.fill('long enough')
    // The page reports no fault of the second password before it has been visited.
    await first.blur()
    await first.fill('long enough too')
    await expect(page.getByText(fieldTexts.passwordsDiffer)).toHaveCount(0)
    await page.getByLabel('Retype password').fill('long enough, too')
    await page.getByLabel('Retype password').blur()
    await expect(page.getByText(fieldTexts.passwordsDiffer)).toBeVisible()
    await first.fill('long enough, too')
    await expect(page.getByText(fieldTexts.passwordsDiffer)).toHaveCount(0)
  })

  test('the button is hit at the first click, though the field that is left gets a sentence', async ({ page }) => {
    for (const [path, name, fault] of [
      ['/signup', 'Create account', fieldTexts.passwordShort],
      ['/admin-signup', 'Create admin account', fieldTexts.adminPasswordShort],
    ] as const) {
      await page.goto(path)
      await page.getByLabel('Password', { exact: true }).fill('short')
      const button = page.getByRole('button', { name })
      await button.scrollIntoViewIfNeeded()
      const { x, y, width } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      // The click hits the upper edge, where the button was before the sentence moved it.
      await page.mouse.click(x + width / 2, y + 3)
      await expect(page.getByRole('region', { name: 'Please check these fields' })).toContainText(fault)
    }
  })

  test('a form with many mistakes lists them, and each leads to its field', async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('Full name').fill('Amara Osei')
    await page.getByRole('button', { name: 'Create account' }).click()
    const list = page.getByRole('region', { name: 'Please check these fields' })
    await expect(list).toBeFocused()
    await expect(list.getByRole('button')).toHaveText([
      `Email: ${fieldTexts.emailNeeded}`,
      'Contact Number is required.',
      fieldTexts.passwordShort,
      'Country is required.',
      'City is required.',
      `Package: ${fieldTexts.packageNeeded}`,
    ])
    await list.getByRole('button', { name: 'City' }).click()
    await expect(page.getByLabel('City')).toBeFocused()
    await page.getByLabel('City').fill('Accra')
    await expect(list.getByRole('listitem').filter({ hasText: 'City' })).toHaveText('City (done)')
    await list.getByRole('button', { name: 'Package' }).click()
    await expect(page.getByRole('group', { name: 'Membership package' }).getByRole('radio').first()).toBeFocused()
  })

  test('a form with few mistakes leads to the first of them', async ({ page }) => {
    await page.goto('/signup')
    await fillSignUp(page)
    await page.getByLabel('City').fill('')
    await page.getByLabel('Retype password').fill('another one')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Retype password')).toBeFocused()
    await expect(page.getByRole('region', { name: 'Please check these fields' })).toHaveCount(0)
  })

  test('a password that is tried first draws a warning, and is no mistake', async ({ page }) => {
    await page.goto('/signup')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('Password123')
    await expect(field).toHaveAccessibleDescription(new RegExp(fieldTexts.passwordCommonWarning))
    await expectAccessible(page)
    await field.blur()
    await expect(field).not.toHaveAttribute('aria-invalid')
    await field.fill('a quite unusual sentence')
    await expect(page.getByText(fieldTexts.passwordCommonWarning)).toHaveCount(0)
  })

  test('a common password and a number without digits are asked about once, and taken from whoever means them', async ({
    page,
    server,
  }) => {
    await page.goto('/signup')
    await fillSignUp(page)
    await page.getByLabel('Email').fill('kofi.doubts@example.org')
    await page.getByLabel('Contact number').fill('no phone')
    await page.getByLabel('Password', { exact: true }).fill('Password123')
    await page.getByLabel('Retype password').fill('Password123')
    await page.getByLabel('Referral ID').fill('')
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().endsWith('/api/auth/sign-up'))))
    await page.getByRole('button', { name: 'Create account' }).click()
    const number = page.getByRole('alert').filter({ hasText: 'This number has no digits.' })
    const common = page.getByRole('alert').filter({ hasText: 'This password is one of those that are tried first.' })
    await expect(common.getByRole('button', { name: 'Use it anyway' })).toBeFocused()
    await expectSoundScreen(page)
    await expectAccessible(page)
    await page.getByLabel('Contact number').fill('+233 20 000 0000')
    await expect(number).toHaveCount(0)
    expect(sent).toBe(0)
    await common.getByRole('button', { name: 'Use it anyway' }).press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    expect(sent).toBe(1)
    await server.mailTo('kofi.doubts@example.org')
  })

  test('has every field of the signup data, known to password managers and address books [SIGNUP-02]', async ({
    page,
  }) => {
    await page.goto('/signup')
    for (const [label, token] of Object.entries({
      'Full name': 'name',
      Email: 'email',
      'Contact number': 'tel',
      Country: 'country',
      State: 'address-level1',
      City: 'address-level2',
      Area: 'address-level3',
      Password: 'new-password',
      'Retype password': 'new-password',
      'Referral ID': 'off',
    })) {
      const field = page.getByLabel(label, { exact: label === 'Password' })
      await expect(field, label).toHaveAttribute('autocomplete', token)
    }
    await expect(page.locator('input[name=packageId]')).toHaveCount(4)
  })

  test('the package that was chosen before is shown as selected', async ({ page }) => {
    await page.goto('/')
    const gold = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Gold' }) })
    await gold.getByRole('button', { name: 'Select Package' }).click()
    const choice = page.getByRole('group', { name: 'Membership package' })
    await expect(choice.locator('label').filter({ hasText: 'Selected' })).toContainText('Gold')
    await page.getByRole('radio', { name: /^Shield/ }).check()
    await expect(choice.locator('label').filter({ hasText: 'Selected' })).toContainText('Shield')
  })

  test('what was typed survives a reload, without the passwords', async ({ page }) => {
    await page.goto('/signup')
    await fillSignUp(page)
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
    await expect(page.getByLabel('Country')).toHaveValue('GH')
    await expect(page.getByLabel('City')).toHaveValue('Accra')
    await expect(page.getByRole('radio', { name: /^Shield/ })).toBeChecked()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Retype password')).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('long enough')
  })

  test('without a package: a toast and a message at the choice [SIGNUP-20]', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(page, toasts.packageRequired)
    await expect(page.getByRole('group', { name: 'Membership package' })).toContainText(fieldTexts.packageNeeded)
  })

  test('the country feeds the states, and changing it forgets the state alone [SIGNUP-08] [SIGNUP-11] [SIGNUP-12] [SIGNUP-13] [SIGNUP-14] [SIGNUP-15] [SIGNUP-16]', async ({
    page,
  }) => {
    await page.goto('/signup')
    const state = page.getByLabel('State')
    await expect(state).toBeDisabled()
    const offered = await optionsOf(page.getByLabel('Country'))
    expect(offered.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      ['', 'Choose your country'],
      ...countries,
    ])
    for (const [code] of countries) {
      await page.getByLabel('Country').selectOption(code)
      const listed = (await optionsOf(state)).map(([, name]) => name)
      const hint = statesOf[code] ? 'Choose your state' : 'No states to choose from'
      expect([code, ...listed]).toEqual([code, hint, ...(statesOf[code] ?? [])])
      expect([code, await state.isDisabled()]).toEqual([code, !statesOf[code]])
    }
    await page.getByLabel('Country').selectOption('GB')
    await page.getByLabel('City').fill('Springfield')
    await state.selectOption({ label: 'Wales' })
    await page.getByLabel('Country').selectOption('US')
    await expect(state).toHaveValue('')
    await expect(page.getByLabel('City')).toHaveValue('Springfield')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectFault(page, 'State', 'State is required.')
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
    await fillSignUp(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(page, failureTitles.registration)
    await expectToast(page, 'Referral ID not found.')
    await expect(page.getByLabel('Referral ID')).toHaveAccessibleDescription(/Referral ID not found\./)
    await expect(page.getByLabel('Referral ID')).toBeFocused()
    await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('long enough')
    await expect(page.getByLabel('Retype password')).toHaveValue('long enough')
    await expect(page.getByRole('radio', { name: /^Shield/ })).toBeChecked()
  })
})

test.describe('log in', () => {
  test('has its fields and links, takes what a browser fills in, and shows the refusal twice [LOGIN-01] [LOGIN-02] [LOGIN-03] [LOGIN-04] [LOGIN-05] [LOGIN-06] [LOGIN-08]', async ({
    page,
  }) => {
    await page.goto('/login')
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'current-password')
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

  test('a failure without words of the server says what failed [ERR-12]', async ({ page }) => {
    await page.route('**/api/auth/sign-in', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
    )
    for (const [path, submit] of [
      ['/login', 'Log In'],
      ['/admin-login', 'Secure Sign In'],
    ] as const) {
      await page.goto(path)
      await fillLogIn(page, member.email)
      await page.getByRole('button', { name: submit }).click()
      await expectToast(page, failureTitles.login)
      await expectToast(page, 'Failed to sign in.')
      await expect(page.getByRole('alert')).toHaveText('Failed to sign in.')
    }
  })

  test('after too many attempts it says how long to wait, and offers another way in', async ({ page, isMobile }) => {
    test.skip(isMobile, 'a server of its own, once')
    const limited = await startServer({ env: { RATE_LIMITS: 'on' } })
    try {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const body = { email: 'amara@example.org', password: `guess ${attempt}`, portal: 'member' as const }
        await expect(call({ server: limited }, signIn, { body })).rejects.toThrow('answered 401')
      }
      for (const [path, submit] of [
        ['/admin-login', 'Secure Sign In'],
        ['/login', 'Log In'],
      ] as const) {
        await page.goto(limited.url + path)
        await fillLogIn(page, 'amara@example.org')
        await page.getByRole('button', { name: submit }).click()
        await expectToast(page, /^Too many attempts\. You can try again in (1 minute|\d+ seconds)\.$/)
        await expect(page.getByRole('alert')).toContainText(/You can try again in (1 minute|\d+ seconds)\./)
        await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
      }
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Reset your password' }).click()
      await expect(page.getByLabel('Email')).toHaveValue('amara@example.org')
    } finally {
      await limited.stop()
    }
  })

  test('an account that is not open says why, and what to do', async ({ page, server }) => {
    const { email, userId } = await createMember(server, { name: 'Ivo Marek' })
    const logIn = async () => {
      await page.goto('/login')
      await fillLogIn(page, email)
      await page.getByRole('button', { name: 'Log In' }).click()
    }
    await setStatus(server, email, 'Suspended')
    await logIn()
    await expect(page.getByRole('alert')).toHaveText(errors.account_suspended.message)
    await expectToast(page, errors.account_suspended.message)
    await setStatus(server, email, 'Inactive')
    await logIn()
    await expect(page.getByRole('alert')).toHaveText(errors.account_deactivated.message)
    await withDatabase(server, (db) =>
      db.updateTable('credentials').set({ email_confirmed_at: null }).where('user_id', '=', userId).execute(),
    )
    await logIn()
    await expect(page.getByRole('alert')).toContainText(errors.account_inactive.message)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await expect(page.getByRole('alert')).toContainText(`We sent it again, to ${email}.`)
    await expectAccessible(page)
    await expect.poll(async () => (await server.mails()).filter(({ to }) => to === email).length).toBe(2)
  })

  test('an administrator is sent to the admin portal, signed out [LOGIN-09] [ERR-13] [LOGIN-10] [GUARD-11] [ADMLOGIN-01] [ADMLOGIN-04] [ADMLOGIN-05] [ADMLOGIN-06] [ADMLOGIN-07] [ERR-11]', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expectToast(page, toasts.adminLoginRequired)
    await expectDestructiveToast(page, toasts.adminLoginRequired.title)
    await expect(page).toHaveURL(/\/admin-login$/)
    await expect(page.getByRole('main')).toContainText(toasts.adminLoginRequired.description)
    const session = await page.evaluate(async () => (await fetch('/api/auth/session')).json() as Promise<unknown>)
    expect(session).toMatchObject({ session: null, isAuthenticated: false })
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await expectRed(page.getByRole('alert'))
    await expectToast(page, failureTitles.login)
    await expectDestructiveToast(page, failureTitles.login)
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
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
  })

  test('an administrator whose session lapsed need not type in vain: the page says where they log in, and they come back', async ({
    page,
  }) => {
    await page.goto('/admin/deposit-approvals')
    await page.getByRole('link', { name: 'Administrators log in here' }).click()
    await expect(page).toHaveURL(/\/admin-login\?return=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
    await page.context().clearCookies()
    await page.goto('/dashboard/activity')
    await expect(page).toHaveURL(/\/login\?return=/)
    await expect(page.getByRole('link', { name: 'Administrators log in here' })).toHaveCount(0)
  })
})

test.describe('with a second factor', () => {
  test('the log-in asks for a code, and Back keeps what was typed', async ({ page, server }) => {
    const member = await createMember(server, { name: 'Aiko Mori' })
    const { secret } = await turnOnTwoFactor(member)
    await page.goto('/login?return=/dashboard/activity')
    await logIn(page, member.email)
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(page.getByRole('region', { name: /Notifications/ }).getByText(failureTitles.login)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Log In' }).click()
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription(new RegExp(fieldTexts.codeForm))
    await code.fill('000000')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expectToast(page, failureTitles.login)
    await expectToast(page, errors.code_wrong.message)
    await expect(code).toHaveAccessibleDescription(new RegExp(errors.code_wrong.message))
    await expect(code).toBeFocused()
    await expectSoundScreen(page)
    // The wrong code is selected, so the next one replaces it. The page to return to is still known.
    await page.keyboard.type(await freshCode(member, secret))
    await page.keyboard.press('Enter')
    await expectToast(page, toasts.loginSuccessful)
    await expect(page).toHaveURL(/\/dashboard\/activity$/)
  })

  test('a recovery code opens the account of an administrator, too', async ({ page, server }) => {
    const person = await createAdmin(server, 'Rosa Blum')
    const { recoveryCodes } = await turnOnTwoFactor(person)
    await page.goto('/admin-login')
    await fillLogIn(page, person.email)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expectToast(page, toasts.welcomeAdmin)
    await expect(page).toHaveURL(/\/admin$/)
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
  await expectFault(page, 'Full name', fieldTexts.adminName)
  await expectFault(page, 'Email', fieldTexts.adminEmail)
  await expectFault(page, 'Password', fieldTexts.adminPasswordShort)
  await expect(page.getByRole('region', { name: 'Please check these fields' })).toBeFocused()
  await page.getByLabel('Full name').fill('Mallory Smith')
  await page.getByLabel('Email').fill('mallory@example.org')
  await page.getByLabel('Password', { exact: true }).fill('alllowercase')
  await page.getByLabel('Retype password').fill('something else')
  await expect(page.getByText('one lowercase letter (done)')).toBeVisible()
  await expect(page.getByText('one digit (done)')).toHaveCount(0)
  await submit.click()
  await expectFault(page, 'Password', fieldTexts.adminPasswordWeak)
  await expectFault(page, 'Retype password', fieldTexts.adminPasswordsDiffer)
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await submit.click()
  await expectToast(page, failureTitles.registration)
  await expect(page.getByRole('alert')).toContainText('An invitation from an administrator is required.')
})

test('an invitation that was used already says what may be wrong with it', async ({ page, server }) => {
  await page.goto(server.adminInvitationLink)
  await expect(page).toHaveURL(`${server.url}/admin-signup`)
  await page.getByLabel('Full name').fill('Mallory Smith')
  await page.getByLabel('Email').fill('mallory@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await page.getByRole('button', { name: 'Create admin account' }).click()
  await expect(page.getByRole('alert')).toContainText(errors.invitation_required.message)
  await expect(page.getByRole('alert')).toContainText('This one may have been used')
})

test('the log-in is filled in and sent by the keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no Tab key')
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

/** Returns the value and the label of each option. */
function optionsOf(select: Locator): Promise<[value: string, words: string][]> {
  return select
    .locator('option')
    .evaluateAll((all) => all.map((option) => [option.getAttribute('value') ?? '', option.textContent ?? '']))
}

async function expectFault(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: label === 'Password' })
  await expect(field, label).toHaveAttribute('aria-invalid', 'true')
  await expect(field, label).toHaveAccessibleDescription(new RegExp(text.replaceAll(/[.?]/g, '\\$&')))
}

/** Demands that the toast with this title is a red one. */
async function expectDestructiveToast(page: Page, title: string): Promise<void> {
  const toast = page
    .getByRole('region', { name: /Notifications/ })
    .locator('li')
    .filter({ hasText: title })
  await expect(toast).toHaveAttribute('data-variant', 'destructive')
  await expectRed(toast, 'backgroundColor')
}

/** Demands that the drawn colour is much more red than anything else. */
async function expectRed(place: Locator, property: 'color' | 'backgroundColor' = 'color'): Promise<void> {
  const parts = await place.evaluate((element, name) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return []
    context.fillStyle = getComputedStyle(element)[name]
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }, property)
  const [red = 0, green = 0, blue = 0] = parts
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
}

async function logIn(page: Page, email: string): Promise<void> {
  await fillLogIn(page, email)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Turns the second factor on as the profile page does: with a proof and a first code. */
async function turnOnTwoFactor(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const body = { action: 'two_factor', password } as const
  const { proof } = await call(person, stepUp, { body })
  const response = await fetch(person.server.url + startTwoFactor.path, {
    method: 'POST',
    headers: {
      origin: person.server.url,
      cookie: `${person.session.name}=${person.session.value}`,
      [stepUpHeader]: proof,
    },
  })
  const { secret } = (await response.json()) as OutputOf<typeof startTwoFactor>
  const code = new TOTP({ secret }).generate()
  const { recovery_codes: recoveryCodes } = await call(person, enableTwoFactor, { body: { code } })
  return { secret, recoveryCodes }
}

/** Makes the account forget the code of the set-up, because the server accepts each code once. */
async function freshCode({ server, userId }: Person, secret: string): Promise<string> {
  await withDatabase(server, (db) =>
    db.updateTable('two_factor').set({ last_step: '0' }).where('user_id', '=', userId).execute(),
  )
  return new TOTP({ secret }).generate()
}

async function fillLogIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function fillSignUp(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Kofi Mensah')
  await page.getByLabel('Email').fill('kofi@example.org')
  await page.getByLabel('Contact number').fill('+233 30 266 6661')
  await page.getByLabel('Country').selectOption('GH')
  await page.getByLabel('City').fill('Accra')
  await page.getByLabel('Password', { exact: true }).fill('long enough')
  await page.getByLabel('Retype password').fill('long enough')
  await page.getByRole('radio', { name: /^Shield/ }).check()
}

async function setStatus(server: TestServer, email: string, status: 'Suspended' | 'Inactive'): Promise<void> {
  await withDatabase(server, (db) => db.updateTable('profiles').set({ status }).where('email', '=', email).execute())
}
