import type { Page } from '@playwright/test'
import { resetLinkTexts, toasts } from '../../contract/texts.ts'
import { createMember, useSession } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'

const newPassword = 'A-quite-new-one-7'

test('a mailed link sets a new password once, and ends every session; an address that nobody has is answered alike [FORGOT-05] [RESET-06] [RESET-10]', async ({
  page,
  server,
  browser,
}) => {
  const member = await createMember(server, { name: 'Wanja Kamau' })
  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
  await useSession(elsewhere, member)
  await elsewhere.goto('/dashboard/activity')
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible()
  const seen: string[] = []
  for (const address of ['nobody.at.all@example.org', member.email]) {
    await askForLink(page, address)
    seen.push((await page.getByRole('main').innerText()).replace(address, '').replace(/in \d+ \w+/, ''))
  }
  expect(seen[1]).toBe(seen[0])
  await expect(page.getByRole('link', { name: 'Open the mails of this installation' })).toHaveAttribute(
    'href',
    '/dev/mail',
  )

  const { links } = await server.mailTo(member.email, 'Set a new password')
  const link = links.find((one) => one.startsWith(`${server.url}/reset-password#access_token=`)) ?? ''
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Retype new password').fill(newPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expectToast(page, toasts.passwordReset)
  await expect(page).toHaveURL(/\/login$/)
  await expect(elsewhere).toHaveURL(/\/login\?return=/)
  await elsewhere.context().close()

  await page.goto('/')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText(resetLinkTexts.invalid)
  await logIn(page, member.email, password)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await logIn(page, member.email, newPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
})

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log In' }).click()
}
