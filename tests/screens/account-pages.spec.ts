import type { Locator, Page } from '@playwright/test'
import { adminSignUp, sendConfirmation, signIn, signUp } from '../../contract/auth.ts'
import { checkInvitation } from '../../contract/invitations.ts'
import { errors, type ErrorCode } from '../../contract/errors.ts'
import { listPackages } from '../../contract/packages.ts'
import type { Profile } from '../../contract/profiles.ts'
import { listRequests } from '../../contract/requests.ts'
import { failureTitles, fieldTexts, toasts } from '../../contract/texts.ts'
import { getTwoFactor } from '../../contract/two-factor.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { countries, statesOf } from '../helpers/places.ts'
import { aProfile, onePage } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { giveSecurity, twoFactorState } from '../helpers/screen-data/security.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const email = 'amara@example.org'

test.beforeEach(({ answers }) => {
  answers.give(listPackages, { items: packagesOnOffer })
})

test.describe('signup', () => {
  test('shows no fault before a field is left, names every mistake, and clears a corrected one at once [SIGNUP-04] [SIGNUP-06] [SIGNUP-18] [SIGNUP-19]', async ({
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

  test('two passwords that have become equal clear their fault', async ({ page }) => {
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

  test('the first click hits the button, even if the left field gets an error', phone, async ({ page }) => {
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

  test('a form with many mistakes lists them, and each leads to its field', phone, async ({ page }) => {
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

  test('a common password gets a warning, but is no mistake', async ({ page }) => {
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

  test('a common password and a number without digits need one confirmation', async ({ page, answers }) => {
    answers.give(signUp, {})
    await page.goto('/signup')
    await fillSignUp(page)
    await page.getByLabel('Contact number').fill('no phone')
    await page.getByLabel('Password', { exact: true }).fill('Password123')
    await page.getByLabel('Retype password').fill('Password123')
    await page.getByLabel('Referral ID').fill('')
    await page.getByRole('button', { name: 'Create account' }).click()
    const number = page.getByRole('alert').filter({ hasText: 'This number has no digits.' })
    const common = page.getByRole('alert').filter({ hasText: 'This password is one of those that are tried first.' })
    await expect(common.getByRole('button', { name: 'Use it anyway' })).toBeFocused()
    await expectAccessibleAtEveryWidth(page)
    await page.getByLabel('Contact number').fill('+233 20 000 0000')
    await expect(number).toHaveCount(0)
    expect(answers.callsOf(signUp)).toEqual([])
    await common.getByRole('button', { name: 'Use it anyway' }).press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    const [sent, ...others] = answers.callsOf(signUp).map(({ body }) => body)
    expect(sent).toMatchObject({ email: 'kofi@example.org', password: 'Password123', country: 'GH', city: 'Accra' })
    expect(sent?.packageId).toBe(packagesOnOffer[0]?.id)
    expect(others).toEqual([])
  })

  test('has every field of the sign-up with its autocomplete name [SIGNUP-02]', async ({ page }) => {
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

  test('the package that was chosen before is shown as selected', phone, async ({ page }) => {
    await page.goto('/')
    const gold = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Gold' }) })
    await gold.getByRole('button', { name: 'Select Package' }).click()
    const choice = page.getByRole('group', { name: 'Membership package' })
    await expect(choice.locator('label').filter({ hasText: 'Selected' })).toContainText('Gold')
    await page.getByRole('radio', { name: /^Shield/ }).check()
    await expect(choice.locator('label').filter({ hasText: 'Selected' })).toContainText('Shield')
  })

  test('without a package: a toast and a message at the choice [SIGNUP-20]', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectToast(page, toasts.packageRequired)
    await expect(page.getByRole('group', { name: 'Membership package' })).toContainText(fieldTexts.packageNeeded)
  })

  test('the country decides the list of states, and another country clears the state alone [SIGNUP-08] [SIGNUP-11] [SIGNUP-12] [SIGNUP-13] [SIGNUP-14] [SIGNUP-15] [SIGNUP-16]', async ({
    page,
  }) => {
    await page.goto('/signup')
    const state = page.getByLabel('State')
    await expect(state).toBeDisabled()
    const offered = await optionsOf(page.getByLabel('Country'))
    expect(offered.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      ['', 'Choose a country'],
      ...countries,
    ])
    const hintOf = (code: string) => (statesOf[code] ? 'Choose a state' : 'No states to choose from')
    expect(await chooseEachCountry(page)).toEqual(
      countries.map(([code]) => [code, !statesOf[code], hintOf(code), ...(statesOf[code] ?? [])]),
    )
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

  test('a refusal of the server is shown at its field, and no typed text is lost [SIGNUP-10] [SIGNUP-21] [TOAST-07] [ERR-01]', async ({
    page,
    answers,
  }) => {
    answers.give(signUp, () => {
      throw new Refusal('referral_not_found', { field: 'referredById' })
    })
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
    expect(answers.callsOf(signUp).map(({ body }) => body.referredById)).toEqual(['NOBODY99'])
  })
})

test.describe('log in', () => {
  test('has its fields and links, accepts autofill, and shows the refusal twice [LOGIN-01] [LOGIN-02] [LOGIN-03] [LOGIN-04] [LOGIN-05] [LOGIN-06] [LOGIN-08]', async ({
    page,
    answers,
  }) => {
    refuseSignIn(answers, 'sign_in_failed')
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
    const body = { email: 'amara@example.org', password: 'not the password', portal: 'member' }
    expect(answers.callsOf(signIn).map((call) => call.body)).toEqual([body])
  })

  test('the button is busy, and a second click sends nothing [LOGIN-07]', async ({ page, answers }) => {
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
    answers.give(signIn, async () => {
      await isSeen
      throw new Refusal('sign_in_failed')
    })
    await page.goto('/login')
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Log In' }).dblclick()
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    see()
    await expectToast(page, failureTitles.login)
    expect(answers.callsOf(signIn)).toHaveLength(1)
  })

  test('a failure without a text of the server names the failed action [ERR-12]', async ({ page }) => {
    await page.route('**/api/auth/sign-in', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
    )
    for (const [path, submit] of [
      ['/login', 'Log In'],
      ['/admin-login', 'Secure Sign In'],
    ] as const) {
      await page.goto(path)
      await fillLogIn(page)
      await page.getByRole('button', { name: submit }).click()
      await expectToast(page, failureTitles.login)
      await expectToast(page, 'Failed to sign in.')
      await expect(page.getByRole('alert')).toHaveText('Failed to sign in.')
    }
  })

  test('after too many attempts it names the time to wait, and offers a password reset', async ({ page, answers }) => {
    answers.give(signIn, () => {
      throw new Refusal('too_many_requests', { retryAfterSeconds: 42 })
    })
    for (const [path, submit] of [
      ['/admin-login', 'Secure Sign In'],
      ['/login', 'Log In'],
    ] as const) {
      await page.goto(path)
      await fillLogIn(page)
      await page.getByRole('button', { name: submit }).click()
      await expectToast(page, 'Too many attempts. You can try again in 42 seconds.')
      await expect(page.getByRole('alert')).toContainText('You can try again in 42 seconds.')
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Reset your password' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('a closed account gets the reason and advice', async ({ page, answers }) => {
    answers.give(sendConfirmation, {})
    const logIn = async () => {
      await page.goto('/login')
      await fillLogIn(page)
      await page.getByRole('button', { name: 'Log In' }).click()
    }
    refuseSignIn(answers, 'account_suspended')
    await logIn()
    await expect(page.getByRole('alert')).toHaveText(errors.account_suspended.message)
    await expectToast(page, errors.account_suspended.message)
    refuseSignIn(answers, 'account_deactivated')
    await logIn()
    await expect(page.getByRole('alert')).toHaveText(errors.account_deactivated.message)
    refuseSignIn(answers, 'account_inactive')
    await logIn()
    await expect(page.getByRole('alert')).toContainText(errors.account_inactive.message)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await expect(page.getByRole('alert')).toContainText(`We sent it again, to ${email}.`)
    await expectAccessible(page)
    expect(answers.callsOf(sendConfirmation).map(({ body }) => body)).toEqual([{ email, password }])
  })

  test('an administrator is sent to the admin portal, signed out [LOGIN-09] [ERR-13] [LOGIN-10] [GUARD-11] [ADMLOGIN-01] [ADMLOGIN-04] [ADMLOGIN-05] [ADMLOGIN-06] [ADMLOGIN-07] [ERR-11]', async ({
    page,
    answers,
  }) => {
    refuseSignIn(answers, 'admin_login_required')
    await page.goto('/login')
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expectToast(page, toasts.adminLoginRequired)
    await expectDestructiveToast(page, toasts.adminLoginRequired.title)
    await expect(page).toHaveURL(/\/admin-login$/)
    await expect(page.getByRole('main')).toContainText(toasts.adminLoginRequired.description)
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    refuseSignIn(answers, 'sign_in_failed')
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await expectRed(page.getByRole('alert'))
    await expectToast(page, failureTitles.login)
    await expectDestructiveToast(page, failureTitles.login)
    await expectAccessible(page)
  })

  test('an administrator with an expired session gets a link to their log-in, and returns to the page', async ({
    page,
    answers,
  }) => {
    answers.give(signIn, async () => ({
      session: await readAsAdmin(page, answers),
      isAuthenticated: true,
      isAdmin: true,
    }))
    giveSecurity(answers)
    await page.goto('/admin/security')
    await page.getByRole('link', { name: 'Administrators log in here' }).click()
    await expect(page).toHaveURL(/\/admin-login\?return=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/security$/)
    readAsVisitor(answers)
    await page.context().clearCookies()
    await page.goto('/dashboard/activity')
    await expect(page).toHaveURL(/\/login\?return=/)
    await expect(page.getByRole('link', { name: 'Administrators log in here' })).toHaveCount(0)
  })
})

test.describe('with a second factor', () => {
  test('the log-in asks for a code, and Back keeps what was typed', async ({ page, answers }) => {
    const profile = aProfile()
    answers.give(listRequests, onePage([]))
    answers.give(signIn, async ({ body }) => {
      if (body.code === undefined) throw new Refusal('code_required', { factors: ['app'] })
      if (body.code !== '135790') throw new Refusal('code_wrong')
      return letIn(page, answers, profile)
    })
    await page.goto('/login?return=/dashboard/activity')
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Log In' }).click()
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(page.getByRole('region', { name: /Notifications/ }).getByText(failureTitles.login)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
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
    await expectAccessibleAtEveryWidth(page)
    // The wrong code is selected, so the next one replaces it. The page to return to is still known.
    await page.keyboard.type('135790')
    await page.keyboard.press('Enter')
    await expectToast(page, toasts.loginSuccessful)
    await expect(page).toHaveURL(/\/dashboard\/activity$/)
  })

  test('a recovery code signs an administrator in, too', async ({ page, answers }) => {
    giveSecurity(answers)
    answers.give(getTwoFactor, twoFactorState({ is_on: true, recovery_codes_left: 9 }))
    answers.give(signIn, async ({ body }) => {
      if (body.code === undefined) throw new Refusal('code_required', { factors: ['app'] })
      expect(body).toEqual({ email, password, portal: 'admin', code: 'ABCD-EFGH-JKLM-NPQR' })
      const session = await readAsAdmin(page, answers)
      return { session, isAuthenticated: true, isAdmin: true }
    })
    await page.goto('/admin-login?return=/admin/security')
    await fillLogIn(page)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Recovery code').fill('ABCD-EFGH-JKLM-NPQR')
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expectToast(page, toasts.welcomeAdmin)
    await expect(page).toHaveURL(/\/admin\/security$/)
  })
})

test('the registration of administrators is labelled, explains its rules and needs an invitation [ADMSIGNUP-02] [ADMSIGNUP-03] [ADMSIGNUP-05] [ADMSIGNUP-06] [ADMSIGNUP-07] [ADMSIGNUP-08] [ADMSIGNUP-09] [ADMSIGNUP-12] [ERR-02]', async ({
  page,
  answers,
}) => {
  refuseAdminSignUp(answers)
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

test('a used invitation is refused with its possible causes', async ({ page, answers }) => {
  refuseAdminSignUp(answers)
  answers.give(checkInvitation, { duty: null })
  await page.goto(`/admin-signup#invitation=${'A'.repeat(43)}`)
  // The token leaves the address bar.
  await expect(page).toHaveURL(`${answers.url}/admin-signup`)
  await page.getByLabel('Full name').fill('Mallory Smith')
  await page.getByLabel('Email').fill('mallory@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await page.getByRole('button', { name: 'Create admin account' }).click()
  await expect(page.getByRole('alert')).toContainText(errors.invitation_required.message)
  await expect(page.getByRole('alert')).toContainText('This one may have been used')
  expect(answers.callsOf(adminSignUp).map(({ body }) => body.invitation)).toEqual(['A'.repeat(43)])
})

test('an open invitation shows the duty that it gives', async ({ page, answers }) => {
  answers.give(checkInvitation, { duty: 'auditor' })
  await page.goto(`/admin-signup#invitation=${'A'.repeat(43)}`)
  await expect(page.getByText('Your duty will be: Auditor.')).toBeVisible()
  await expect(page.getByText('Reads and exports, and changes nothing.')).toBeVisible()
  expect(answers.callsOf(checkInvitation).map(({ body }) => body.invitation)).toEqual(['A'.repeat(43)])
  await expectAccessibleAtEveryWidth(page)
})

test('the log-in is filled in and sent by the keyboard alone', async ({ page, answers }) => {
  const profile = aProfile()
  giveOverview(answers, profile)
  answers.give(signIn, async () => letIn(page, answers, profile))
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
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

function refuseSignIn(answers: Answers, code: ErrorCode): void {
  answers.give(signIn, () => {
    throw new Refusal(code)
  })
}

function refuseAdminSignUp(answers: Answers): void {
  answers.give(adminSignUp, () => {
    throw new Refusal('invitation_required')
  })
}

/** Opens a session, as a sign-in does, and returns the answer to the sign-in. */
async function letIn(page: Page, answers: Answers, profile: Profile) {
  return { session: await readAsMember(page, answers, profile), isAuthenticated: true, isAdmin: false }
}

/** Returns the value and the label of each option. */
function optionsOf(select: Locator): Promise<[value: string, words: string][]> {
  return select
    .locator('option')
    .evaluateAll((all) => all.map((option) => [option.getAttribute('value') ?? '', option.textContent ?? '']))
}

/** Chooses each country. Returns for each its code, whether the choice of states is disabled, and what it offers. */
async function chooseEachCountry(page: Page): Promise<unknown[]> {
  const state = await page.getByLabel('State').elementHandle()
  return page.getByLabel('Country').evaluate(async (country: HTMLSelectElement, states) => {
    const seen: [code: string, ...unknown[]][] = []
    // The first option stands for no country.
    for (const { value } of [...country.options].slice(1)) {
      country.value = value
      country.dispatchEvent(new Event('change', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve))
      const { disabled, options } = states as HTMLSelectElement
      seen.push([value, disabled, ...[...options].map(({ text }) => text)])
    }
    return seen.sort(([one], [other]) => (one < other ? -1 : 1))
  }, state)
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

async function fillLogIn(page: Page): Promise<void> {
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
