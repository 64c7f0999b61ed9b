import type { Page } from '@playwright/test'
import { getPlatformSettings } from '../../contract/settings.ts'
import type { Answers } from '../helpers/answers.ts'
import { platformSettings } from '../helpers/screen-data.ts'
import { readAsBuyer, readAsNewMember, type BuyWorld } from '../helpers/screen-data/buys.ts'
import { anotherMember, readAsSpender, type SpendingWorld } from '../helpers/screen-data/spending.ts'
import { expect, test } from '../helpers/screen.ts'
import { buyOnScreen, showBuyStep } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const liveWithinMs = 1_500

test('a purchase that is decided while its success screen is open says so, and a rejected one is sent again', async ({
  page,
  answers,
}) => {
  const world = await readAsNewMember(page, answers)
  await buyOnScreen(page, 'Gold')
  await markPage(page)
  await expect(page.getByText('An administrator compares your slip')).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  decide(answers, world, 'rejected', 'The slip cannot be read.')
  const decision = page.getByRole('main').getByRole('status')
  await expect(decision).toContainText('Rejected by Ines Carvalho No coins creditedThe slip cannot be read.', {
    timeout: liveWithinMs,
  })
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(page.getByText('An administrator compares your slip')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /^Slip uploaded/,
    /^Rejected by Ines/,
    /^No coins credited/,
  ])
  await expectAccessibleAtEveryWidth(page)

  await decision.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('You are sending a rejected request again.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await showBuyStep(page, 'slip')
  await expect(page.getByText('Please upload it here once more')).toBeVisible()
  await expectSamePage(page)
})

test('an approval shows on the success screen of a purchase, a withdrawal and a transfer without a reload', async ({
  page,
  answers,
}) => {
  const decision = page.getByRole('main').getByRole('status')
  const approve = async (world: BuyWorld | SpendingWorld) => {
    await markPage(page)
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
    decide(answers, world, 'approved')
    await expect(decision).toContainText('Approved by Ines Carvalho', { timeout: liveWithinMs })
    await expect(page.getByText('Approved', { exact: true })).toBeVisible()
    await expectSamePage(page)
  }
  const purchase = await readAsBuyer(page, answers)
  await buyOnScreen(page, 'Gold')
  await approve(purchase)
  await expect(decision).toContainText('Coins credited')
  await expect(page.locator('dl')).toContainText('Received27,500')

  const spending = await readAsSpender(page, answers)
  const kofi = anotherMember('Kofi Mensah', '4H8T2W6Z')
  spending.others = [kofi]
  await page.goto('/dashboard/withdraw')
  await page.getByLabel('Amount', { exact: true }).fill('2000')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await page.getByRole('button', { name: 'Submit withdrawal' }).click()
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  await approve(spending)

  await page.goto('/dashboard/transfer')
  await page.getByLabel('Recipient Member ID').fill(kofi.member_id)
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer submitted' })).toBeVisible()
  await approve(spending)
  await expect(decision).toContainText('Coins sent')
  await expectAccessibleAtEveryWidth(page)
})

test('a decision that arrives before the success screen is shown on it', async ({ page, answers }) => {
  const world = await readAsNewMember(page, answers)
  await page.route('**/api/buy-requests', async (route) => {
    const response = await route.fetch()
    decide(answers, world, 'approved')
    await route.fulfill({ response })
  })
  await buyOnScreen(page, 'Gold')
  await expect(page.getByRole('main').getByRole('status')).toContainText('Approved by Ines Carvalho')
})

/** Decides the newest request as an administrator, and tells the page. */
function decide(
  answers: Answers,
  { requests }: BuyWorld | SpendingWorld,
  status: 'approved' | 'rejected',
  notes: string | null = null,
): void {
  const [newest] = requests
  if (!newest) throw new Error('this member has asked for nothing')
  const moment = new Date().toISOString()
  const decision = { status, admin_notes: notes, decided_by_name: 'Ines Carvalho', decided_at: moment } as const
  requests[0] = { ...newest, ...decision, updated_at: moment }
  answers.announce('requests', 'wallet')
}

async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => (document.body.dataset['loaded'] = 'once'))
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once')
}

test('while a policy approves small purchases, the success screen promises no person', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  answers.give(getPlatformSettings, () => platformSettings({ is_automatic_approval_on: true }))
  await buyOnScreen(page, 'Gold')
  await expect(page.getByText('Your payment is compared with the request')).toBeVisible()
  await expect(page.getByText('Your payment is being checked.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('administrator')
})
