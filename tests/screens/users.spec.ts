import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { emptyTexts, fieldTexts } from '../../contract/texts.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { addUser, exportUsers, getUser, listUsers } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { anAdminProfile, aProfile, gold, onePage, platformSettings, walletAddress } from '../helpers/screen-data.ts'
import { detailsOf, findPeople } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, saveCsv } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }

const admin = anAdminProfile()

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
})

test(
  'all people are in the list, newest first, with links to their details [ADMUSERS-01] [ADMUSERS-04] [ADMUSERS-08]',
  phone,
  async ({ page, answers }) => {
    const member = aProfile({ full_name: 'Kofi Listed' })
    answers.give(listUsers, onePage([member, admin]))
    answers.give(getUser, detailsOf(member))
    answers.give(listTransactions, onePage([]))
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    const [first, second] = [rows(page).nth(0), rows(page).nth(1)]
    await expect(first).toContainText('Kofi Listed')
    await expect(first).toContainText(member.member_id ?? '')
    await expect(first.locator('[data-status=Active]')).toHaveText('Active')
    await expect(second).toContainText(admin.full_name)
    await expect(second).toContainText('Administrator')
    expect(answers.callsOf(listUsers)[0]?.query).toMatchObject({ sort: 'joined', order: 'desc' })
    await expectAccessibleAtEveryWidth(page)
    await first.getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/users/${member.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Kofi Listed' })).toBeVisible()
  },
)

test(
  'each column sorts both ways, keeps its order in the address, and announces it [ADMUSERS-03]',
  phone,
  async ({ page, answers, isMobile }) => {
    const byColumn = [
      { column: 'Name', sort: 'name', up: ['Ada', 'Bo', 'Cleo'] },
      { column: 'Member ID', sort: 'member_id', up: ['Bo', 'Cleo', 'Ada'] },
      { column: 'Wallet', sort: 'wallet', up: ['Cleo', 'Ada', 'Bo'] },
      { column: 'Status', sort: 'status', up: ['Ada', 'Cleo', 'Bo'] },
      { column: 'Joined', sort: 'joined', up: ['Ada', 'Bo', 'Cleo'] },
    ]
    const people = ['Ada', 'Bo', 'Cleo'].map((name) => aProfile({ full_name: name }))
    answers.give(listUsers, ({ query: { sort, order } }) => {
      const up = byColumn.find((one) => one.sort === sort)?.up ?? []
      const inOrder = up.flatMap((name) => people.filter(({ full_name: fullName }) => fullName === name))
      return onePage(order === 'asc' ? inOrder : inOrder.toReversed())
    })
    await page.goto('/admin/users?search=sortable')
    await expect.poll(() => names(page)).toEqual(['Cleo', 'Bo', 'Ada'])
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
  },
)

test('a search finds by name, email or member ID in any case, and an empty result says so [ADMUSERS-02] [EMPTY-04]', async ({
  page,
  answers,
}) => {
  const one = aProfile({ full_name: 'Zainab Searchable', email: 'zainab@example.org', member_id: 'ET-1A2B3C' })
  const other = aProfile({ full_name: 'Tomas Searchable', email: 'tomas@example.org' })
  answers.give(listUsers, ({ query }) => onePage(findPeople([other, one], query)))
  answers.give(getUser, detailsOf(one))
  answers.give(listTransactions, onePage([]))
  await page.goto('/admin/users')
  const field = page.getByRole('searchbox', { name: 'Search' })
  for (const text of ['ZAINAB search', one.email.toUpperCase(), 'et-1a2b3c']) {
    await field.fill(text)
    await expect.poll(() => names(page), text).toEqual(['Zainab Searchable'])
  }
  await field.fill('%')
  await expect(page.getByText(emptyTexts.noUsers)).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await field.fill('searchable')
  await expect.poll(() => names(page)).toEqual([other.full_name, one.full_name])
  await page.getByLabel('Status').selectOption('Suspended')
  await expect(page.getByText(emptyTexts.noUsers)).toBeVisible()
  await page.getByLabel('Status').selectOption('Active')
  await expect(page).toHaveURL(/\?search=searchable&status=Active$/)
  await rows(page).last().getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one.full_name })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('searchable')
  await expect(page.getByLabel('Status')).toHaveValue('Active')
  await expect.poll(() => names(page)).toEqual([other.full_name, one.full_name])
})

test('the search starts when typing pauses, and an outdated answer is not shown', async ({ page, answers }) => {
  const held = Promise.withResolvers<void>()
  const people = ['Early Typist', 'Later Typist'].map((name) => aProfile({ full_name: name }))
  answers.give(listUsers, async ({ query }) => {
    if (query.search === 'early') await held.promise
    return onePage(findPeople(people, query))
  })
  await page.goto('/admin/users')
  await expect(rows(page).first()).toBeVisible()
  const asked = () => answers.callsOf(listUsers).map(({ query }) => query.search)
  const field = page.getByRole('searchbox', { name: 'Search' })
  await field.pressSequentially('early')
  await expect.poll(asked).toEqual([undefined, 'early'])
  await field.fill('later')
  await expect.poll(() => names(page)).toEqual(['Later Typist'])
  held.resolve()
  await page.waitForTimeout(300)
  expect(await names(page)).toEqual(['Later Typist'])
  await expect(field).toHaveValue('later')
  expect(asked()).toEqual([undefined, 'early', 'later'])
})

test('Refresh reads the list again; after a failure the rows stay, and a retry is offered [ADMUSERS-05]', async ({
  page,
  answers,
}) => {
  const person = aProfile({ full_name: 'Before Refresh' })
  answers.give(listUsers, onePage([person]))
  await page.goto('/admin/users')
  await expect.poll(() => names(page)).toEqual(['Before Refresh'])
  const changed = onePage([{ ...person, full_name: 'After Refresh' }])
  answers.give(listUsers, changed)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['After Refresh'])
  answers.give(listUsers, () => {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 10 })
  })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('It could not be refreshed.')).toBeVisible()
  expect(await names(page)).toEqual(['After Refresh'])
  answers.give(listUsers, changed)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('It could not be refreshed.')).toHaveCount(0)
})

test('a long list has pages, each with its own address', async ({ page, answers }) => {
  const people = Array.from({ length: 30 }, () => aProfile({ full_name: 'Paged Member' }))
  answers.give(listUsers, ({ query: { cursor } }) =>
    cursor === 'second' ? onePage(people.slice(25)) : onePage(people.slice(0, 25), 'second'),
  )
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

test('a wallet address is shown shortened and copied in full [FMT-09]', async ({ page, context, answers }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  answers.give(listUsers, onePage([aProfile({ full_name: 'Walletholder' })]))
  await page.goto('/admin/users')
  await expect(rows(page).getByTitle(walletAddress)).toContainText('TQn9Y2khEs…')
  await rows(page).getByRole('button', { name: 'Copy the wallet address of Walletholder' }).click()
  await expectToast(page, 'Copied to clipboard!')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(walletAddress)
})

test('a status has a colour, an icon and a word, and the shown list can be saved [FMT-10]', async ({
  page,
  answers,
}) => {
  const looks = [
    { status: 'Active', hue: 'green' },
    { status: 'Inactive', hue: 'yellow' },
    { status: 'Suspended', hue: 'red' },
  ] as const
  const people = looks.map(({ status }) => aProfile({ full_name: `Coloured ${status}`, status }))
  answers.give(listUsers, ({ query }) => onePage(findPeople(people, query)))
  answers.give(exportUsers, 'Full name\r\nColoured Active\r\n')
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
  const file = await saveCsv(page)
  expect(readFileSync(await file.path(), 'utf8')).toBe('Full name\r\nColoured Active\r\n')
  expect(answers.callsOf(exportUsers).map(({ query }) => query)).toEqual([
    { search: 'coloured', status: 'Active', sort: 'status', order: 'asc' },
  ])
})

test(
  'Add User adds a member, who gets a mail to set a password [ADMUSERS-06] [ADMUSERS-07]',
  phone,
  async ({ page, answers }) => {
    const friend = aProfile({ full_name: 'Referring Friend', email: 'friend@example.org', member_id: 'ET-5F6G7H' })
    const people = [friend]
    answers.give(getPlatformSettings, platformSettings({ has_mail_page: true }))
    answers.give(listUsers, () => onePage(people))
    answers.give(addUser, ({ body }) => {
      if (body.referredById === 'ET-NOBODY') throw new Refusal('referral_not_found', { field: 'referredById' })
      if (body.email === friend.email) throw new Refusal('email_taken', { field: 'email' })
      const profile = aProfile({ full_name: body.fullName, email: body.email, status: 'Inactive' })
      people.unshift(profile)
      return { profile }
    })
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add User' })
    const address = dialog.getByRole('textbox', { name: 'Email' })
    await dialog.getByRole('button', { name: 'Add member' }).click()
    for (const fault of ['Full Name is required.', fieldTexts.emailNeeded, fieldTexts.packageNeeded]) {
      await expect(dialog.getByText(fault)).toBeVisible()
    }
    await expectAccessibleAtThisWidth(page)
    await dialog.getByLabel('Full name').fill('Newly Added')
    await address.fill(friend.email)
    await dialog.getByRole('combobox', { name: 'Package' }).selectOption({ index: 1 })
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
    await expect(dialog.getByRole('combobox', { name: 'Package' })).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Add member' }).click()
    const alert = dialog.getByRole('alert')
    await expect(alert).toBeVisible()
    const email = 'newly.added@example.org'
    await address.fill(email)
    await dialog.getByRole('button', { name: 'Add member' }).click()
    await expect(alert).toHaveText(errors.referral_not_found.message)
    await expect(dialog.getByLabel('Full name')).toHaveValue('Newly Added')
    await dialog.getByLabel('Referral ID').fill('et-5f6g7h')
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
    expect(answers.callsOf(addUser).at(-1)?.body).toEqual({
      fullName: 'Newly Added',
      email,
      packageId: gold.id,
      referredById: 'et-5f6g7h',
    })
  },
)

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
  return labels.map((text) => text.replace('View Details of ', ''))
}
