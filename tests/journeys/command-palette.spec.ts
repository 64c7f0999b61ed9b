import type { Page } from '@playwright/test'
import { createAdmin, createBuyer, transfer, createMember, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectSoundLayer } from '../helpers/sound-screen.ts'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search pages, members and requests' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option')

/** Returns the option that Enter chooses, as a screen reader reads it. */
async function activeOption(page: Page): Promise<string> {
  const id = await field(page).getAttribute('aria-activedescendant')
  const option = page.locator(`[id="${id}"]`)
  await expect(option).toHaveAttribute('aria-selected', 'true')
  return (await option.textContent()) ?? ''
}

test('pages, members, requests and themes are found and opened by the keyboard alone', async ({ page, server }) => {
  const member = await createBuyer(admin, { name: 'Quentin Findable' })
  const friend = await createMember(server, { name: 'Other Person' })
  const request = await transfer(member, friend, 3_000)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option').first()).toHaveText('Dashboard')
  expect(await activeOption(page)).toBe('Dashboard')
  await page.keyboard.press('ArrowUp')
  expect(await activeOption(page)).toBe('Theme as the system')
  await page.keyboard.press('ArrowDown')
  expect(await activeOption(page)).toBe('Dashboard')
  await expectSoundLayer(page)

  await page.keyboard.type('dep app')
  await expect(options(page)).toHaveText(['Deposit Approvals'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/deposit-approvals/)
  await expect(field(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('quentin')
  await expect(page.getByRole('group', { name: 'Members' }).getByRole('option')).toContainText(member.memberId)
  await expect(page.getByRole('group', { name: 'Requests' }).getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('3 results')
  await expectSoundLayer(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field(page).fill(request.id)
  await expect(options(page)).toContainText(['Transfer 3,000 ET'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/transfer-approvals\\?.*request=${request.id}`))

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a page that arrives while something is typed takes no letter from it', async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/transactions-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('trans')
  await expect(options(page).first()).toHaveText('Transfer Approvals')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/transactions$/)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('da')
  letGo()
  await expect(page.locator('h1', { hasText: 'Transactions' })).toBeVisible()
  await page.keyboard.type('rk')
  await expect(field(page)).toHaveValue('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('it takes no other key from whoever types, gives the focus back, and shows no answer that comes too late', async ({
  page,
  server,
}) => {
  await createMember(server, { name: 'Early Answer' })
  await createMember(server, { name: 'Later Answer' })
  await page.goto('/admin/users')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('ear')
  for (const key of ['k', 'K', '/', '?']) await page.keyboard.press(key)
  await expect(search).toHaveValue('eark' + 'K/?')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field(page)).toBeFocused()

  const held = Promise.withResolvers<void>()
  await page.route('**/api/search?*', async (route) => {
    if (route.request().url().includes('early')) await held.promise
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest(/api\/search\?q=early/)
  await field(page).fill('early')
  await asked
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Searching…')
  await field(page).fill('later')
  await expect(options(page)).toContainText(['Later Answer'])
  held.resolve()
  await expect(options(page)).toHaveCount(1)
  await field(page).fill('nobody at all')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found.')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')

  await page.route('**/api/search?*', (route) => route.abort())
  await field(page).fill('unreachable')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Members and requests could not be searched.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found.')
  // An open question takes the key instead.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})
