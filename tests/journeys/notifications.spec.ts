import type { Page } from '@playwright/test'
import { buy, createAdmin, createBuyer, createMember, decide, signInBrowser, transfer } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

/** The bar is a second from the decision to the open page. */
const liveWithinMs = 1_000

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

test('a decision and received coins reach a member who looks at another page, and opening the list reads them', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const member = await createMember(server)
  const sender = await createBuyer(admin, { name: 'Kofi Mensah' })
  const [bought, sent] = [await buy(member, 'Gold'), await transfer(sender, member, 2_000)]
  await signInBrowser(page, member)
  await page.goto('/dashboard/profile')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.waitForLoadState('networkidle')
  await decide(admin, bought, 'approved')
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread', { timeout: liveWithinMs })
  await decide(admin, sent, 'approved')
  await expect(bell(page)).toHaveAccessibleName('Notifications 2 unread', { timeout: liveWithinMs })

  await bell(page).click()
  const rows = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Kofi Mensah sent you 2,000 ET.')
  await expect(rows.nth(1)).toContainText('Your purchase of 25,000 ET was approved.')
  await expect(rows).toHaveCount(2)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/activity\\?request=${bought.id}$`))
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})
