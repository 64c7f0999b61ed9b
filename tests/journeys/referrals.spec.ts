import type { Page } from '@playwright/test'
import { cancelRequest } from '../../contract/requests.ts'
import { emptyTexts } from '../../contract/texts.ts'
import { buy, call, createAdmin, createMember, decide, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

const liveWithinMs = 1_500

test('a friend’s steps show without a reload: signed up, requested, cancelled, requested again and approved [REFSTATE-01] [REFSTATE-02] [REFSTATE-05]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const member = await createMember(server)
  await signInBrowser(page, member)
  await page.goto('/dashboard/referrals')
  const shows = async (line: string) => expect.poll(() => listed(page), { timeout: liveWithinMs }).toEqual([line])
  await expect(page.getByText(emptyTexts.noReferrals)).toBeVisible()
  const friend = await createMember(server, { name: 'Ama One', referredBy: member.memberId })
  await shows('Ama One Registered')
  const request = await buy(friend, 'Gold')
  await shows('Ama One Purchase Pending')
  await call(friend, cancelRequest, { params: { requestId: request.id } })
  await shows('Ama One Registered')
  const again = await buy(friend, 'Gold')
  await shows('Ama One Purchase Pending')
  await decide(admin, again, 'approved')
  await shows('Ama One Bonus Awarded')
  const rewards = page.locator('section', { has: page.getByRole('heading', { name: 'Rewards' }) })
  await expect(rewards.getByRole('definition').first()).toHaveText(/^5,000\s*ET$/)
})

function friendsOf(page: Page) {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Your friends' }) })
}

/** Returns each friend as "Ama One Registered", in the order of the list. */
async function listed(page: Page): Promise<string[]> {
  const names = friendsOf(page).locator('.font-semibold').filter({ hasText: /^Ama/ })
  const statuses = friendsOf(page).locator('[data-status]')
  const [name, status] = [await names.allInnerTexts(), await statuses.allInnerTexts()]
  return name.map((text, at) => `${text} ${status[at]}`)
}
