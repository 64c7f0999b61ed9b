import type { BrowserContext, Page, Request } from '@playwright/test'
import { pagePaths } from '../../contract/pages.ts'
import { toasts } from '../../contract/texts.ts'
import { createMember, signInBrowser, withDatabase } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import {
  buyOnScreen,
  confirmEmailOnScreen,
  expectToast,
  logInAsAdminOnScreen,
  logInOnScreen,
  password,
  registerAdminOnScreen,
  signUpOnScreen,
  turnOnSecondFactor,
} from '../helpers/screens.ts'

/** Ordinary use causes no failure: the browser's console stays free of errors. */

const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Gold' }
const admin = { name: 'Ines Carvalho', email: 'ines@example.org' }
const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

test('neither side of the journey leaves an error in the console', async ({ page, server, browser }) => {
  test.setTimeout(240_000)
  const desk = await (await browser.newContext({ baseURL: server.url })).newPage()
  const errors = [page.context(), desk.context()].map(listErrors)

  for (const path of pagesOf('')) await visit(page, path)
  await signUpOnScreen(page, member)
  await confirmEmailOnScreen(page, server, member.email)
  await logInOnScreen(page, member.email)
  // A chat without any message is empty.
  await page.goto('/dashboard?openChat=true')
  await expect(page.getByText('No messages yet')).toBeVisible()
  for (const path of pagesOf('/dashboard')) await visit(page, path)
  await buyOnScreen(page, member.packageName)
  await page.goto('/dashboard/profile')
  await page.getByLabel('Wallet address').fill(wallet)
  await page.getByRole('button', { name: 'Save address' }).click()
  await confirm(page)
  await expectToast(page, toasts.profileUpdated.title)

  await registerAdminOnScreen(desk, server, admin)
  await logInAsAdminOnScreen(desk, admin.email)
  await withDatabase(server, (db) => db.updateTable('settings').set({ step_up_usd: '1' }).execute())
  await desk.goto('/admin/deposit-approvals')
  await desk.getByRole('button', { name: 'Approve' }).click()
  await desk.getByRole('button', { name: 'Confirm Approval' }).click()
  await confirm(desk)
  await expectToast(desk, toasts.requestApproved.title)
  await expect(page.locator('body')).toContainText('27,500')
  for (const path of pagesOf('/admin')) await visit(desk, path)
  const { id } = await withDatabase(server, (db) =>
    db.selectFrom('profiles').select('id').where('email', '=', member.email).executeTakeFirstOrThrow(),
  )
  await visit(desk, `/admin/users/${id}`)
  await visit(desk, `/admin/chat?user=${id}`)

  // The log-in then includes the code as well.
  await page.goto('/dashboard/profile#security')
  const { nextCode } = await turnOnSecondFactor(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Logged Out')
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await nextCode())
  await page.keyboard.press('Enter')
  await expectToast(page, 'Login Successful')
  expect(errors.flat()).toEqual([])
  await desk.context().close()
})

test('a sign-out while the page still loads leaves no refusal in the console', async ({ page, server }) => {
  const errors = listErrors(page.context())
  await signInBrowser(page, await createMember(server))
  const { promise: isSignedOut, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/auth/two-factor', async (route) => {
    await isSignedOut
    await route.continue().catch(() => undefined)
  })
  const isRead = (request: Request) => request.url().endsWith('/api/auth/two-factor')
  const asked = page.waitForRequest(isRead)
  const isOver = Promise.race([
    page.waitForEvent('requestfinished', isRead),
    page.waitForEvent('requestfailed', isRead),
  ])
  await page.route('**/api/auth/sign-out', async (route) => {
    const response = await route.fetch()
    letGo()
    await isOver
    await route.fulfill({ response })
  })
  await page.goto('/dashboard/profile#security')
  await asked
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'Logged Out')
  await expect(page).toHaveURL(/\/login$/)
  expect(errors).toEqual([])
})

/** Returns a list that grows while the pages are used. */
function listErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (fault) => errors.push(String(fault.error())))
  return errors
}

/** Returns the pages of an area that have a fixed address. The empty area holds the pages of visitors. */
function pagesOf(area: string): string[] {
  const areaOf = (path: string) => /^\/(?:dashboard|admin)(?=\/|$)/.exec(path)?.[0] ?? ''
  return pagePaths.filter((path) => areaOf(path) === area && !path.includes(':'))
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

async function confirm(page: Page) {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
}
