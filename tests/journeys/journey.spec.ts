import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../helpers/browser.ts'
import {
  buyOnScreen,
  confirmEmailOnScreen,
  expectToast,
  logInAsAdminOnScreen,
  logInOnScreen,
  registerAdminOnScreen,
  signUpOnScreen,
} from '../helpers/screens.ts'

test.describe.configure({ mode: 'serial' })

const admin = { name: 'Ines Carvalho', email: 'ines@example.org' }
const liveWithinMs = 1_500

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a member signs up, buys, and sees the coins when an administrator approves [SIGNUP-22] [SIGNUP-23] [OK-01] [OK-02] [OK-07] [OK-12] [OK-13] [ADMSIGNUP-04] [CALL-12] [ADMLOGIN-08] [AUTH-03] [LOGIN-11] [LAND-10] [BUY-17] [REQ-02] [REQ-11] [REQ-12] [REQ-14] [ADMDEP-01] [OVERVIEW-01]', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000)
  const memberPage = await newPage(browser)
  const adminPage = await newPage(browser)
  const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Gold' }

  await registerAdminOnScreen(adminPage, server, admin)
  await logInAsAdminOnScreen(adminPage, admin.email)
  await adminPage.goto('/admin/deposit-approvals')
  await expect(adminPage.getByText('No pending buy requests.')).toBeVisible()

  await signUpOnScreen(memberPage, member)
  await confirmEmailOnScreen(memberPage, server, member.email)
  await logInOnScreen(memberPage, member.email)
  await expect(memberPage.getByRole('heading', { level: 1 })).toContainText(member.name)
  await expectAccessible(memberPage)

  await buyOnScreen(memberPage, 'Gold')
  await expectAccessible(memberPage)
  // The administrator's queue is open, and the request arrives without a reload.
  await expect(adminPage.getByText(member.name).first()).toBeVisible({ timeout: liveWithinMs })
  await expectAccessible(adminPage)

  await memberPage.goto('/dashboard')
  await expect(memberPage.getByText('Pending').first()).toBeVisible()
  await approveOnScreen(adminPage, member.name, 'Received, thank you.')
  await expect(memberPage.getByText('27,500').first()).toBeVisible({ timeout: liveWithinMs })

  await memberPage.goto('/dashboard/activity')
  await expect(memberPage.getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(memberPage.getByText('Received, thank you.').first()).toBeVisible()
  await expectAccessible(memberPage)
  await adminPage.goto('/admin')
  await expect(adminPage.getByRole('link', { name: /Pending buys.*Nothing waits/ })).toBeVisible()
  await expectAccessible(adminPage)
})

test('a server that is killed between the request and the approval loses nothing, and the open pages continue', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000)
  const memberPage = await newPage(browser)
  const adminPage = await newPage(browser)
  const member = { name: 'Kofi Mensah', email: 'kofi@example.org', packageName: 'Shield' }

  await logInAsAdminOnScreen(adminPage, admin.email)
  await adminPage.goto('/admin/deposit-approvals')
  await signUpOnScreen(memberPage, member)
  await confirmEmailOnScreen(memberPage, server, member.email)
  await logInOnScreen(memberPage, member.email)
  await buyOnScreen(memberPage, 'Shield')
  await memberPage.goto('/dashboard')
  await expect(memberPage.getByText('Pending').first()).toBeVisible()

  await server.kill('SIGKILL')
  await expect(memberPage.getByText('Connection lost.')).toBeVisible()
  await server.restart()
  await expect(memberPage.getByText('Connection lost.')).toBeHidden({ timeout: 15_000 })

  await approveOnScreen(adminPage, member.name, '')
  // Without a reload of either page, the stream reconnects and both pages catch up.
  await expect(memberPage.getByText('10,500').first()).toBeVisible({ timeout: 10_000 })
  await memberPage.goto('/dashboard/activity')
  await expect(memberPage.getByText('Approved', { exact: true }).first()).toBeVisible()
})

async function approveOnScreen(page: Page, memberName: string, note: string) {
  await page.getByText(memberName).first().click()
  if (note) await page.getByRole('textbox', { name: /note/i }).first().fill(note)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog).toBeHidden()
  await expectToast(page, { title: 'Request Updated', description: 'The request has been approved.' })
  await expect(page.getByText('The request has been approved.').first()).toBeVisible()
}
