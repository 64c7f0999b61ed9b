import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { emptyTexts, fieldTexts } from '../../contract/texts.ts'
import { createAdmin, useSession, withDatabase, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { createMember as insertMember, type MemberFixture } from '../helpers/people.ts'
import { expectToast } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const listCalls = /\/api\/users(\?|$)/
const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('everybody is in the list, the newest first, each with the way to their details [ADMUSERS-01] [ADMUSERS-04] [ADMUSERS-08]', async ({
  page,
  server,
}) => {
  const member = await insert(server, 'Kofi Listed')
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const [first, second] = [rows(page).nth(0), rows(page).nth(1)]
  await expect(first).toContainText('Kofi Listed')
  await expect(first).toContainText(member.memberId)
  await expect(first.locator('[data-status=Active]')).toHaveText('Active')
  await expect(second).toContainText(admin.name)
  await expect(second).toContainText('Administrator')
  await expectSoundScreen(page)
  await first.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${member.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Kofi Listed' })).toBeVisible()
})

test('each column sorts both ways, in the address, and says so [ADMUSERS-03]', async ({ page, server, isMobile }) => {
  await insertSortable(server)
  await page.goto('/admin/users?search=sortable')
  await expect.poll(() => names(page)).toEqual(['Cleo', 'Bo', 'Ada'])
  const byColumn = [
    { column: 'Name', sort: 'name', up: ['Ada', 'Bo', 'Cleo'] },
    { column: 'Member ID', sort: 'member_id', up: ['Bo', 'Cleo', 'Ada'] },
    { column: 'Wallet', sort: 'wallet', up: ['Cleo', 'Ada', 'Bo'] },
    { column: 'Status', sort: 'status', up: ['Ada', 'Cleo', 'Bo'] },
    { column: 'Joined', sort: 'joined', up: ['Ada', 'Bo', 'Cleo'] },
  ]
  if (!isMobile) {
    await expect(page.getByRole('columnheader').filter({ has: page.getByRole('button') })).toHaveText(
      byColumn.map(({ column }) => column),
    )
    await expect(page.locator('[aria-sort]')).toHaveText('Joined')
    await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', 'descending')
  }
  for (const { column, sort, up } of byColumn) {
    for (const order of sort === 'joined' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)) {
      if (isMobile) await page.getByLabel('Sort', { exact: true }).selectOption(`${sort}:${order}`)
      else await page.getByRole('button', { name: column, exact: true }).press('Enter')
      await expect.poll(() => names(page), `${column} ${order}`).toEqual(order === 'asc' ? up : up.toReversed())
      if (isMobile) continue
      await expect(page.locator('[aria-sort]')).toHaveText(column)
      await expect(page.locator('[aria-sort]')).toHaveAttribute('aria-sort', `${order}ending`)
    }
  }
  await expect(page).toHaveURL(/\?search=sortable&sort=joined&order=asc$/)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Ada', 'Bo', 'Cleo'])
  await expect(page.getByRole('status').filter({ hasText: 'sorted by oldest first' })).toBeAttached()
})

test('a search finds by name, email or member ID, whatever the case; nothing found says so [ADMUSERS-02] [EMPTY-04]', async ({
  page,
  server,
}) => {
  const [one, other] = [await insert(server, 'Zainab Searchable'), await insert(server, 'Tomas Searchable')]
  await page.goto('/admin/users')
  const field = page.getByRole('searchbox', { name: 'Search' })
  for (const text of ['ZAINAB search', one.email.toUpperCase(), one.memberId.toLowerCase()]) {
    await field.fill(text)
    await expect.poll(() => names(page), text).toEqual(['Zainab Searchable'])
  }
  await field.fill('%')
  await expect(page.getByText(emptyTexts.noUsers)).toBeVisible()
  await expectSoundScreen(page)
  await field.fill('searchable')
  await expect.poll(() => names(page)).toEqual([other.fullName, one.fullName])
  await page.getByLabel('Status').selectOption('Suspended')
  await expect(page.getByText(emptyTexts.noUsers)).toBeVisible()
  await page.getByLabel('Status').selectOption('Active')
  await expect(page).toHaveURL(/\?search=searchable&status=Active$/)
  await rows(page).last().getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one.fullName })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('searchable')
  await expect(page.getByLabel('Status')).toHaveValue('Active')
  await expect.poll(() => names(page)).toEqual([other.fullName, one.fullName])
})

test('the server is asked when the typing pauses, and an answer that comes too late is not shown', async ({
  page,
  server,
}) => {
  await insert(server, 'Early Typist')
  await insert(server, 'Later Typist')
  const asked: string[] = []
  const held = Promise.withResolvers<void>()
  await page.goto('/admin/users')
  await expect(rows(page).first()).toBeVisible()
  await page.route(listCalls, async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? ''
    asked.push(search)
    if (search === 'early') await held.promise
    await route.continue().catch(() => undefined)
  })
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.pressSequentially('early')
  await expect.poll(() => asked).toEqual(['early'])
  await field.fill('later')
  await expect.poll(() => names(page)).toEqual(['Later Typist'])
  held.resolve()
  await page.waitForTimeout(300)
  expect(await names(page)).toEqual(['Later Typist'])
  await expect(field).toHaveValue('later')
  expect(asked).toEqual(['early', 'later'])
})

test('Refresh asks again; when that fails the rows stay and can be asked for once more [ADMUSERS-05]', async ({
  page,
  server,
}) => {
  const { id: userId } = await insert(server, 'Before Refresh')
  await page.goto('/admin/users?search=refresh')
  await expect.poll(() => names(page)).toEqual(['Before Refresh'])
  await withDatabase(server, (db) =>
    db.updateTable('profiles').set({ full_name: 'After Refresh' }).where('id', '=', userId).execute(),
  )
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['After Refresh'])
  await page.route(listCalls, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('It could not be refreshed.')).toBeVisible()
  expect(await names(page)).toEqual(['After Refresh'])
  await page.unroute(listCalls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('It could not be refreshed.')).toHaveCount(0)
})

test('a long list has pages, each with its own address', async ({ page, server }) => {
  await withDatabase(server, async (db) => {
    for (let number = 0; number < 30; number += 1) await insertMember(db, { fullName: 'Paged Member' })
  })
  await page.goto('/admin/users?search=paged')
  await expect(rows(page)).toHaveCount(25)
  const [previous, next] = [
    page.getByRole('button', { name: 'Previous' }),
    page.getByRole('button', { name: 'Next', exact: true }),
  ]
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(rows(page)).toHaveCount(5)
  await expect(next).toBeDisabled()
  await expect(page).toHaveURL(/cursor=/)
  const secondPage = page.url()
  await previous.click()
  await expect(rows(page)).toHaveCount(25)
  await page.goBack()
  await expect(rows(page)).toHaveCount(5)
  // Another person opens the link, so there is no earlier page, but there is a first one.
  await page.goto('about:blank')
  await page.goto(secondPage)
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'First page' }).click()
  await expect(rows(page)).toHaveCount(25)
})

test('a wallet address is shown by its beginning, and copied in full [FMT-09]', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await insert(server, 'Walletholder', wallet)
  await page.goto('/admin/users?search=walletholder')
  await expect(rows(page).getByTitle(wallet)).toContainText('TQn9Y2khEs…')
  await rows(page).getByRole('button', { name: 'Copy the wallet address of Walletholder' }).click()
  await expectToast(page, 'Copied to clipboard!')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(wallet)
})

test('a status has its colour, its sign and its word; what is shown can be saved [FMT-10]', async ({
  page,
  server,
}) => {
  const looks = [
    { status: 'Active', hue: 'green' },
    { status: 'Inactive', hue: 'yellow' },
    { status: 'Suspended', hue: 'red' },
  ] as const
  await withDatabase(server, async (db) => {
    for (const { status } of looks) await insertMember(db, { fullName: `Coloured ${status}`, status })
  })
  await page.goto('/admin/users?search=coloured&sort=status&order=asc')
  await expect(rows(page)).toHaveCount(3)
  for (const [at, { status, hue }] of looks.entries()) {
    const badge = rows(page).nth(at).locator(`[data-status=${status}]`)
    await expect(badge).toHaveText(status)
    await expect(badge.locator('svg')).toBeVisible()
    expect(await hueOf(badge), status).toBe(hue)
  }
  await page.getByLabel('Status').selectOption('Active')
  await expect(rows(page)).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual([expect.stringContaining('Name'), 'Coloured Active'])
})

test('Add User adds a member, who is mailed a link to set a password [ADMUSERS-06] [ADMUSERS-07]', async ({
  page,
  server,
}) => {
  const friend = await insert(server, 'Referring Friend')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  const address = dialog.getByRole('textbox', { name: 'Email' })
  await dialog.getByRole('button', { name: 'Add member' }).click()
  for (const fault of ['Full Name is required.', fieldTexts.emailNeeded, fieldTexts.packageNeeded]) {
    await expect(dialog.getByText(fault)).toBeVisible()
  }
  await expectSoundLayer(page)
  await dialog.getByLabel('Full name').fill('Newly Added')
  await address.fill(friend.email)
  await dialog.getByLabel('Package').selectOption({ index: 1 })
  await dialog.getByLabel('Referral ID').fill('ET-NOBODY')
  // The change to the other tab keeps all typed values.
  await dialog.getByRole('tab', { name: 'Administrator' }).click()
  await dialog.getByRole('tab', { name: 'Member' }).click()
  // Closing the dialog and reloading the page keep them as well.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByLabel('Full name')).toHaveValue('Newly Added')
  await expect(dialog.getByLabel('Package')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toBeVisible()
  const email = 'newly.added@example.org'
  await address.fill(email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(alert).toHaveText(errors.referral_not_found.message)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Newly Added')
  await dialog.getByLabel('Referral ID').fill(friend.memberId.toLowerCase())
  await address.fill(friend.email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(alert).toHaveText(errors.email_taken.message)
  await expect(address).toHaveAccessibleDescription(new RegExp(errors.email_taken.message))
  await address.fill(email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'User Added')
  const notice = page.getByRole('status').filter({ hasText: 'A link to set a password' })
  await expect(notice).toContainText(email)
  await expect(notice.getByRole('link', { name: 'Open the mails of this installation' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Newly Added')
  await expect(rows(page).first().locator('[data-status]')).toHaveText('Inactive')
  const mail = await server.mailTo(email)
  expect(mail.links[0]).toContain('/reset-password#')
})

/** Returns the common name of a text's colour. */
async function hueOf(badge: Locator): Promise<string> {
  const colour = await badge.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('this browser cannot paint')
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  const [red = 0, green = 0, blue = 0] = colour
  if (green > red && green > blue) return 'green'
  return green - blue > (red - green) / 2 ? 'yellow' : 'red'
}

async function insert(
  server: TestServer,
  fullName: string,
  walletAddress: string | null = null,
): Promise<MemberFixture> {
  return withDatabase(server, (db) => insertMember(db, { fullName, walletAddress }))
}

/** Returns the rows of the table, or the cards on a narrow page. */
function rows(page: Page) {
  return page
    .getByRole('region', { name: 'Users' })
    .locator('tbody tr')
    .or(page.getByRole('list', { name: 'Users' }).getByRole('listitem'))
}

async function names(page: Page): Promise<string[]> {
  const links = rows(page).getByRole('link', { name: 'View Details' })
  const labels = await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label') ?? ''))
  return labels.map((text) => text.replace('View Details of ', '').replace(' Sortable', ''))
}

/** Adds three members, who have a different order in each column. */
async function insertSortable(server: TestServer) {
  const people = [
    { name: 'Ada Sortable', memberId: 'ET-930003', walletAddress: 'TBBB', status: 'Active', daysAgo: 3 },
    { name: 'Bo Sortable', memberId: 'ET-930001', walletAddress: 'TCCC', status: 'Suspended', daysAgo: 2 },
    { name: 'Cleo Sortable', memberId: 'ET-930002', walletAddress: 'TAAA', status: 'Inactive', daysAgo: 1 },
  ] as const
  await withDatabase(server, async (db) => {
    for (const { name, memberId, walletAddress, status, daysAgo } of people) {
      const { id } = await insertMember(db, { fullName: name, walletAddress, status })
      await db
        .updateTable('profiles')
        .set({ member_id: memberId, created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString() })
        .where('id', '=', id)
        .execute()
    }
  })
}
