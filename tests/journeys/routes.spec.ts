import type { Page } from '@playwright/test'
import { signUp } from '../../contract/auth.ts'
import { isPage, pagePaths, type PagePath } from '../../contract/pages.ts'
import {
  call,
  createAdmin,
  createMember,
  findPackage,
  signInBrowser,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'

const roles = ['visitor', 'member', 'admin', 'suspended', 'unconfirmed'] as const
type Role = (typeof roles)[number]

/** The page to which each role is led. `stays` means the page itself. */
type Landing = 'stays' | '/login' | '/dashboard' | '/admin'
type Row = Record<Role, Landing>
const forAll: Row = row('stays', 'stays', 'stays', 'stays', 'stays')
const forVisitors: Row = row('stays', '/dashboard', '/admin', 'stays', 'stays')
const forMembers: Row = row('/login', 'stays', '/admin', '/login', '/login')
const forAdmins: Row = row('/login', '/dashboard', 'stays', '/login', '/login')

const landings: Record<PagePath, Row> = {
  '/': forAll,
  '/login': forVisitors,
  '/admin-login': forVisitors,
  '/signup': forVisitors,
  '/forgot-password': forVisitors,
  '/reset-password': forVisitors,
  '/not-me': forAll,
  '/confirm-email': forAll,
  '/unsubscribe': forAll,
  '/admin-signup': forVisitors,
  '/terms': forAll,
  '/privacy': forAll,
  '/dashboard': forMembers,
  '/dashboard/profile': forMembers,
  '/dashboard/buy': forMembers,
  '/dashboard/transfer': forMembers,
  '/dashboard/withdraw': forMembers,
  '/dashboard/activity': forMembers,
  '/dashboard/statement': forMembers,
  '/dashboard/referrals': forMembers,
  '/dashboard/notifications': forMembers,
  '/admin': forAdmins,
  '/admin/users': forAdmins,
  '/admin/security': forAdmins,
  '/admin/saved-replies': forAdmins,
  '/admin/users/invitations': forAdmins,
  '/admin/users/:userId': forAdmins,
  '/admin/transactions': forAdmins,
  '/admin/deposit-approvals': forAdmins,
  '/admin/withdrawal-approvals': forAdmins,
  '/admin/transfer-approvals': forAdmins,
  '/admin/second-approvals': forAdmins,
  '/admin/payouts': forAdmins,
  '/admin/chain-transfers': forAdmins,
  '/admin/all-activity': forAdmins,
  '/admin/coins-ledger': forAdmins,
  '/admin/manage-packages': forAdmins,
  '/admin/chat': forAdmins,
  '/admin/settings': forAdmins,
  '/admin/reports': forAdmins,
  '/admin/treasury': forAdmins,
  '/admin/audit-log': forAdmins,
  '/admin/jobs': forAdmins,
}

/** Enough for a person without a session, to whom the server and the pages are as to any visitor. */
const onePageOfEachArea: PagePath[] = ['/', '/login', '/dashboard/buy', '/admin/users']

test.describe('each caller of a page lands as the table says', () => {
  test.setTimeout(180_000)

  test('a visitor, and every public page has the same frame [GUARD-02] [GUARD-05] [GUARD-06] [GUARD-07] [GUARD-09]', async ({
    page,
  }) => {
    await walk(page, 'visitor', 'none', pagePaths, async (path) => {
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' }), path).toBeVisible()
      await expect(page.getByRole('region', { name: 'Live rate and figures' }), path).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }), path).toBeAttached()
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    })
  })

  test('a member [GUARD-04] [GUARD-08] [GUARD-10]', async ({ page, server }) => {
    const member = await createMember(server, { name: 'Wanja Kamau' })
    await signInBrowser(page, member)
    await walk(page, 'member', member.userId)
  })

  test('an administrator [GUARD-03]', async ({ page, server }) => {
    const member = await createMember(server, { name: 'Tomasz Nowak' })
    await signInBrowser(page, await createAdmin(server, 'Petra Lang'))
    await walk(page, 'admin', member.userId)
  })

  test('a member who was suspended while signed in', async ({ page, server }) => {
    const member = await createMember(server, { name: 'Ivo Marek' })
    await signInBrowser(page, member)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ivo Marek')
    await setStatus(member, 'Suspended')
    await walk(page, 'suspended', member.userId, onePageOfEachArea)
  })

  test('a member who has not confirmed the email', async ({ page, server }) => {
    const email = await signUpUnconfirmed(server)
    await tryToLogIn(page, email)
    await expect(page.getByRole('alert')).toContainText('Please confirm your email before you log in.')
    await walk(page, 'unconfirmed', 'none', onePageOfEachArea)
  })
})

test.describe('the return path', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https://evil.example/dashboard',
    '%2f%2fevil.example',
    'javascript:alert(1)',
    'user@evil.example',
    'https://localhost@evil.example',
  ]

  test('is never one of another site: a signed-in person lands in their own area [A21]', async ({ page, server }) => {
    const left: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) left.push(request.url())
    })
    for (const [person, home, targets] of [
      [await createMember(server, { name: 'Aiko Mori' }), '/dashboard', elsewhere.slice(0, 5)],
      [await createAdmin(server, 'Rosa Blum'), '/admin', elsewhere.slice(5)],
    ] as const) {
      await signInBrowser(page, person)
      for (const target of targets) {
        await page.goto(`/login?return=${encodeURIComponent(target)}`)
        await expect(page, target).toHaveURL(server.url + home)
      }
    }
    expect(left).toEqual([])
  })

  test('is never one of another site after a log-in either [A21]', async ({ page, server }) => {
    const { email } = await createMember(server, { name: 'Samir Haddad' })
    await page.goto(`/login?return=${encodeURIComponent('/.//evil.example')}`)
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL(`${server.url}/dashboard`)
  })
})

test('a member who logs in at the administrators’ portal lands in their own area [ADMLOGIN-02] [ADMLOGIN-03] [ADMLOGIN-09]', async ({
  page,
  server,
}) => {
  const { email } = await createMember(server, { name: 'Noor Aziz' })
  await page.goto('/admin-login')
  await expect(page.getByLabel('Email')).toHaveAttribute('required')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Secure Sign In' }).click()
  await expectToast(page, 'Login Successful')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('unknown parameters of an address are ignored, and the list follows the others', async ({ page, server }) => {
  await signInBrowser(page, await createAdmin(server))
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()))
  for (const path of ['/admin/users?order=asc', '/admin/transactions?type=BUY', '/admin/all-activity?kind=buy']) {
    await page.goto(`${path}&utm_source=mail`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
    await page.waitForLoadState('load')
  }
  await page.goto('/admin/audit-log?utm_source=mail')
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
  await expect(page).toHaveURL('/admin/audit-log')
  expect(refused).toEqual([])
})

/** Opens pages by their addresses, all if none are given, and compares the result with the table. */
async function walk(
  page: Page,
  role: Role,
  userId: string,
  paths: readonly PagePath[] = pagePaths,
  look?: (path: string) => Promise<void>,
): Promise<void> {
  for (const pattern of paths) {
    const path = pattern.replace(':userId', userId)
    const landing = landings[pattern][role]
    const response = await page.goto(path)
    expect([path, response?.status(), isPage(path)]).toEqual([path, 200, true])
    const expected = landing === 'stays' ? path : landing
    await expect(async () => {
      expect([pattern, new URL(page.url()).pathname]).toEqual([pattern, expected])
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1, { timeout: 1_000 })
    }).toPass()
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' }), pattern).toHaveCount(0)
    if (landing === 'stays') await look?.(path)
  }
}

async function tryToLogIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await fillIn(page, email)
  await page.getByRole('button', { name: 'Log In' }).click()
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** Sends the form without following the mailed link. */
async function signUpUnconfirmed(server: TestServer): Promise<string> {
  const email = 'lena.fuchs@example.org'
  const { id: packageId } = await findPackage(server, 'Gold')
  const place = { country: 'DE', city: 'Ulm' }
  const account = { fullName: 'Lena Fuchs', email, contactNumber: '+49 731 161 0', packageId }
  await call({ server }, signUp, { body: { ...account, ...place, password, retypePassword: password } })
  return email
}

async function setStatus(member: Person, status: 'Suspended'): Promise<void> {
  await withDatabase(member.server, (db) =>
    db.updateTable('profiles').set({ status }).where('id', '=', member.userId).execute(),
  )
}

function row(...[visitor, member, admin, suspended, unconfirmed]: [Landing, Landing, Landing, Landing, Landing]): Row {
  return { visitor, member, admin, suspended, unconfirmed }
}
