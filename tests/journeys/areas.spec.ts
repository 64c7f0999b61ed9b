import { signOut } from '../../contract/auth.ts'
import { toasts } from '../../contract/texts.ts'
import { createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'

test('a visitor logs in first and returns to the page; a foreign return path is ignored [GUARD-06] [GUARD-09]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/login\?return=%2Fadmin%2Fusers$/)
  await page.goto('/dashboard/activity?type=buy')
  await expect(page).toHaveURL(/\/login\?return=/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?type=buy$/)
  await page.goto('/login?return=https%3A%2F%2Fevil.example%2F')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('signing out ends the session in every tab and removes all data of the person [AUTH-01] [CALL-06] [SHELL-13] [OK-11]', async ({
  page,
  context,
  server,
}) => {
  const member = await createMember(server)
  await signInBrowser(page, member)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(member.name)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, toasts.loggedOut)
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByText(member.name)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('a sign-out leaves no return path, even if the end of the session is reported before the answer', async ({
  page,
  server,
}) => {
  await signInBrowser(page, await createMember(server))
  await page.goto('/dashboard')
  await page.route(`**${signOut.path}`, async (route) => {
    const response = await route.fetch()
    // As another tab would report it. The event stream does not, because a sign-out closes it first.
    await page.evaluate(() => new BroadcastChannel('session').postMessage('changed'))
    await page.waitForURL(/\/login/)
    await route.fulfill({ response })
  })
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, toasts.loggedOut)
  await expect(page).toHaveURL(/\/login$/)
})

test('a session that has ended leads to the login page, and back to the same place', async ({
  page,
  context,
  server,
}) => {
  const member = await createMember(server)
  await signInBrowser(page, member)
  await page.goto('/dashboard/activity?status=pending')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await context.clearCookies()
  // The server refuses the next call, either of this click or of an earlier action.
  await page
    .getByRole('tab', { name: 'Approved' })
    .click({ timeout: 2_000 })
    .catch(() => {})
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Factivity/)
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity\?status=(?:approved|pending)$/)
})

test('when another person signs in, no tab keeps data of the previous person', async ({ page, context, server }) => {
  const [member, second] = [await createMember(server), await createMember(server, { name: 'Kofi Mensah' })]
  await signInBrowser(page, member)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toContainText(member.name)
  // Signs in again on this browser without signing out first.
  await page.evaluate(
    async (body) => {
      await fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      new BroadcastChannel('session').postMessage('changed')
    },
    { email: second.email, password, portal: 'member' },
  )
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1 })).toContainText(second.name)
    await expect(tab.getByText(member.name)).toHaveCount(0)
  }
})
