import type { Page } from '@playwright/test'
import type { Profile } from '../../contract/profiles.ts'
import type { Request } from '../../contract/requests.ts'
import { searchEverything, type FoundRequest } from '../../contract/search.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listUsers } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, aProfile, aTransfer, onePage } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { giveLedger } from '../helpers/screen-data/ledger.ts'
import { detailsOf, findPeople, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
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

test('the keyboard alone finds and opens pages, members, requests and themes', async ({ page, answers }) => {
  const member = aProfile({ full_name: 'Quentin Findable' })
  const friend = aProfile({ full_name: 'Other Person' })
  const request = aTransfer(member, friend, { amount_coins: '3000' })
  giveSearch(
    answers,
    [member, friend],
    [foundOf(request, member), foundOf(aBuy(member, { status: 'approved' }), member)],
  )
  giveApprovals(answers, [request])
  giveDetails(answers, detailsOf(member), detailsOf(friend))
  answers.give(listTransactions, onePage([]))
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
  await expectAccessibleAtThisWidth(page)

  await page.keyboard.type('dep app')
  await expect(options(page)).toHaveText(['Deposit Approvals'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/deposit-approvals/)
  await expect(field(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('quentin')
  await expect(page.getByRole('group', { name: 'Members' }).getByRole('option')).toContainText(member.member_id ?? '')
  await expect(page.getByRole('group', { name: 'Requests' }).getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('3 results')
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: member.full_name })).toBeVisible()

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

test('a page that arrives during typing loses no letter', async ({ page, answers }) => {
  giveLedger(answers, [])
  giveSearch(answers, [], [])
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/transactions-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('transac')
  await expect(options(page).first()).toHaveText('Transactions')
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

test('letters that are typed before the palette has loaded are in its field, and are no shortcuts', async ({
  page,
  answers,
}) => {
  giveSearch(answers, [], [])
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-dialog-*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isRequested = page.waitForRequest('**/assets/palette-dialog-*.js')
  await page.keyboard.press('Control+k')
  await isRequested
  await page.keyboard.type('darl')
  await page.keyboard.press('Backspace')
  letGo()
  await expect(field(page)).toHaveValue('dar')
  await page.keyboard.type('k')
  await expect(field(page)).toHaveValue('dark')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('')
})

test('the palette takes no other key from a person who types, returns the focus, and shows no outdated answer', async ({
  page,
  answers,
}) => {
  const people = [aProfile({ full_name: 'Early Answer' }), aProfile({ full_name: 'Later Answer' })]
  answers.give(listUsers, ({ query }) => onePage(findPeople(people, query)))
  giveSearch(answers, people, [])
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
  giveSearch(answers, people, [], async (text) => (text === 'early' ? held.promise : undefined))
  await field(page).fill('early')
  await expect.poll(() => answers.callsOf(searchEverything).at(-1)?.query.q).toBe('early')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Searching…')
  await field(page).fill('later')
  await expect(options(page)).toContainText(['Later Answer'])
  held.resolve()
  await expect(options(page)).toHaveCount(1)
  await field(page).fill('nobody at all')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found.')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')

  answers.give(searchEverything, () => {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 10 })
  })
  await field(page).fill('unreachable')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Members and requests could not be searched.')
  giveSearch(answers, people, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found.')
  // An open question takes the key instead.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add User' }).click()
  const question = page.getByRole('dialog', { name: 'Add User' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(question).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})

/** Answers the search with the people of a name, and with the requests that they made or that have an id. */
function giveSearch(
  answers: Answers,
  people: Profile[],
  requests: FoundRequest[],
  wait: (text: string) => Promise<void> = async () => {},
): void {
  answers.give(searchEverything, async ({ query: { q } }) => {
    await wait(q)
    const members = findPeople(people, { search: q })
    const isFound = (request: FoundRequest) => request.id === q || members.some(({ id }) => id === request.user_id)
    return { members, requests: requests.filter(isFound) }
  })
}

function foundOf({ id, number, kind, status, amount_coins, created_at }: Request, member: Profile): FoundRequest {
  return { user_id: member.id, id, number, kind, status, amount_coins, full_name: member.full_name, created_at }
}
