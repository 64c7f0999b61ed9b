import { randomUUID } from 'node:crypto'
import { expect, type Download, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { ToastText } from '../../contract/texts.ts'
import { createAuthenticator } from './authenticator.ts'
import type { TestServer } from './server.ts'

/** The steps of a person on the screens, by the words that the screens show. */

export const password = 'Correct-horse-9'

/** Returns a real picture of a payment slip as a phone would send it, a different one each time. */
export async function slipPicture(text = '250.00 USDT'): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640"><rect width="100%" height="100%" fill="#fff"/>
    <text x="40" y="90" font-size="34" font-family="sans-serif">Transfer complete</text>
    <text x="40" y="170" font-size="44" font-weight="bold" font-family="sans-serif">${text}</text>
    <text x="40" y="240" font-size="26" font-family="sans-serif">Network TRC20</text>
    <text x="40" y="600" font-size="18" font-family="sans-serif">${randomUUID()}</text></svg>`
  return { name: 'slip.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** Answers the question who it is with the password. */
export async function confirmIdentity(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question).toHaveCount(0)
}

/** Saves the list of an administrators' page as a file, with the password as proof. */
export async function saveCsv(page: Page): Promise<Download> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  await confirmIdentity(page)
  return saving
}

/** Signs up, from the landing page to the message "check your email", and chooses the package on the way. */
export async function signUpOnScreen(page: Page, who: { name: string; email: string; packageName: string }) {
  await page.goto('/')
  await page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: who.packageName }) })
    .getByRole('button', { name: /Select Package/ })
    .click()
  await expect(page).toHaveURL(/\/signup/)
  await expect(page.getByRole('radio', { name: new RegExp(who.packageName) })).toBeChecked()
  await page.getByLabel('Full name').fill(who.name)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Contact number').fill('+44 20 7946 0018')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('State').selectOption({ label: 'Scotland' })
  await page.getByLabel('City').fill('Edinburgh')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectToast(page, {
    title: 'Account Created!',
    description: 'Please check your email to confirm your account.',
  })
  await expect(page).toHaveURL(/\/login/)
}

/** Follows the link of the newest mail, as a click in a mail program does. */
export async function confirmEmailOnScreen(page: Page, server: TestServer, email: string) {
  const mail = await server.mailTo(email)
  const link = mail.links[0]
  if (!link) throw new Error(`the mail "${mail.subject}" has no link`)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
}

export async function logInOnScreen(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expectToast(page, { title: 'Login Successful', description: 'Welcome! Redirecting to your dashboard.' })
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function registerAdminOnScreen(page: Page, server: TestServer, who: { name: string; email: string }) {
  await page.goto(server.adminInvitationLink)
  await page.getByLabel('Full name').fill(who.name)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Retype password').fill(password)
  await page.getByRole('button', { name: /Create|Register/ }).click()
  await expectToast(page, 'Admin Account Created!')
  await expect(page).toHaveURL(/\/admin-login/)
}

export async function logInAsAdminOnScreen(page: Page, email: string) {
  await page.goto('/admin-login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await expectToast(page, { title: 'Welcome Back, Admin!', description: 'You have successfully logged in.' })
  await expect(page).toHaveURL(/\/admin$/)
}

/** Submits a buy, from the empty form to "Request Submitted!". */
export async function buyOnScreen(page: Page, packageName: string) {
  await page.goto('/dashboard/buy')
  await page.getByRole('radio', { name: new RegExp(packageName) }).check()
  await showBuyStep(page, 'slip')
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Review request' }).click()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
}

/** Goes from the amount to a later step. On a phone each step is a view of its own. Wider pages show all steps. */
export async function showBuyStep(page: Page, step: 'send' | 'slip') {
  const headings = step === 'send' ? ['2. Send USDT'] : ['2. Send USDT', '3. Upload the payment slip']
  for (const name of headings) {
    if (isNarrow(page)) await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
}

/** Turns the second factor on, from the button to the closed dialog. */
export async function turnOnSecondFactor(page: Page) {
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  const nextCode = createAuthenticator((await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? '')
  await setup.getByLabel('Code', { exact: true }).fill(await nextCode())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.getByLabel('I have saved them').check()
  const shown = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(codes).toHaveCount(0)
  return { nextCode, shown }
}

/** True if the pages have the layout of a phone. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 1440) < 640
}

/** Demands a toast with exactly this title, and this description if one is given. */
export async function expectToast(page: Page, toast: string | RegExp | ToastText) {
  const { title, description } = typeof toast === 'string' || toast instanceof RegExp ? { title: toast } : toast
  const region = page.getByRole('region', { name: /Notifications/ })
  await expect(region.getByText(title, { exact: true })).toBeVisible()
  if (description === undefined) return
  const card = region.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  await expect(card.getByText(description, { exact: true })).toBeVisible()
}

/** Returns a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Simulates that the person has gone to another tab, or come back. */
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    Object.defineProperty(document, 'hidden', { value: ${state === 'hidden'}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}
