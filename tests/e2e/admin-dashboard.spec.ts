import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { emptyTexts } from '../../contract/texts.ts'
import {
  buy,
  createAdmin,
  createBuyer,
  createMember,
  transfer,
  useSession,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

// In order: the figures of the platform grow from test to test.
test.describe.configure({ mode: 'serial' })

const kinds = [
  { title: 'Buy requests', counter: 'Pending buys', path: '/admin/deposit-approvals' },
  { title: 'Withdrawal requests', counter: 'Pending withdrawals', path: '/admin/withdrawal-approvals' },
  { title: 'Transfer requests', counter: 'Pending transfers', path: '/admin/transfer-approvals' },
]

test('with nothing to do it says so, and administrators are not counted as users [ADMDASH-01] [ADMDASH-02] [ADMDASH-11] [EMPTY-01] [EMPTY-02]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  await createAdmin(server, 'Bram de Vries')
  await createMember(server)
  await useSession(page, admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${admin.name}`)
  for (const { title } of kinds) {
    await expect(cardOf(page, title)).toContainText(emptyTexts.allClear)
    await expect(cardOf(page, title)).toContainText(emptyTexts.noPendingRequests)
  }
  await expect(cardOf(page, 'Latest transactions')).toContainText(emptyTexts.noTransactions)
  expect(await readStats(page)).toMatchObject({ Users: '1', Circulation: '0 ET' })
  await expectSoundScreen(page)
})

test('what waits is counted and listed, the newest five of each kind, each with its way to the queue [ADMDASH-04] [ADMDASH-05] [ADMDASH-06] [ADMDASH-07]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [member, friend] = [await createBuyer(admin, { name: 'Kofi Mensah' }), await createMember(server)]
  for (let number = 1; number <= 6; number += 1) {
    await buy(member, 1_000 * number)
    await withdraw(member, 1_000)
    await transfer(member, friend, 1_000)
  }
  await useSession(page, admin)
  await page.goto('/admin')
  const counters = page.getByRole('navigation', { name: 'Pending requests' })
  for (const { title, counter, path } of kinds) {
    const link = counters.getByRole('link').filter({ hasText: counter })
    await expect(link).toHaveAttribute('href', path)
    await expect(link).toContainText(/6$/)
    const card = cardOf(page, title)
    await expect(card.getByRole('link', { name: 'View All' })).toHaveAttribute('href', path)
    await expect(card.getByRole('listitem')).toHaveCount(5)
    await expect(card.getByRole('listitem').getByRole('link').first()).toHaveAttribute(
      'href',
      new RegExp(`^${path}\\?request=`),
    )
  }
  await expect(cardOf(page, 'Buy requests').getByRole('listitem')).toHaveText([
    /Kofi Mensah.*6,000/,
    /5,000/,
    /4,000/,
    /3,000/,
    /2,000/,
  ])
  await counters.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/deposit-approvals$/)
})

test('eight figures of the platform in short, in full on hover, below the live rate [ADMDASH-03] [ADMDASH-09] [ADMDASH-10] [FMT-08]', async ({
  page,
  server,
}) => {
  await useSession(page, await createAdmin(server))
  await page.goto('/admin')
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip).toContainText('$0.0100')
  await expect(strip).toContainText('27,500')
  await expect(strip).toContainText('$250.00')
  // One package of 25,000 with its bonus for 250 USD; six thousand locked twice.
  expect(await readStats(page)).toEqual({
    Users: '3',
    Circulation: '27.5K ET',
    Available: '15.5K ET',
    'Total Supply': '27.5K ET',
    'Total Invested': '$250',
    'Average Price': '$0.0091',
    Withdrawn: '0 ET',
    Transferred: '0 ET',
  })
  await expect(page.getByRole('region', { name: 'Platform' }).getByTitle('15,500 ET')).toBeVisible()
})

test('the newest ten transactions are listed with their member, and a new one comes by itself [ADMDASH-08]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const members: Person[] = []
  // A package brings two transactions: the coins and the bonus.
  for (const name of ['Ama One', 'Ama Two', 'Ama Three', 'Ama Four', 'Ama Five']) {
    members.push(await createBuyer(admin, { name, packageName: 'Shield' }))
  }
  await useSession(page, admin)
  await page.goto('/admin')
  const rows = page.getByRole('region', { name: 'Latest transactions' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Ama Five')
  await expect(rows.first()).toContainText('0.01000')
  await expect(rows.last()).toContainText('Ama One')
  await expectSoundScreen(page)
  await createBuyer(admin, { name: 'Ama Six', packageName: 'Shield' })
  await expect(rows.first()).toContainText('Ama Six')
  await expect(rows).toHaveCount(10)
})

test('figures that cannot be read are not made up', async ({ page, server }) => {
  await useSession(page, await createAdmin(server))
  await page.route('**/api/rpc/get_admin_dashboard_data', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }),
  )
  await page.goto('/admin')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByText(emptyTexts.allClear)).toHaveCount(0)
  await expectSoundScreen(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
  await expect(cardOf(page, 'Buy requests').getByRole('listitem')).toHaveCount(5)
})

function cardOf(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
}

/** What the eight cards show, by their names. */
async function readStats(page: Page): Promise<Record<string, string>> {
  const cards = page.getByRole('region', { name: 'Platform' }).locator('dl > div')
  await expect(cards.locator('dd').first()).not.toBeEmpty()
  const shown = await cards.evaluateAll((all) =>
    all.map((card) => {
      const figure = card.querySelector('dd [aria-hidden=true]') ?? card.querySelector('dd')
      return [card.querySelector('dt')?.textContent ?? '', figure?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '']
    }),
  )
  return Object.fromEntries(shown) as Record<string, string>
}
