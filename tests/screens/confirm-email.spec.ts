import type { Page } from '@playwright/test'
import { checkConfirmationLink, confirmEmail, renewSignUp } from '../../contract/auth.ts'
import type { SignUpDetails } from '../../contract/auth-bodies.ts'
import { errors } from '../../contract/errors.ts'
import { listPackages } from '../../contract/packages.ts'
import { checkResetLink, resetPassword } from '../../contract/recovery.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { expect, test } from '../helpers/screen.ts'
import { password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const token = 'A'.repeat(64)
const link = `/login#confirm=${token}`
const resetLink = `/reset-password#access_token=${token}&type=recovery`

function signUpDetails(fields: Partial<SignUpDetails> = {}): SignUpDetails {
  return {
    email: 'amara@example.org',
    full_name: 'Amara Osei',
    package_name: 'Gold',
    referrer_name: 'Ruth Referrer',
    referrer_member_id: 'ET-5F6G7H',
    ...fields,
  }
}

test.beforeEach(({ answers }) => {
  answers.give(checkConfirmationLink, signUpDetails())
  answers.give(confirmEmail, {})
  answers.give(listPackages, { items: packagesOnOffer })
})

const facts = (page: Page) => page.locator('dl > div')

test(
  'the link of a mail shows the form and its referrer by name and member ID, and confirms nothing by itself',
  phone,
  async ({ page, answers }) => {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
    await expect(facts(page)).toHaveText([
      'Full nameAmara Osei',
      'Emailamara@example.org',
      'PackageGold',
      'Invited byRuth Referrer (ET-5F6G7H)',
    ])
    await expect(page).toHaveURL(/\/login$/)
    expect(answers.callsOf(checkConfirmationLink)).toMatchObject([{ body: { token } }])
    expect(answers.callsOf(confirmEmail)).toEqual([])
    await expectAccessibleAtEveryWidth(page)
  },
)

test('the owner who answers Yes confirms with that word, and can log in', async ({ page, answers }) => {
  await page.goto(link)
  await page.getByRole('radio', { name: 'Yes' }).check()
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
  await confirm(page)
  expect(answers.callsOf(confirmEmail).map(({ body }) => body)).toEqual([{ token, referrer: 'keep' }])
  // The link no longer works, so the way back does not lead to it.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})

test(
  'the owner who answers No sets a new password, because another person knows the first',
  phone,
  async ({ page, answers }) => {
    await page.goto(link)
    await page.getByRole('radio', { name: 'No' }).check()
    await expectAccessibleAtEveryWidth(page)
    const [first, again] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Retype new password')]
    const button = page.getByRole('button', { name: 'Confirm email' })
    await button.click()
    await expect(first).toHaveAccessibleDescription(/Password must be at least 8 characters/)
    await first.fill('my own words 7')
    await again.fill('my own words 8')
    await button.click()
    await expect(again).toHaveAccessibleDescription(/Passwords do not match/)
    expect(answers.callsOf(confirmEmail)).toEqual([])
    await again.fill('my own words 7')
    await confirm(page)
    const body = { token, referrer: 'none', password: 'my own words 7' }
    expect(answers.callsOf(confirmEmail).map((call) => call.body)).toEqual([body])
  },
)

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
}

test('without a word about the referrer nothing is confirmed', async ({ page, answers }) => {
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  const question = page.getByRole('group', { name: 'Did Ruth Referrer invite you?' })
  await expect(question).toHaveAccessibleDescription(errors.referrer_choice_required.message)
  expect(answers.callsOf(confirmEmail)).toEqual([])
  await page.getByRole('radio', { name: 'No' }).check()
  await expect(page.getByText(errors.referrer_choice_required.message)).toHaveCount(0)
})

test('a form without a referrer asks nothing', async ({ page, answers }) => {
  answers.give(
    checkConfirmationLink,
    signUpDetails({ referrer_name: null, referrer_member_id: null, package_name: null }),
  )
  await page.goto(link)
  await expect(facts(page).last()).toHaveText('Invited byNo member')
  await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  expect(answers.callsOf(confirmEmail).map(({ body }) => body)).toEqual([{ token }])
})

test('a link that does not work says so before anything is asked', async ({ page, answers }) => {
  answers.give(checkConfirmationLink, () => {
    throw new Refusal('link_invalid')
  })
  await page.goto(link)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(errors.link_invalid.message)
  await expect(alert.getByRole('link', { name: 'Send me such a link' })).toHaveAttribute('href', '/forgot-password')
  await expect(page.getByRole('button', { name: 'Confirm email' })).toHaveCount(0)
})

test('a link that was used meanwhile is refused with its sentence', async ({ page, answers }) => {
  answers.give(confirmEmail, () => {
    throw new Refusal('link_invalid')
  })
  await page.goto(link)
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('alert')).toContainText(errors.link_invalid.message)
})

test('the owner can fill in the form again, with the address of the mail and a referrer of their own', async ({
  page,
  answers,
}) => {
  answers.give(renewSignUp, {})
  await page.goto(link)
  await page.getByRole('link', { name: 'Fill in the form again' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await expect(page.getByText('You fill in the form again.')).toBeVisible()
  const address = page.getByLabel('Email')
  await expect(address).toHaveValue('amara@example.org')
  await expect(address).toHaveAttribute('readonly')
  await fillRest(page)
  await page.getByLabel('Referral ID').fill('BEA-FRIEND')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('amara@example.org')
  const [call] = answers.callsOf(renewSignUp)
  const form = { email: 'amara@example.org', fullName: 'Amara Osei', referredById: 'BEA-FRIEND', city: 'Leeds' }
  expect(call?.body).toMatchObject({ token, ...form })
})

test('a link that sets the password asks about the referrer, too', async ({ page, answers }) => {
  answers.give(checkResetLink, { sign_up: signUpDetails() })
  answers.give(resetPassword, {})
  await page.goto(resetLink)
  await expect(facts(page).last()).toHaveText('Invited byRuth Referrer (ET-5F6G7H)')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Retype new password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText(errors.referrer_choice_required.message)).toBeVisible()
  expect(answers.callsOf(resetPassword)).toEqual([])
  await page.getByRole('radio', { name: 'No' }).check()
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(answers.callsOf(resetPassword)).toMatchObject([{ body: { token, referrer: 'none' } }])
})

async function fillRest(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Amara Osei')
  await page.getByLabel('Contact number').fill('+44 20 7946 0018')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('State').selectOption({ label: 'England' })
  await page.getByLabel('City').fill('Leeds')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await page.getByRole('radio', { name: /Gold/ }).check()
}
