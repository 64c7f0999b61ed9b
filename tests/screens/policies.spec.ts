import type { Page } from '@playwright/test'
import { checkDeposit, getAdminSettings, getRateImpact, listRateChanges } from '../../contract/admin-settings.ts'
import { changePolicy, listPolicies, type Policy } from '../../contract/policies.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile, onePage } from '../helpers/screen-data.ts'
import { adminSettings } from '../helpers/screen-data/admin-dashboard.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const rules: Policy[] = [
  { subject: 'administrator', scope: 'single', outcome: 'second', over_usd: '0', hold_hours: null },
  { subject: 'money', scope: 'single', outcome: 'second', over_usd: '10000', hold_hours: null },
  { subject: 'withdrawal', scope: 'by_member_24h', outcome: 'hold', over_usd: '500', hold_hours: 24 },
]

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(getAdminSettings, adminSettings())
  answers.give(listRateChanges, onePage([]))
  answers.give(checkDeposit, { warnings: [] })
  answers.give(getRateImpact, ({ query: { rate } }) => ({
    rate,
    current_rate: rate,
    circulation_coins: '0',
    total_invested_usd: '0',
    average_purchase_price: '0',
    worth_now_usd: '0',
    worth_usd: '0',
    beyond_invested_usd: '0',
  }))
  answers.give(listPolicies, { items: rules })
  answers.give(changePolicy, async ({ requireProof }) => {
    await requireProof()
    return { items: rules, is_proposed: true }
  })
})

test('an owner reads the rules, and asks for a change of one and for a new one', async ({ page, answers }) => {
  await page.goto('/admin/settings')
  const section = page.locator('#rules')
  await expect(section).toContainText('Over $10,000.00 in one decision: a second administrator must approve, too.')
  await expect(section).toContainText('Over $500.00 for one member in 24 hours: held for 24 hours after the request.')
  await expect(section).toContainText('Always need a second owner.')
  await expectAccessibleAtEveryWidth(page)

  await section.getByRole('button', { name: 'Change: All decisions about coins' }).click()
  const change = page.getByRole('alertdialog', { name: 'Change the rule' })
  await change.getByLabel('Amount').fill('five')
  await change.getByLabel('Reason').fill('Agreed by telephone')
  await change.getByRole('button', { name: 'Ask for the change' }).click()
  await expect(change).toContainText('Please enter a valid number.')
  await change.getByLabel('Amount').fill('5,000')
  await change.getByRole('button', { name: 'Ask for the change' }).click()
  await prove(page)
  await expectToast(page, 'Change noted')

  await section.getByRole('button', { name: 'Add a rule' }).click()
  const add = page.getByRole('alertdialog', { name: 'Add a rule' })
  await add.getByLabel('Rule for').selectOption('Transfers')
  await add.getByLabel('What is compared').selectOption('on the whole platform in 24 hours')
  await add.getByLabel('What happens above the amount').selectOption('is held')
  await add.getByLabel('Amount', { exact: true }).fill('99.5')
  await add.getByLabel('Hours', { exact: true }).fill('12')
  await add.getByLabel('Reason').fill('A busy week')
  await expectAccessibleAtThisWidth(page)
  await add.getByRole('button', { name: 'Ask for the rule' }).click()
  await prove(page)
  await expectToast(page, 'Change noted')

  expect(answers.callsOf(changePolicy).map(({ body }) => body)).toEqual([
    {
      subject: 'money',
      scope: 'single',
      outcome: 'second',
      over_usd: '5000',
      hold_hours: null,
      reason: 'Agreed by telephone',
    },
    {
      subject: 'transfer',
      scope: 'by_platform_24h',
      outcome: 'hold',
      over_usd: '99.5',
      hold_hours: '12',
      reason: 'A busy week',
    },
  ])
})

test('an owner asks for the removal of a rule about changes', async ({ page, answers }) => {
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Remove: Changes of administrators' }).click()
  const remove = page.getByRole('alertdialog', { name: 'Remove the rule?' })
  await remove.getByLabel('Reason').fill('We are one')
  await remove.getByRole('button', { name: 'Ask for the removal' }).click()
  await prove(page)
  await expectToast(page, 'Change noted')
  expect(answers.callsOf(changePolicy)).toMatchObject([{ body: { subject: 'administrator', over_usd: null } }])
})

async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
}
