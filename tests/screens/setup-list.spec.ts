import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { changeSettings, getAdminSettings, getRateImpact, listRateChanges } from '../../contract/admin-settings.ts'
import { getOperator } from '../../contract/operator.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { toasts } from '../../contract/texts.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { anAdminProfile, onePage, platformSettings } from '../helpers/screen-data.ts'
import { adminSettings, giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { placeholderAddress } from '../helpers/screen-data/buys.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const operator = { name: 'Assay Coins Ltd', address: '1 Mint Lane, London', email: 'people@coins.example.org' }
const ownOperator = {
  operator_name: operator.name,
  operator_address: operator.address,
  operator_email: operator.email,
}
/** The impact of the rate of a platform without purchases. */
const noImpact = {
  rate: '0.01',
  current_rate: '0.01',
  circulation_coins: '0',
  total_invested_usd: '0',
  average_purchase_price: '0',
  worth_now_usd: '0',
  worth_usd: '0',
  beyond_invested_usd: '0',
}
const nobody = { name: null, address: null, email: null }

test.beforeEach(({ answers }) => {
  answers.give(getRateImpact, noImpact)
  answers.give(listRateChanges, onePage([]))
})

test('the first administrator sees the open set-up tasks, follows their links, and finished tasks get a tick', async ({
  page,
  answers,
}) => {
  let settings = adminSettings({
    deposit_in_force: { source: 'placeholder', address: placeholderAddress, warnings: [] },
    deposit_address: null,
    operator_name: null,
    operator_address: null,
    operator_email: null,
    operator_in_force: nobody,
    has_mail_server: false,
  })
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
  answers.give(getPlatformSettings, platformSettings({ has_mail_page: true }))
  answers.give(getAdminSettings, () => settings)
  answers.give(getOperator, () => settings.operator_in_force)
  answers.give(stepUp, { proof: randomUUID(), expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(changeSettings, async ({ requireProof }) => {
    await requireProof()
    settings = { ...settings, ...ownOperator, operator_in_force: operator, revision: 2 }
    return settings
  })
  await page.goto('/admin')
  await expect(tasks(page)).toHaveText([
    /^Deposit address To do/,
    /^Name and address of the operator To do/,
    /^Mail server To do.*SMTP_URL/,
    /^Your second factor To do/,
    /^A first package Done/,
  ])
  await expect(card(page)).toContainText('1 of 5 done')
  await expect(tasks(page).nth(2).getByRole('link')).toHaveAttribute('href', '/dev/mail')
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleAtEveryWidth(page)
  }

  await tasks(page).first().getByRole('link', { name: 'Enter the address' }).click()
  await expect(page).toHaveURL(/\/admin\/settings#deposits$/)
  await expect(page.locator('#deposits').getByRole('heading').first()).toBeInViewport()
  await page.goBack()
  await tasks(page).nth(1).getByRole('link', { name: 'Enter the operator' }).click()
  const section = page.locator('#operator')
  await expect(section.getByRole('textbox', { name: 'Name of the operator' })).toBeInViewport()
  await section.getByRole('textbox', { name: 'Name of the operator' }).fill(operator.name)
  await section.getByRole('textbox', { name: 'Postal address' }).fill(operator.address)
  await section.getByRole('textbox', { name: 'Email' }).fill('people')
  await section.getByRole('button', { name: 'Save operator' }).click()
  await expect(section.getByText('A valid email is required.')).toBeVisible()
  await section.getByRole('textbox', { name: 'Email' }).fill(operator.email)
  await expectAccessibleAtEveryWidth(page)
  await section.getByRole('button', { name: 'Save operator' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change who runs this site?' })
  for (const detail of Object.values(operator)) await expect(question).toContainText(detail)
  await question.getByRole('button', { name: 'Save changes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(page, toasts.settingsSaved.title)

  await page.goto('/admin')
  await expect(tasks(page).nth(1)).toHaveText(/^Name and address of the operator Done/)
  await expect(card(page)).toContainText('2 of 5 done')
  await page.goto('/terms')
  const first = page.getByRole('article').locator('section').nth(1)
  await expect(first).toContainText(`${operator.name}, ${operator.address}`)
  await expect(first.getByRole('link', { name: operator.email })).toBeVisible()
  expect(answers.callsOf(changeSettings).map(({ body }) => body)).toEqual([
    { revision: 1, ...ownOperator },
    { revision: 1, ...ownOperator },
  ])

  // The list can be hidden for good on this browser.
  await page.goto('/admin')
  await card(page).getByRole('button', { name: 'Hide this list' }).click()
  await expect(card(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Live rate', exact: true })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('the list disappears when all tasks are done', async ({ page, answers }) => {
  const admin = anAdminProfile()
  await readAsAdmin(page, answers, admin)
  giveAdminDashboard(answers)
  giveSecurity(answers)
  const { deposit_address: address } = adminSettings()
  answers.give(
    getAdminSettings,
    adminSettings({
      deposit_address: null,
      deposit_in_force: { source: 'configuration', address, warnings: [] },
      operator_name: null,
      operator_address: null,
      operator_email: null,
      operator_in_force: operator,
    }),
  )
  await page.goto('/admin')
  await expect(card(page)).toContainText('4 of 5 done')
  await tasks(page).nth(3).getByRole('link', { name: 'Turn it on' }).click()
  await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeVisible()
  await readAsAdmin(page, answers, admin, { two_factor: { is_on: true, is_required: false, factors: ['app'] } })
  await page.goto('/admin')
  await expect(page.getByText('No pending buy requests.').or(page.getByText('All Clear!')).first()).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  // The value of the configuration stands beside the fields, and a saved value overrules it.
  await page.goto('/admin/settings')
  await expect(page.locator('#operator')).toContainText(`The configuration says ${operator.name}.`)
})

function card(page: Page): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Set up this site' }) })
}

function tasks(page: Page): Locator {
  return page.getByRole('list', { name: 'Set up this site' }).getByRole('listitem')
}
