import type { Page } from '@playwright/test'
import { signIn, signOut } from '../../contract/auth.ts'
import { getUserDashboardData } from '../../contract/dashboards.ts'
import { getWalletChange, checkWalletAddress } from '../../contract/own-profile.ts'
import { getOperator } from '../../contract/operator.ts'
import { listPackages } from '../../contract/packages.ts'
import { listRequests } from '../../contract/requests.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessible } from '../helpers/browser.ts'
import { aBuy, aProfile, aTransaction, aTransfer, aWithdrawal, onePage, walletCheck } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveOverview, userDashboard } from '../helpers/screen-data/overview.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { findCutTexts } from '../journeys/layout-faults.ts'

const member = aProfile()

test('a person chooses German, and typed numbers and dates are read in German', async ({ page, answers }) => {
  answers.give(signIn, () => {
    throw new Refusal('sign_in_failed')
  })
  await page.goto('/signup')
  await page.getByLabel('Email').fill('greta@example.org')
  const choices = page.getByRole('group', { name: 'Language' }).getByRole('button')
  await expect(choices).toHaveText(['English', 'Deutsch', 'Español', 'العربية'])
  await expect(choices.first()).toHaveAttribute('aria-current', 'true')
  await expect(choices.nth(1)).toHaveAttribute('lang', 'de')
  // A translation that no native speaker has read yet says so in its own words.
  await expect(choices.nth(2)).toHaveAccessibleDescription(/^Traducción aún no leída/)
  // Only the keys that press a button switch the language.
  await choices.first().focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'd', 'Tab']) await page.keyboard.press(key)
  await expect(choices.nth(1)).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByLabel('E-Mail')).toHaveValue('greta@example.org')
  await page.goto('/login')
  await expect(page).toHaveTitle('Anmelden · ET')
  await page.getByLabel('E-Mail').fill('greta@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('nicht das richtige')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('E-Mail-Adresse oder Passwort ist falsch.').first()).toBeVisible()
  await expectAccessible(page)

  await readAsMember(page, answers, member)
  giveRequests(answers)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  await page.goto('/dashboard/withdraw')
  const amount = page.getByLabel('Betrag', { exact: true })
  await amount.fill('1500.5')
  await amount.blur()
  const unlike = page.getByText('Zahlen werden hier wie 12.500,50 geschrieben. Bitte schreiben Sie Ihre Zahl ebenso.')
  await expect(unlike).toBeVisible()
  await amount.fill('2.000')
  await amount.blur()
  await expect(unlike).toBeHidden()
  await expect(page.getByText('für 2.000 ET')).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('2,000')
  await expect(page.getByText('for 2,000 ET')).toBeVisible()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(amount).toHaveValue('2.000')
  for (const path of ['/dashboard', '/dashboard/activity']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/8\.000/)
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect([path, await findCutTexts(page)]).toEqual([path, []])
  }
})

test('Arabic runs from right to left, reads the digits of its keyboard, and keeps amounts in order', async ({
  page,
  answers,
}) => {
  await readAsMember(page, answers, member)
  giveRequests(answers)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  await page.context().addCookies([{ name: 'language', value: 'ar', url: answers.url }])
  await page.goto('/dashboard/withdraw')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const amount = page.getByLabel('المبلغ', { exact: true })
  await amount.fill('٢،٥')
  await amount.blur()
  await expect(page.getByText(/تُكتب الأرقام هنا على هذا النحو: .?12,500\.50/)).toBeVisible()
  await amount.fill('٢٬٠٠٠')
  await amount.blur()
  await expect(page.getByText(/مقابل .{0,2}2,000\sET/).first()).toBeVisible()
  await expectAccessible(page)
  // The sign of an amount stands at its left, as in every other language.
  await page.goto('/dashboard')
  const change = page.getByRole('table').getByText(/^\+\d/).first()
  await expect(change).toHaveCSS('direction', 'ltr')
  await expect(change).toHaveCSS('letter-spacing', /^(?:normal|0px)$/)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await findCutTexts(page)).toEqual([])
})

test('the texts of an area are loaded before its pages, by any way of navigation', async ({ page, answers }) => {
  giveRequests(answers)
  giveAdminDashboard(answers)
  answers.give(getOperator, { name: null, address: null, email: null })
  answers.give(signIn, async ({ body }) => {
    const isAdmin = body.portal === 'admin'
    const session = isAdmin ? await readAsAdmin(page, answers) : await readAsMember(page, answers, member)
    return { session, isAuthenticated: true, isAdmin }
  })
  answers.give(signOut, () => {
    readAsVisitor(answers)
    return {}
  })
  const parts: string[] = []
  page.on('request', (request) => {
    const [, part] = /\/language-de-([a-z]+)-[^/]+\.js$/.exec(request.url()) ?? []
    if (part) parts.push(part)
  })
  await speakGerman(page, answers)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ein Coin, /)
  await page.waitForLoadState('networkidle')
  expect(parts).toEqual(['home'])
  // The home page becomes the app in place.
  await logIn(await page.context().newPage(), '/login')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByText('Abgemeldet', { exact: true })).toBeVisible()
  expect(parts).toEqual(['home', 'app'])
  parts.length = 0
  await page.context().clearCookies({ name: 'session' })
  await logIn(page, '/login')
  await expect(page.getByRole('radio', { name: '30 Tage' })).toBeVisible()
  expect(parts).toEqual(['app', 'member'])
  await page.getByRole('link', { name: 'Nutzungsbedingungen' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Coins kaufen' })).toBeVisible()
  expect(parts).toEqual(['app', 'member', 'legal'])
  readAsVisitor(answers)
  await page.context().clearCookies()
  await speakGerman(page, answers)
  await logIn(page, '/admin-login')
  await expect(page.getByText('Genehmigungen').first()).toBeVisible()
  expect(parts).toEqual(['app', 'member', 'legal', 'app', 'admin'])
})

test('the home page says a refusal in its language, although it started without these sentences', async ({
  page,
  answers,
}) => {
  answers.give(listPackages, () => {
    throw new Refusal('too_many_requests')
  })
  await speakGerman(page, answers)
  await page.goto('/')
  const packages = page.getByRole('region', { name: 'Pakete' })
  await expect(packages.getByRole('alert')).toContainText(
    'Zu viele Versuche. Sie können es in 1 Sekunde erneut versuchen.',
  )
})

/** Answers an overview and a list with a request of each kind. */
function giveRequests(answers: Answers): void {
  const friend = aProfile({ full_name: 'Kofi Mensah', member_id: 'ET-4F8P2Q' })
  const requests = [aBuy(member), aWithdrawal(member), aTransfer(member, friend)] as const
  const [buy, withdrawal, transfer] = requests
  giveOverview(answers, member)
  answers.give(
    getUserDashboardData,
    userDashboard(member, {
      transactions: [aTransaction(member), aTransaction(member, { type: 'BONUS', amount: '2500' })],
      buy_requests: [buy],
      withdrawal_requests: [withdrawal],
      transfer_requests: [transfer],
      open_requests: onePage([...requests]),
    }),
  )
  answers.give(listRequests, onePage([...requests]))
}

async function logIn(page: Page, path: '/login' | '/admin-login') {
  await page.goto(path)
  await page.getByLabel('E-Mail').fill(member.email)
  await page.getByLabel('Passwort', { exact: true }).fill('Correct-horse-9')
  await page.getByRole('button', { name: /^(Anmelden|Sicher anmelden)$/ }).click()
  await page.waitForURL(/\/(dashboard|admin)$/)
}

async function speakGerman(page: Page, { url }: Answers) {
  await page.context().addCookies([{ name: 'language', value: 'de', url }])
}
