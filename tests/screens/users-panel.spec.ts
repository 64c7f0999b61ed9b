import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { listAllRequests } from '../../contract/admin-request-list.ts'
import type { Profile } from '../../contract/profiles.ts'
import { userNotFoundText } from '../../contract/texts.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { exportUsers, getUser, listLoginHistory, listUsers, type UserDetails } from '../../contract/users.ts'
import type { Answers } from '../helpers/answers.ts'
import { aProfile, aWithdrawal, onePage, walletAddress } from '../helpers/screen-data.ts'
import { aLogin, detailsOf, findPeople, giveDetails, nameOf } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, saveCsv } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  answers.give(listLoginHistory, onePage([]))
  answers.give(listTransactions, onePage([]))
})

test('a click on a row shows the person beside the list, and J and K move between people, but not during typing', async ({
  page,
  context,
  answers,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [abe, bea, cara] = ['Abe Beside', 'Bea Beside', 'Cara Beside'].map((name) => aProfile({ full_name: name })) as [
    Profile,
    Profile,
    Profile,
  ]
  const request = aWithdrawal(bea)
  const coins = { total_coins: '27500', locked_coins: '8000', available_coins: '19500' }
  giveList(answers, [
    detailsOf(abe),
    detailsOf(bea, {
      wallet: { user_id: bea.id, ...coins },
      referrer: nameOf(cara),
      open_request_count: 1,
    }),
    detailsOf(cara),
  ])
  answers.give(listAllRequests, onePage([request]))
  answers.give(listLoginHistory, ({ params: { userId } }) => onePage(userId === bea.id ? [aLogin(bea)] : []))
  await page.goto('/admin/users?search=beside&sort=name&order=asc')
  await expect(rows(page)).toHaveCount(3)
  const places = await placesOf(page)
  // The second click of a double click meets another element and does nothing.
  await rows(page).nth(0).locator('td').nth(4).dblclick()
  const panel = page.getByRole('region', { name: 'Person' })
  const fact = (name: string) => panel.getByText(name, { exact: true }).locator('xpath=..')
  await expect(panel.getByRole('heading', { name: 'Abe Beside' })).toBeVisible()
  await expect(panel.getByRole('status')).toContainText('1 of 3')
  expect(await placesOf(page), 'no row moves up or down').toEqual(places)
  await expect(page).toHaveURL(/user=/)

  await test.step('the panel has the main facts of a person with links', async () => {
    await page.keyboard.press('j')
    await expect(panel.getByRole('heading', { name: 'Bea Beside' })).toBeVisible()
    await expect(panel.getByRole('status')).toContainText('2 of 3')
    await expect(fact('Available')).toContainText('19,500')
    await expect(fact('Locked')).toContainText('8,000')
    await expect(panel).toContainText(bea.email)
    await expect(panel).toContainText('+44 20 7946 0018')
    await expect(panel.getByRole('link', { name: 'Cara Beside' })).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Open requests (1)' })).toBeVisible()
    const desk = `/admin/withdrawal-approvals?request=${request.id}&member=${bea.id}`
    await expect(panel.getByRole('link', { name: /^Withdrawal/ })).toHaveAttribute('href', desk)
    await expect(fact('Last sign-in').getByRole('time')).toBeVisible()
    await expect(panel.getByText(walletAddress, { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Copy the wallet address of Bea Beside' }).click()
    await expectToast(page, 'Copied to clipboard!')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(walletAddress)
    await expectAccessibleAtThisWidth(page)
  })

  await test.step('the keys work in the panel and in the table, up to the last row', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(panel.getByRole('heading', { name: 'Cara Beside' })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Next person' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('j')
    await expect(panel.getByRole('heading', { name: 'Cara Beside' })).toBeVisible()
    await page.reload()
    await expect(panel.getByRole('heading', { name: 'Cara Beside' })).toBeVisible()
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('k')
    await expect(panel.getByRole('heading', { name: 'Bea Beside' })).toBeVisible()
    await expect(rows(page).nth(1).getByRole('link', { name: 'Bea Beside', exact: true })).toBeFocused()
    // A click on empty ground removes the focus from every element.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('k')
    await expect(panel.getByRole('heading', { name: 'Abe Beside' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(panel.getByRole('heading', { name: 'Bea Beside' })).toBeVisible()
  })

  await test.step('typed letters are no shortcuts', async () => {
    const field = page.getByRole('searchbox', { name: 'Search' })
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await field.press('End')
    await field.pressSequentially(' jk?')
    await field.press('Escape')
    await expect(field).toHaveValue(/jk\?$|^$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(panel.getByRole('heading', { name: 'Bea Beside' })).toBeVisible()
    await field.fill('beside')
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('Escape closes it, Back does not open it again, and Enter opens the whole page', async () => {
    const name = rows(page).nth(1).getByRole('link', { name: 'Bea Beside', exact: true })
    await name.focus()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(name).toBeFocused()
    await rows(page).nth(0).getByRole('button', { name: 'Show Abe Beside beside the list' }).press('Enter')
    await expect(panel.getByRole('heading', { name: 'Abe Beside' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(name).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Bea Beside' })).toBeVisible()
    await page.goBack()
    await expect(panel.getByRole('heading', { name: 'Bea Beside' })).toBeVisible()
    await page.keyboard.press('k')
    await expect(panel.getByRole('heading', { name: 'Abe Beside' })).toBeVisible()
    await page.goBack()
    await expect(panel).toHaveCount(0)
    await expect(rows(page)).toHaveCount(3)
  })
})

test('holding J down skips people without reading each, and single letters can be turned off', async ({
  page,
  answers,
}) => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => `Passed ${letter}`)
  giveList(
    answers,
    names.map((name) => detailsOf(aProfile({ full_name: name }))),
  )
  await page.goto('/admin/users?search=passed&sort=name&order=asc')
  await expect(rows(page)).toHaveCount(6)
  // In the table, J opens the first row.
  await page.getByRole('region', { name: 'Users' }).press('j')
  const panel = page.getByRole('region', { name: 'Person' })
  await expect(panel.getByText('Never')).toBeVisible()
  for (let time = 0; time < 5; time += 1) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect(panel.getByRole('heading', { name: 'Passed F' })).toBeVisible()
  await expect(panel.getByText('Never')).toBeVisible()
  expect(answers.callsOf(getUser).length).toBeLessThan(5)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys.getByText('next person')).toBeVisible()
  await keys.getByRole('checkbox', { name: 'Use single letters as keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).not.toBeFocused()
  await expect(panel.getByRole('heading', { name: 'Passed F' })).toBeVisible()
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(panel.getByRole('heading', { name: 'Passed E' })).toBeVisible()

  // A link brings its row into view.
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.keyboard.press('ArrowDown')
  await page.reload()
  const last = rows(page).nth(5)
  await expect(last).toHaveAttribute('aria-current', 'true')
  await page.getByRole('region', { name: 'Users' }).scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
})

test('rows do not move under the pointer when people join or change, and a button shows the changes', async ({
  page,
  answers,
}) => {
  const people = ['Three', 'Two', 'One'].map((name) => detailsOf(aProfile({ full_name: `Held ${name}` })))
  giveList(answers, people)
  await page.goto('/admin/users?search=held&status=Active')
  await expect(rows(page)).toHaveCount(3)
  await rows(page).nth(1).hover()
  const places = await placesOf(page)
  const newcomer = aProfile({ full_name: 'Held Newcomer' })
  giveList(answers, [detailsOf(newcomer), ...people])
  answers.announce('profile')
  const more = page.getByRole('button', { name: '1 new' })
  await expect(more).toBeVisible()
  expect(await placesOf(page)).toEqual(places)
  await expect(rows(page)).toHaveCount(3)
  await more.click()
  await expect(rows(page).first()).toContainText('Held Newcomer')

  await rows(page).nth(1).hover()
  giveList(answers, [detailsOf({ ...newcomer, status: 'Suspended' }), ...people])
  answers.announce('profile')
  await expect(rows(page).first()).toContainText('Has changed')
  await page.getByRole('button', { name: 'Refresh', exact: true }).press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Held Three')
})

test('on a narrow screen the person covers the list, on a phone a card leads to the page, and an unknown person is not found', async ({
  page,
  answers,
}) => {
  giveList(
    answers,
    ['Narrow One', 'Narrow Two'].map((name) => detailsOf(aProfile({ full_name: name }))),
  )
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/admin/users?search=narrow&sort=name&order=asc')
  await expect(page.getByRole('columnheader', { name: 'Member ID' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Wallet' })).toBeHidden()
  await rows(page).nth(0).locator('td').nth(1).click()
  const sheet = page.getByRole('dialog', { name: 'Person' })
  await expect(sheet.getByRole('heading', { name: 'Narrow One' })).toBeVisible()
  await expect(sheet.getByText('Never')).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('j')
  await expect(sheet.getByRole('heading', { name: 'Narrow Two' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Previous person' }).click()
  await expect(sheet.getByRole('heading', { name: 'Narrow One' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(rows(page).nth(0).getByRole('link', { name: 'Narrow One', exact: true })).toBeFocused()

  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('link', { name: 'View Details of Narrow Two' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Narrow Two' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/users?search=narrow&user=${crypto.randomUUID()}`)
  await expect(page.getByRole('region', { name: 'Person' }).getByText(userNotFoundText.title)).toBeVisible()
})

test('each browser keeps its columns of the table, always with the name, and the file has all columns', async ({
  page,
  answers,
}) => {
  giveList(answers, [detailsOf(aProfile({ full_name: 'Chosen Columns' }))])
  answers.give(exportUsers, `Wallet\r\n${walletAddress}\r\n`)
  await page.goto('/admin/users?search=chosen')
  const headers = page.getByRole('columnheader')
  await expect(headers).toHaveText(['Name', 'Member ID', 'Wallet', 'Status', 'Joined', 'Details'])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const choice = page.getByRole('dialog', { name: 'Columns' })
  await expect(choice.getByRole('checkbox', { name: 'Name' })).toHaveCount(0)
  await choice.getByRole('checkbox', { name: 'Wallet' }).uncheck()
  await choice.getByRole('checkbox', { name: 'Member ID' }).press('Space')
  await choice.getByRole('checkbox', { name: 'Contact number' }).check()
  const chosen = ['Name', 'Status', 'Joined', 'Contact number', 'Details']
  await expect(headers).toHaveText(chosen)
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused()
  await page.reload()
  await expect(headers).toHaveText(chosen)
  await expectAccessibleAtEveryWidth(page)
  const file = await saveCsv(page)
  expect(readFileSync(await file.path(), 'utf8')).toContain(walletAddress)
  expect(answers.callsOf(exportUsers).map(({ query }) => query)).toMatchObject([{ search: 'chosen' }])
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await choice.getByRole('button', { name: 'Show the usual columns' }).click()
  await expect(headers).toHaveText(['Name', 'Member ID', 'Wallet', 'Status', 'Joined', 'Details'])
})

function rows(page: Page) {
  return page.getByRole('region', { name: 'Users' }).locator('tbody tr')
}

/** Returns the upper edge and the height of each row. */
async function placesOf(page: Page) {
  return rows(page).evaluateAll((all) => all.map((row) => [row.getBoundingClientRect().y, row.clientHeight]))
}

/** Answers the list of these people, as they stand here, and the details of each. */
function giveList(answers: Answers, people: UserDetails[]): void {
  const profiles = people.map(({ profile }) => profile)
  answers.give(listUsers, ({ query }) => onePage(findPeople(profiles, query)))
  giveDetails(answers, ...people)
}
