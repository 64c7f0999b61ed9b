import type { Locator, Page } from '@playwright/test'
import { checkDeposit, getAdminSettings, getRateImpact, listRateChanges } from '../../contract/admin-settings.ts'
import { listAdministrators } from '../../contract/administrators.ts'
import { listInvitations } from '../../contract/invitations.ts'
import { listManagedPackages } from '../../contract/packages.ts'
import { getChangeOutlook } from '../../contract/proposed-changes.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listLoginHistory } from '../../contract/users.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile, aProfile, onePage } from '../helpers/screen-data.ts'
import { adminSettings } from '../helpers/screen-data/admin-dashboard.ts'
import { anAdministrator } from '../helpers/screen-data/administrators.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

// Each change that may need a second owner says so in its dialog, before the click, on a phone and in the dark, too.

const owner = anAdminProfile()
const other = anAdminProfile({ full_name: 'Noor Haddad', duty: 'approver' })
const member = aProfile({ full_name: 'Kofi Mensah' })

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, owner)
  answers.give(listAdministrators, onePage([anAdministrator(owner), anAdministrator(other)]))
  answers.give(listInvitations, onePage([]))
  answers.give(listManagedPackages, { items: [] })
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([]))
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
  giveDetails(answers, detailsOf(other), detailsOf(member))
})

interface Change {
  /** Goes as far as the click that makes the change. Returns the dialog. */
  open: (page: Page) => Promise<Locator>
  /** The reason that the dialog gives. */
  because: string
  button: string
}

const changes: Record<string, Change> = {
  'the deposit address': {
    async open(page) {
      await page.goto('/admin/settings')
      await page.getByRole('textbox', { name: /^Address/ }).fill('TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9')
      await page.getByRole('button', { name: 'Save deposits' }).click()
      return page.getByRole('alertdialog')
    },
    because: 'It changes prices, limits or the deposit address.',
    button: 'Propose the change',
  },
  'a package': {
    async open(page) {
      await page.goto('/admin/manage-packages')
      await page.getByRole('button', { name: 'Add package' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Add package' })
      await dialog.getByRole('spinbutton', { name: 'Minimum purchase' }).fill('1000')
      return dialog
    },
    because: 'The package gives more than 1.5 times what it costs.',
    button: 'Propose the change',
  },
  'an invitation': {
    async open(page) {
      await page.goto('/admin/users/invitations')
      await page.getByRole('button', { name: 'Invite administrator' }).click()
      return page.getByRole('dialog', { name: 'Invite administrator' })
    },
    because: 'It changes who administers this platform.',
    button: 'Create invitation link',
  },
  'a duty': {
    async open(page) {
      await page.goto('/admin/users/invitations')
      await page.getByRole('button', { name: 'Change duty of Noor Haddad' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Change duty' })
      await dialog.getByRole('radio', { name: 'Owner' }).check()
      return dialog
    },
    because: 'It changes who administers this platform.',
    button: 'Propose the change',
  },
  'the status of an administrator': {
    async open(page) {
      await page.goto(`/admin/users/${other.id}`)
      await page.getByRole('button', { name: 'Change status' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Change status' })
      await dialog.getByRole('radio', { name: /^Suspended/ }).check()
      return dialog
    },
    because: 'It changes who administers this platform.',
    button: 'Propose the change',
  },
  'a correction': {
    async open(page) {
      await page.goto(`/admin/users/${member.id}`)
      await page.getByRole('button', { name: 'Adjust balance' }).click()
      const dialog = page.getByRole('dialog', { name: 'Adjust balance' })
      await dialog.getByText('Add coins').click()
      await dialog.getByLabel('Amount').fill('2,000,000')
      await dialog.getByLabel('Reason').fill('Paid by bank.')
      await dialog.getByRole('button', { name: 'Review' }).click()
      return page.getByRole('dialog', { name: 'Check the adjustment' })
    },
    because: 'It is worth $20,000.00, which is over $10,000.00.',
    button: 'Propose the adjustment',
  },
}

const outlook = {
  worth_usd: '20000',
  rule: { scope: 'single', over_usd: '10000', before_usd: '0' },
  package_gain_max: '1.5',
} as const

for (const [name, { open, because, button }] of Object.entries(changes)) {
  test(`a change of ${name} says before the click what it needs`, { tag: '@phone' }, async ({ page, answers }) => {
    answers.give(getChangeOutlook, { need: 'second', ...outlook })
    const dialog = await open(page)
    await expect(dialog).toContainText('Another owner must confirm it.')
    await expect(dialog).toContainText(because)
    await expect(dialog.getByRole('button', { name: button })).toBeVisible()
    await expectAccessibleAtThisWidth(page)
    answers.give(getChangeOutlook, { need: 'delay', ...outlook })
    await page.reload()
    const again = await open(page)
    await expect(again).toContainText('It can be completed after 24 hours.')
    await expect(again).toContainText('There is no other owner to confirm it.')
  })
}
