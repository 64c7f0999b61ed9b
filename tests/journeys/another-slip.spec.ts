import type { Page } from '@playwright/test'
import { createAdmin, createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { buyOnScreen, expectToast, slipPicture } from '../helpers/screens.ts'

/** The bar is a second from the act to the open page. */
const liveWithinMs = 1_000
const reason = 'The picture is too blurred to read.'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

test('a member replaces a slip that cannot be read, and gets the coins of the same request', async ({
  page,
  server,
  browser,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server, { name: 'Efua Sarpong' })]
  await signInBrowser(page, member)
  await buyOnScreen(page, 'Gold')
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  const context = await browser.newContext({ baseURL: server.url })
  const desk = await context.newPage()
  await signInBrowser(desk, admin)
  await desk.goto('/admin/deposit-approvals?search=Efua')
  await expect(desk.getByRole('heading', { level: 2, name: member.name })).toBeVisible()
  await desk.getByRole('button', { name: 'Ask for a clearer slip' }).click()
  const question = desk.getByRole('alertdialog', { name: 'Ask for a clearer slip' })
  await question.getByRole('button', { name: reason }).click()
  await question.getByRole('button', { name: 'Ask the member' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread', { timeout: liveWithinMs })
  await expect(desk.getByText('The member is asked for a clearer slip.')).toBeVisible()

  await bell(page).click()
  await page.getByRole('link', { name: /Your purchase of 25,000 ET needs a clearer picture of its slip/ }).click()
  const part = page.getByRole('region', { name: 'Clearer picture of the slip' })
  await expect(part.getByRole('blockquote')).toHaveText(reason)
  await part.locator('input[type=file]').setInputFiles(await slipPicture('250.00 USDT, once more'))
  await expect(part).toContainText('Slip uploaded.')
  await part.getByRole('button', { name: 'Send the new slip' }).click()
  await expect(part).toContainText('Your new slip has arrived. An administrator looks at it.')

  await page.goto('/dashboard')
  const balance = page.getByRole('region', { name: 'Balance', exact: true })
  await expect(balance).not.toContainText('27,500')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.waitForLoadState('networkidle')

  await expect(desk.getByRole('strong').filter({ hasText: 'New slip' })).toBeVisible({ timeout: liveWithinMs })
  await desk.getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(desk, { title: 'Request Updated', description: 'The request has been approved.' })
  await context.close()

  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread', { timeout: liveWithinMs })
  await expect(balance).toContainText('27,500')
  await bell(page).click()
  await page.getByRole('link', { name: /Your purchase of 25,000 ET was approved/ }).click()
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(part).toHaveCount(0)
})
