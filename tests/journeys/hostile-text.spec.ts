import type { Page } from '@playwright/test'
import {
  createAdmin,
  createBuyer,
  decide,
  setWallet,
  useSession,
  withDatabase,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

const run = (number: number) => `<img src=x onerror="window.ran=${number}">`

test('what members and administrators write about a request or themselves is text to everybody who reads it [A99]', async ({
  page,
  browser,
  server,
}) => {
  const admin = await createAdmin(server)
  const member = await createBuyer(admin)
  // The row is written past the checks of a sign-up, which would refuse these texts.
  const profile = { city: run(1), area: run(2), contact_number: '<b>+44</b>' }
  await withDatabase(server, (db) => db.updateTable('profiles').set(profile).where('id', '=', member.userId).execute())
  const request = await withdraw(member, 1000)
  const note = `${run(3)}\n</script><script>window.ran = 4</script>`
  await decide(admin, request, 'rejected', note)
  await setWallet(member, run(5))

  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await expectText(page, admin, `/admin/users/${member.userId}`, [run(1), run(2), '<b>+44</b>', run(5)])
  await expectText(other, member, '/dashboard/profile', [run(5)])
  await expectText(other, member, `/dashboard/activity?request=${request.id}`, [run(3), 'window.ran = 4'])
  await other.context().close()
})

/** Opens a page as this person. Demands that it shows these words exactly as they were typed and runs none of them. */
async function expectText(page: Page, person: Person, path: string, texts: string[]): Promise<void> {
  await useSession(page, person)
  await page.goto(path)
  for (const text of texts) {
    const typed = page.getByText(text).or(page.locator(`[value="${text.replaceAll('"', '\\"')}"]`))
    await expect(typed.first()).toBeVisible()
  }
  await expect(page.locator('main img[src="x"], main script')).toHaveCount(0)
  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined()
}
