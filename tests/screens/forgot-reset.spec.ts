import type { Locator, Page } from '@playwright/test'
import { checkResetLink, forgotPassword, resetPassword } from '../../contract/recovery.ts'
import { failureTitles, fallbackTexts, fieldTexts, resetLinkTexts, toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const email = 'amara@example.org'
const newPassword = 'A-quite-new-one-7'
const token = 'A'.repeat(43)
const link = `/reset-password#access_token=${token}&type=recovery`

test.beforeEach(({ answers }) => {
  answers.give(forgotPassword, {})
  answers.give(checkResetLink, { sign_up: null })
  answers.give(resetPassword, {})
})

test.describe('forgot password', () => {
  test('takes the email address over, and says that a link was mailed [FORGOT-01] [FORGOT-02] [FORGOT-04] [FORGOT-05]', async ({
    page,
    answers,
  }) => {
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
    expect(addressesOf(answers)).toEqual([email])
    await page.getByRole('link', { name: 'Back to Log In' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('needs a valid email address [FORGOT-03]', async ({ page, answers }) => {
    await page.goto('/forgot-password')
    await expect(page.getByLabel('Email')).toHaveAttribute('required')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(fieldTexts.emailNeeded)
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Email').fill('amara@')
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(addressesOf(answers)).toEqual([])
    // The typed email follows to the other page.
    await page.getByRole('link', { name: 'Back to Log In' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('amara@')
  })

  test('a failure shows as a toast and in the form, which keeps the address [ERR-03]', async ({ page }) => {
    await page.route('**/api/auth/forgot-password', (route) => route.abort())
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expectToast(page, failureTitles.resetMail)
    await expectToast(page, fallbackTexts.network)
    await expect(page.getByRole('alert')).toHaveText(fallbackTexts.network)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expectAccessible(page)
  })

  test('the mail can be sent again after a minute', async ({ page, answers }) => {
    await page.clock.install()
    await askForLink(page)
    const again = page.getByRole('button', { name: 'Send again' })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await again.click({ force: true })
    await page.clock.runFor(61_000)
    expect(addressesOf(answers)).toEqual([email])
    await expect(again).not.toHaveAttribute('aria-disabled')
    await again.click()
    await expect(page.getByRole('status').filter({ hasText: 'Sent again.' })).toBeVisible()
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(addressesOf(answers)).toEqual([email, email])
    await page.getByRole('button', { name: 'Use another email' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })
})

test.describe('reset password', () => {
  test('the form names its mistakes, keeps the token out of sight and leads to the log-in [RESET-01] [RESET-02] [RESET-03] [RESET-08] [RESET-09] [RESET-11] [OK-03]', async ({
    page,
    answers,
  }) => {
    // A page with a token does not redirect an account that is signed in. The reset ends its session.
    await readAsMember(page, answers)
    answers.give(resetPassword, () => {
      readAsVisitor(answers)
      return {}
    })
    await page.goto(link)
    // The token leaves the address at once, and a reload works without it.
    await expect(page).toHaveURL(`${answers.url}/reset-password`)
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
    expect(new Set(answers.callsOf(checkResetLink).map(({ body }) => body.token))).toEqual(new Set([token]))
    const sent = { token, password: newPassword, retypePassword: newPassword }
    expect(answers.callsOf(resetPassword).map(({ body }) => body)).toEqual([sent])
  })

  test('a used or invented link is refused with the way to a new one [RESET-04] [RESET-06] [RESET-07]', async ({
    page,
    answers,
  }) => {
    refuseLink(answers)
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalid)
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalidDescription)
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('a missing token is reported [RESET-05]', async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.missing)
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
  })

  test('a failure keeps the form and is reported [ERR-04]', async ({ page, answers }) => {
    await page.goto(link)
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    // Another browser uses the same link in the meantime.
    refuseLink(answers)
    await fillNewPassword(page)
    await expectToast(page, failureTitles.passwordReset)
    await expectToast(page, resetLinkTexts.invalid)
    await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalid)
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword)
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
    await expectAccessible(page)
  })

  test('accepts passwords that a password manager fills in without an event', async ({ page, answers }) => {
    await page.goto('/forgot-password')
    await setSilently(page.getByLabel('Email'), email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    expect(addressesOf(answers)).toEqual([email])
    await page.goto(link)
    await setSilently(page.getByLabel('New password', { exact: true }), newPassword)
    await setSilently(page.getByLabel('Retype new password'), newPassword)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expectToast(page, toasts.passwordReset)
    expect(answers.callsOf(resetPassword).map(({ body }) => body.password)).toEqual([newPassword])
  })

  test('can be completed by the keyboard alone', async ({ page }) => {
    await page.goto(link)
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

test('every state of both pages, light and dark, wide and narrow, has no fault', async ({ page, answers }) => {
  const states: [string, () => Promise<unknown>, string][] = [
    ['form', () => page.goto('/forgot-password'), 'Send reset link'],
    ['sent', () => askForLink(page), 'Use another email'],
    ['reset', () => page.goto(link), 'Set new password'],
    [
      'bad link',
      () => {
        refuseLink(answers)
        return page.goto('/reset-password#access_token=x&type=recovery')
      },
      'Ask for a new link',
    ],
  ]
  for (const [name, open, landmark] of states) {
    await page.goto('/')
    await open()
    await expect(page.getByText(landmark), name).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
  }
})

function refuseLink(answers: Answers): void {
  const refuse = () => {
    throw new Refusal('reset_link_invalid')
  }
  answers.give(checkResetLink, refuse)
  answers.give(resetPassword, refuse)
}

function addressesOf(answers: Answers): string[] {
  return answers.callsOf(forgotPassword).map(({ body }) => body.email)
}

async function askForLink(page: Page): Promise<void> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Retype new password').fill(newPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

async function setSilently(field: Locator, value: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, text) => (input.value = text), value)
}
