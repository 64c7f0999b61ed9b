import type { Page } from '@playwright/test'
import { idlePromptTexts, toasts } from '../../contract/texts.ts'
import { buy, createAdmin, createBuyer, createMember, useSession, withDatabase, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { chooseSlip, review, submit } from '../helpers/buy-screens.ts'
import { expectToast, password, showBuyStep } from '../helpers/screens.ts'

const minute = 60_000

test('an amount and a slip outlast a reload, a refusal and the idle sign-out, and are sent after it', async ({
  page,
  server,
}) => {
  const member = await createBuyer(await createAdmin(server))
  await useSession(page, member)
  await page.clock.install()
  await page.goto('/dashboard/buy')
  await page.getByLabel('Amount').fill('7500')
  await page.getByRole('button', { name: /^(Continue|Review request)$/ }).click()
  await expectToast(page, 'Submission Failed')
  await page.reload()
  await expect(page.getByLabel('Amount')).toHaveValue('7500')
  await page.getByLabel('Amount').fill('7000')
  await showBuyStep(page, 'slip')
  await chooseSlip(page)

  await page.clock.fastForward(6 * minute)
  await expectToast(page, toasts.sessionExpired)
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Fbuy/)
  await logIn(page, member)
  await expect(page).toHaveURL(/\/dashboard\/buy(\?step=slip)?$/)
  await review(page)
  await expect(page.getByText('Top-up. 7,000\u00a0ET, without bonus.')).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(await storedDrafts(page)).toEqual([])
})

test('a draft is not shown to another person, and waits for its own', async ({ page, server }) => {
  const admin = await createAdmin(server)
  const [ama, kofi] = [await createBuyer(admin), await createBuyer(admin, { name: 'Kofi Mensah' })]
  await typeAmount(page, ama, '9000')
  await endSessions(ama)
  await useSession(page, kofi)
  await page.goto('/dashboard/buy')
  await expect(page.getByLabel('Amount')).not.toHaveValue('9000')
  await page.getByLabel('Amount').fill('4000')
  await endSessions(kofi)
  await page.goto('/login?return=/dashboard/buy')
  await logIn(page, ama)
  await expect(page.getByLabel('Amount')).toHaveValue('9000')
})

test('somebody else who signs in in another tab finds an untouched page in this one, too', async ({
  page,
  context,
  server,
}) => {
  const admin = await createAdmin(server)
  const [ama, kofi] = [await createBuyer(admin), await createBuyer(admin, { name: 'Kofi Mensah' })]
  await typeAmount(page, ama, '9000')
  const other = await context.newPage()
  await useSession(other, kofi)
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
  test(`whoever leaves ${name} leaves no draft, in no tab`, async ({ page, context, server }) => {
    const member = await createBuyer(await createAdmin(server))
    const other = await context.newPage()
    await context.clock.install()
    for (const tab of [page, other]) {
      await typeAmount(tab, member, '9000')
      expect(await storedDrafts(tab)).toHaveLength(1)
    }
    await leave(page)
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login/)
      await expect.poll(() => storedDrafts(tab)).toEqual([])
    }
  })
}

test('a sign-up is typed once: a reload keeps it, but for the passwords', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Kofi Mensah')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('State').selectOption({ label: 'Wales' })
  await page.getByLabel('City').fill('Cardiff')
  await page.getByRole('radio', { name: /Diamond/ }).check()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  expect((await storedDrafts(page)).join()).not.toContain(password)
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

test('a half-typed sign-up is gone once somebody is signed in', async ({ page, server }) => {
  const member = await createMember(server)
  await page.goto('/signup')
  await page.getByLabel('Full name').fill('Kofi Mensah')
  await expect.poll(() => storedDrafts(page)).toHaveLength(1)
  await page.goto('/login')
  await logIn(page, member)
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await storedDrafts(page)).toEqual([])
})

test('a half-typed note belongs to its request, outlasts a reload, and goes with the decision', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [first, second] = [
    await createMember(server, { name: 'Ama One' }),
    await createMember(server, { name: 'Ben Two' }),
  ]
  const requests = [await buy(first, 'Gold'), await buy(second, 'Gold')] as const
  await useSession(page, admin)
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

async function typeAmount(page: Page, person: Person, amount: string) {
  await useSession(page, person)
  await page.goto('/dashboard/buy')
  await page.getByLabel('Amount').fill(amount)
  await expect.poll(async () => (await storedDrafts(page)).join()).toContain(amount)
}

async function logIn(page: Page, { email }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Ends the sessions, as the server does after six minutes without activity. */
async function endSessions({ server, userId }: Person) {
  await withDatabase(server, (db) => db.deleteFrom('sessions').where('user_id', '=', userId).execute())
}

function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([name, text]) => (name.startsWith('draft:') ? [`${name} ${text}`] : [])),
  )
}
