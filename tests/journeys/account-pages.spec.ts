import type { Page } from '@playwright/test'
import { getSession } from '../../contract/auth.ts'
import { eventsPath } from '../../contract/events.ts'
import { languageCookieName } from '../../contract/languages.ts'
import { listSessions } from '../../contract/sessions.ts'
import { startPasskeySignIn } from '../../contract/passkeys.ts'
import { resetLinkTexts, toasts } from '../../contract/texts.ts'
import { attemptCookieName } from '../../server/platform/http/attempt-cookie.ts'
import { deviceCookieName } from '../../server/platform/http/device-cookie.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'
import { call, createAdmin, createBuyer, createMember, setWallet, signInAgain, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { chooseSlip, review, submit } from '../helpers/buy-screens.ts'
import { readQrCode } from '../helpers/qr.ts'
import {
  confirmEmailOnScreen,
  expectToast,
  logInOnScreen,
  password,
  registerAdminOnScreen,
  showBuyStep,
  signUpOnScreen,
  turnOnSecondFactor,
} from '../helpers/screens.ts'
import { addVirtualAuthenticator } from '../helpers/virtual-authenticator.ts'

// Every test here has accounts of its own, and all share one server.

const newPassword = 'A-quite-new-one-7'
const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const member = { name: 'Amara Osei', email: 'amara@example.org', packageName: 'Diamond' }

test('an administrator registers by invitation, and a member by the form [ADMSIGNUP-01] [ADMSIGNUP-04] [SIGNUP-01] [SIGNUP-22] [SIGNUP-23]', async ({
  page,
  server,
}) => {
  await registerAdminOnScreen(page, server, { name: 'Ines Carvalho', email: 'ines@example.org' })
  await signUpOnScreen(page, member)
  // Without a mail server the page links to the kept mails.
  await expect(page.getByRole('link', { name: 'Open the mails of this installation' })).toHaveAttribute(
    'href',
    '/dev/mail',
  )
  await confirmEmailOnScreen(page, server, member.email)
  // The token leaves the address bar, and it works once.
  expect(new URL(page.url()).hash).toBe('')
  const used = (await server.mailTo(member.email)).links[0] ?? ''
  await page.goto('/')
  await page.goto(used)
  await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired.')
})

test('an administrator who must log in returns to the same page through the portal', async ({ page, server }) => {
  const { email } = await createAdmin(server)
  await page.goto('/admin/deposit-approvals')
  await expect(page).toHaveURL(/\/login\?return=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/admin-login\?return=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
})

test('a mailed link sets a new password once and ends every session; an unknown address gets the same answer [FORGOT-05] [RESET-06] [RESET-10]', async ({
  page,
  server,
  browser,
}) => {
  const member = await createMember(server, { name: 'Wanja Kamau' })
  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(elsewhere, member)
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

test('a name is saved and a wallet address with a proof, and both are reported by mail [PROFILE-02] [PROFILE-03]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await setWallet(member, evm)
  await signInBrowser(page, member)
  await page.goto('/dashboard/profile#wallet')
  await page.getByLabel('Full name').fill('Amara Osei Bonsu')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expectToast(page, toasts.profileUpdated)
  const wallet = page.getByRole('region', { name: 'Withdrawal wallet', exact: true })
  await wallet.getByLabel('Wallet address').fill(tron)
  await expect(wallet.getByText('TRC20 address, the checksum fits.')).toBeVisible()
  await wallet.getByRole('button', { name: 'Save address' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  const code = wallet.getByRole('img', { name: 'QR code of your wallet address' })
  await expect.poll(() => readQrCode(code)).toBe(tron)
  await server.mailTo(member.email, 'Your name was changed')
  await server.mailTo(member.email, 'withdrawal address was changed')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Amara Osei Bonsu')
  await expect(wallet.getByLabel('Wallet address')).toHaveValue(tron)
})

test('sessions end from another browser at once, and a changed password leaves this browser alone signed in [PROFILE-04] [OK-05]', async ({
  page,
  server,
  browser,
}) => {
  const member = await createMember(server, { name: 'Jonas Weber' })
  const other = await browser.newPage({ baseURL: server.url })
  await signInBrowser(other, await signInAgain(member))
  await other.goto('/dashboard/profile')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signInBrowser(page, member)
  await page.goto('/dashboard/profile#security')
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out everywhere else')
  await expect(other).toHaveURL(/\/login/)
  await other.close()

  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Retype new password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, toasts.passwordUpdated)
  await expect(list.getByRole('listitem')).toHaveText([/This device/])
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveText([/This device/])
  await expect(call(member, listSessions, {})).rejects.toThrow('answered 401')
})

test('a second factor is turned on with a code of an app, asked for at the log-in, and turned off', async ({
  page,
  server,
}) => {
  const member = await createMember(server, { name: 'Yusuf Demir' })
  await signInBrowser(page, member)
  await page.goto('/dashboard/profile#security')
  const { nextCode, shown } = await turnOnSecondFactor(page)
  await page.context().clearCookies()
  await logIn(page, member.email, password)
  await page.getByLabel('Code').fill(await nextCode())
  await page.keyboard.press('Enter')
  await expectToast(page, toasts.loginSuccessful)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
  await off.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await off.getByLabel('Recovery code', { exact: true }).fill(shown[0] ?? '')
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Two-factor authentication is off')
})

test('every cookie is listed by its name, and by its name with https', async ({ page, server }) => {
  const { email } = await createMember(server)
  await addVirtualAuthenticator(page)
  await page.goto('/login')
  const challenge = page.waitForResponse((response) => response.url().endsWith(startPasskeySignIn.path))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  expect((await challenge).status()).toBe(200)
  await logInOnScreen(page, email)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['attempt', 'device', 'language', 'session'])
  const named = page.locator('#browser ~ div').locator('code')
  await page.goto('/privacy')
  await expect(named).toHaveText(['session', 'device', 'attempt', 'language'])

  const secure = 'https://coins.example.org'
  await page.route(`${secure}/**`, async (route) => {
    // A stream never ends, so its answer cannot be awaited.
    if (route.request().url().endsWith(eventsPath)) return route.abort()
    const response = await route.fetch({ url: route.request().url().replace(secure, server.url) })
    return route.fulfill({ response })
  })
  await page.goto(`${secure}/privacy`)
  await expect(named).toHaveText([
    sessionCookieName(secure),
    deviceCookieName(secure),
    attemptCookieName(secure),
    languageCookieName(true),
  ])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an amount and a slip outlast a reload, a refusal and the idle sign-out, and are sent after it [IDLE-01]', async ({
  page,
  server,
}) => {
  const member = await createBuyer(await createAdmin(server))
  await signInBrowser(page, member)
  await page.clock.install()
  await page.goto('/dashboard/buy')
  await page.getByLabel('Amount').fill('7500')
  await page.getByRole('button', { name: /^(Continue|Review request)$/ }).click()
  await expectToast(page, 'Submission Failed')
  await page.reload()
  await expect(page.getByLabel('Amount')).toHaveValue('7500')
  await page.getByLabel('Amount').fill('7000')
  await showBuyStep(page, 'slip')
  await chooseSlip(page)

  await page.clock.fastForward(6 * 60_000)
  await expectToast(page, toasts.sessionExpired)
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Fbuy/)
  await expect.poll(async () => (await call(member, getSession, {})).isAuthenticated).toBe(false)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/buy(\?step=slip)?$/)
  await review(page)
  await expect(page.getByText('Top-up. 7,000\u00a0ET, without bonus.')).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  const stored = await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))
  expect(stored).toEqual([])
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
