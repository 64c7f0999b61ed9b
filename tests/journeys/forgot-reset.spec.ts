import type { Locator, Page } from '@playwright/test'
import { signUp } from '../../contract/auth.ts'
import { failureTitles, fallbackTexts, fieldTexts, resetLinkTexts, toasts } from '../../contract/texts.ts'
import { call, createMember, findPackage, useSession } from '../helpers/api.ts'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

const newPassword = 'A-quite-new-one-7'

test.describe('forgot password', () => {
  test('mails a link and says so [FORGOT-01] [FORGOT-02] [FORGOT-04] [FORGOT-05]', async ({ page, server }) => {
    const { email } = await createMember(server, { name: 'Amara Osei' })
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
    // The email is already filled in.
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Check your email')
    await expect(heading).toBeFocused()
    await expect(page.getByRole('main')).toContainText(email)
    await expect(page.getByRole('link', { name: 'Open the mails of this installation' })).toHaveAttribute(
      'href',
      '/dev/mail',
    )
    expect((await resetLink(server, email)).startsWith(`${server.url}/reset-password#access_token=`)).toBe(true)
    await page.getByRole('link', { name: 'Back to Log In' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('needs an address that looks like one [FORGOT-03]', async ({ page }) => {
    await page.goto('/forgot-password')
    await expect(page.getByLabel('Email')).toHaveAttribute('required')
    const calls = countCalls(page, '/api/auth/forgot-password')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(fieldTexts.emailNeeded)
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Email').fill('amara@')
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(calls()).toBe(0)
    // The typed email follows to the other page.
    await page.getByRole('link', { name: 'Back to Log In' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('amara@')
  })

  test('looks the same for an address that nobody has', async ({ page, server }) => {
    const { email } = await createMember(server, { name: 'Kofi Mensah' })
    const seen: string[] = []
    for (const address of [email, 'nobody.at.all@example.org']) {
      await askForLink(page, address)
      seen.push((await page.getByRole('main').innerText()).replace(address, '').replace(/in \d+ \w+/, ''))
    }
    expect(seen[1]).toBe(seen[0])
  })

  test('a failure shows as a toast and in the form, which keeps the address [ERR-03]', async ({ page }) => {
    await page.route('**/api/auth/forgot-password', (route) => route.abort())
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('kofi@example.org')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expectToast(page, failureTitles.resetMail)
    await expectToast(page, fallbackTexts.network)
    await expect(page.getByRole('alert')).toHaveText(fallbackTexts.network)
    await expect(page.getByLabel('Email')).toHaveValue('kofi@example.org')
    await expectAccessible(page)
  })

  test('the mail can be sent again after a minute', async ({ page, server }) => {
    const { email } = await createMember(server, { name: 'Mei Lin' })
    await page.clock.install()
    await askForLink(page, email)
    const calls = countCalls(page, '/api/auth/forgot-password')
    const again = page.getByRole('button', { name: 'Send again' })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await again.click({ force: true })
    await page.clock.runFor(61_000)
    expect(calls()).toBe(0)
    await expect(again).not.toHaveAttribute('aria-disabled')
    await again.click()
    await expect(page.getByRole('status').filter({ hasText: 'Sent again.' })).toBeVisible()
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(calls()).toBe(1)
    await page.getByRole('button', { name: 'Use another email' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })
})

test.describe('reset password', () => {
  test('the link sets a new password once, and ends every session [RESET-01] [RESET-02] [RESET-03] [RESET-08] [RESET-09] [RESET-10] [RESET-11] [OK-03]', async ({
    page,
    server,
    browser,
  }) => {
    const member = await createMember(server, { name: 'Wanja Kamau' })
    // A page with a token does not redirect an account that is signed in, here and in another browser.
    const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
    for (const one of [page, elsewhere]) await useSession(one, member)
    await elsewhere.goto('/dashboard')
    const link = await makeResetLink(page, server, member.email)
    await page.goto(link)
    // The token leaves the address at once, and a reload works without it.
    await expect(page).toHaveURL(`${server.url}/reset-password`)
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Retype new password').fill('other')
    await page.getByRole('button', { name: 'Set new password' }).click()
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toHaveAccessibleDescription(new RegExp(fieldTexts.resetPasswordShort))
    await expect(field).toBeFocused()
    await expect(page.getByLabel('Retype new password')).toHaveAccessibleDescription(fieldTexts.resetPasswordsDiffer)
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
    await expectAccessible(page)
    await fillNewPassword(page)
    await expectToast(page, toasts.passwordReset)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
    await elsewhere.goto('/dashboard/activity')
    await expect(elsewhere).toHaveURL(/\/login\?return=/)
    await elsewhere.context().close()

    await logIn(page, member.email, password)
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
    await logIn(page, member.email, newPassword)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('lets somebody in who never got the mail that confirms the email', async ({ page, server }) => {
    const email = 'lena.fuchs@example.org'
    const { id: packageId } = await findPackage(server, 'Gold')
    const account = { fullName: 'Lena Fuchs', email, contactNumber: '+49 731 161 0', country: 'DE', city: 'Ulm' }
    await call({ server }, signUp, { body: { ...account, packageId, password, retypePassword: password } })
    await logIn(page, email, password)
    await expect(page.getByRole('button', { name: 'Send the confirmation again' })).toBeVisible()
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await page.goto(await resetLink(server, email))
    await fillNewPassword(page)
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, email, newPassword)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a link that was used or made up says so, and leads to a new one [RESET-04] [RESET-06] [RESET-07]', async ({
    page,
    server,
  }) => {
    const { email } = await createMember(server, { name: 'Noor Aziz' })
    const link = await makeResetLink(page, server, email)
    await page.goto(link)
    await fillNewPassword(page)
    await expect(page).toHaveURL(/\/login$/)
    for (const useless of [link, `${server.url}/reset-password#access_token=${'A'.repeat(43)}&type=recovery`]) {
      await page.goto('/')
      await page.goto(useless)
      await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalid)
      await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalidDescription)
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('without a token it says so [RESET-05]', async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.missing)
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
  })

  test('a failure keeps the form, and says what failed [ERR-04]', async ({ page, server, browser }) => {
    const { email } = await createMember(server, { name: 'Ines Carvalho' })
    const link = await makeResetLink(page, server, email)
    await page.goto(link)
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    // Another browser uses the same link in the meantime.
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await other.goto(link)
    await fillNewPassword(other)
    await expect(other).toHaveURL(/\/login$/)
    await other.context().close()
    await fillNewPassword(page)
    await expectToast(page, failureTitles.passwordReset)
    await expectToast(page, resetLinkTexts.invalid)
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalid)
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    await expectAccessible(page)
  })

  test('takes what a password manager fills in without telling', async ({ page, server }) => {
    const { email } = await createMember(server, { name: 'Tomasz Nowak' })
    await page.goto('/forgot-password')
    await setSilently(page.getByLabel('Email'), email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await page.goto(await resetLink(server, email))
    await setSilently(page.getByLabel('New password', { exact: true }), newPassword)
    await setSilently(page.getByLabel('Retype new password'), newPassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expectToast(page, toasts.passwordReset)
  })

  test('is done by the keyboard alone', async ({ page, server, isMobile }) => {
    test.skip(isMobile, 'a phone has no Tab key')
    const { email } = await createMember(server, { name: 'Rosa Blum' })
    await page.goto(await makeResetLink(page, server, email))
    await page.getByLabel('New password', { exact: true }).focus()
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Retype new password')).toBeFocused()
    await page.keyboard.type(newPassword)
    await page.keyboard.press('Enter')
    await expectToast(page, toasts.passwordReset)
  })
})

test('every state of both pages, light and dark, wide and narrow, has no fault', async ({ page, server }) => {
  test.setTimeout(120_000)
  const { email } = await createMember(server, { name: 'Petra Lang' })
  const link = await makeResetLink(page, server, email)
  const states: [string, () => Promise<unknown>, string][] = [
    ['form', () => page.goto('/forgot-password'), 'Send reset link'],
    ['sent', () => askForLink(page, 'nobody@example.org'), 'Use another email'],
    ['reset', () => page.goto(link), 'Set new password'],
    ['bad link', () => page.goto(`${server.url}/reset-password#access_token=x&type=recovery`), 'Ask for a new link'],
  ]
  for (const [name, open, landmark] of states) {
    await page.goto('/')
    await open()
    await expect(page.getByText(landmark), name).toBeVisible()
    await expectSoundScreen(page)
  }
})

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

/** Requests the mail from another browser, because that page redirects a person who is signed in. */
async function makeResetLink(page: Page, server: TestServer, email: string): Promise<string> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await askForLink(visitor, email)
  await visitor.context().close()
  return resetLink(server, email)
}

async function resetLink(server: TestServer, email: string): Promise<string> {
  const { links } = await server.mailTo(email, 'Set a new password')
  const link = links.find((one) => one.includes('/reset-password#'))
  if (!link) throw new Error(`the mail to ${email} has no link: ${links.join(' ')}`)
  return link
}

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Retype new password').fill(newPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

async function setSilently(field: Locator, value: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, text) => (input.value = text), value)
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log In' }).click()
}

function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}
