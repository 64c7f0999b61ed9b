import type { Page } from '@playwright/test'
import { getRequest, listRequests } from '../../contract/requests.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listLoginHistory } from '../../contract/users.ts'
import { aProfile, aWithdrawal, onePage } from '../helpers/screen-data.ts'
import { giveProfilePage } from '../helpers/screen-data/security.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'

const run = (number: number) => `<img src=x onerror="window.ran=${number}">`

test('texts of members and administrators are shown to every reader as plain text [A99]', async ({ page, answers }) => {
  // A sign-up refuses the first three texts, but an older row may hold them.
  const profile = { city: run(1), area: run(2), contact_number: '<b>+44</b>' }
  const member = aProfile({ ...profile, wallet_address: run(5) })
  const note = `${run(3)}\n</script><script>window.ran = 4</script>`
  const request = aWithdrawal(member, { status: 'rejected', admin_notes: note, decided_by_name: 'Ines Carvalho' })

  await readAsAdmin(page, answers)
  giveDetails(answers, detailsOf(member))
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([]))
  await expectText(page, `/admin/users/${member.id}`, [run(1), run(2), '<b>+44</b>', run(5)])
  await readAsMember(page, answers, member)
  giveProfilePage(answers)
  answers.give(listRequests, onePage([request]))
  answers.give(getRequest, request)
  await expectText(page, '/dashboard/profile', [run(5)])
  await expectText(page, `/dashboard/activity?request=${request.id}`, [run(3), 'window.ran = 4'])
})

/** Opens a page. Demands that it shows these words exactly as they were typed and runs none of them. */
async function expectText(page: Page, path: string, texts: string[]): Promise<void> {
  await page.goto(path)
  for (const text of texts) {
    const typed = page.getByText(text).or(page.locator(`[value="${text.replaceAll('"', '\\"')}"]`))
    await expect(typed.first()).toBeVisible()
  }
  await expect(page.locator('main img[src="x"], main script')).toHaveCount(0)
  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined()
}
