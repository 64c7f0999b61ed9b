import type { Page } from '@playwright/test'
import { signIn, signOut } from '../../contract/auth.ts'
import { listPackages } from '../../contract/packages.ts'
import type { Profile } from '../../contract/profiles.ts'
import { idlePromptTexts } from '../../contract/texts.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, aProfile } from '../helpers/screen-data.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { readAsBuyer } from '../helpers/screen-data/buys.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const ama = aProfile({ full_name: 'Ama Owusu', email: 'ama@example.org' })
const kofi = aProfile({ full_name: 'Kofi Mensah', email: 'kofi@example.org' })

test.beforeEach(({ page, answers }) => {
  answers.give(listPackages, { items: packagesOnOffer })
  answers.give(signIn, async ({ body }) => {
    const profile = body.email === ama.email ? ama : kofi
    return { session: await readAsMember(page, answers, profile), isAuthenticated: true, isAdmin: false }
  })
  answers.give(signOut, () => {
    readAsVisitor(answers)
    return {}
  })
})

test('a draft is shown to its own person alone, even after another person signed in', async ({ page, answers }) => {
  await typeAmount(page, answers, ama, '9000')
  await readAsBuyer(page, answers, kofi)
  await page.goto('/dashboard/buy')
  await expect(page.getByLabel('Amount')).not.toHaveValue('9000')
  await page.getByLabel('Amount').fill('4000')
  // The server has ended the session after six minutes without activity.
  readAsVisitor(answers)
  await page.goto('/login?return=/dashboard/buy')
  await logIn(page, ama)
  await expect(page.getByLabel('Amount')).toHaveValue('9000')
})

test('after another person signs in in another tab, this tab shows that person an untouched page, too', async ({
  page,
  context,
  answers,
}) => {
  await typeAmount(page, answers, ama, '9000')
  const other = await context.newPage()
  await readAsBuyer(other, answers, kofi)
  giveOverview(answers, kofi)
  await other.goto('/dashboard')
  await other.evaluate(`new BroadcastChannel('session').postMessage('changed')`)
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible()
  await expect(page.getByLabel('Amount')).not.toHaveValue('9000')
})

for (const [name, leave] of [
  ['by the button of the top bar', (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()],
  [
    'by the question whether one is still there',
    async (page: Page) => {
      await page.clock.fastForward(272_000)
      await page.getByRole('alertdialog').getByRole('button', { name: idlePromptTexts.leave }).click()
    },
  ],
] as const) {
  test(`leaving ${name} removes the drafts in all tabs`, async ({ page, context, answers }) => {
    const other = await context.newPage()
    await context.clock.install()
    for (const tab of [page, other]) {
      await typeAmount(tab, answers, ama, '9000')
      expect(await storedDrafts(tab)).toHaveLength(1)
    }
    await leave(page)
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login/)
      await expect.poll(() => storedDrafts(tab)).toEqual([])
    }
  })
}

test('a reload keeps a typed sign-up except for the passwords', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Kofi Mensah')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('State').selectOption({ label: 'Wales' })
  await page.getByLabel('City').fill('Cardiff')
  await page.getByRole('radio', { name: /Diamond/ }).check()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(password)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
  await expect(page.getByLabel('Country')).toHaveValue('GB')
  await expect(page.getByLabel('State').locator('option:checked')).toHaveText('Wales')
  await expect(page.getByLabel('City')).toHaveValue('Cardiff')
  await expect(page.getByRole('radio', { name: /Diamond/ })).toBeChecked()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Retype password')).toHaveValue('')
  // The restored value is also the one that is checked and sent.
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(
    page.getByText('Email is required.').or(page.getByText('A valid email is required.')).first(),
  ).toBeVisible()
  await expect(page.getByText('State is required.')).toHaveCount(0)
  await expect(page.getByText('City is required.')).toHaveCount(0)
})

test('a typed sign-up is removed by a sign-in', async ({ page, answers }) => {
  giveOverview(answers, ama)
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Kofi Mensah')
  await expect.poll(() => storedDrafts(page)).toHaveLength(1)
  await page.goto('/login')
  await logIn(page, ama)
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await storedDrafts(page)).toEqual([])
})

test('a typed note belongs to its request, survives a reload, and is removed by the decision', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  const requests = [aBuy(ama), aBuy(kofi)] as const
  giveApprovals(answers, [...requests])
  await page.goto(`/admin/deposit-approvals?request=${requests[1].id}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  const notes = page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })
  await notes.fill('The slip shows another sum.')
  await page.reload()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(notes).toHaveValue('The slip shows another sum.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/admin/deposit-approvals?request=${requests[0].id}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(notes).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/admin/deposit-approvals?request=${requests[1].id}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, 'Request Updated')
  expect(await storedDrafts(page)).toEqual([])
})

async function typeAmount(page: Page, answers: Answers, person: Profile, amount: string) {
  await readAsBuyer(page, answers, person)
  await page.goto('/dashboard/buy')
  await page.getByLabel('Amount').fill(amount)
  await expect.poll(async () => (await storedDrafts(page)).join()).toContain(amount)
}

async function logIn(page: Page, { email }: Profile) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([name, text]) => (name.startsWith('draft:') ? [`${name} ${text}`] : [])),
  )
}
