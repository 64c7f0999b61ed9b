import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { add } from '../../contract/money.ts'
import { getReferralSummary, listReferrals, type Referral } from '../../contract/referrals.ts'
import { getPlatformSettings } from '../../contract/settings.ts'
import { emptyTexts, toasts } from '../../contract/texts.ts'
import type { Answers } from '../helpers/answers.ts'
import { aProfile, onePage, platformSettings } from '../helpers/screen-data.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const refusal = { status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }

test('without friends the page has the referral link to copy, share, scan and sign up with [REFER-01] [REFER-02] [REFER-03]', async ({
  page,
  context,
  answers,
}) => {
  const code = await readFriends(page, answers, [])
  const link = `${answers.url}/signup?ref=${code}`
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript('navigator.share = async (shared) => { window.shared = shared }')
  await page.goto('/dashboard/referrals')
  await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible()
  const share = page.locator('section', { has: page.getByRole('heading', { name: 'Your referral link' }) })
  await expect(share.getByText(link, { exact: true })).toBeVisible()
  await expect(page.getByText(/20% of the coins of that package.*once for each friend/)).toBeVisible()
  await share.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, toasts.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await share.getByRole('button', { name: 'Share' }).click()
  expect(await page.evaluate('window.shared')).toMatchObject({ url: link })
  const picture = share.getByRole('img', { name: 'QR code of your referral link' })
  await expect(picture).toHaveAttribute('width', '150')
  await expect(picture).toHaveAttribute('height', '150')
  const friends = friendsOf(page)
  await expect(friends.getByText(emptyTexts.noReferrals)).toBeVisible()
  await expect(friends.getByText(link, { exact: true })).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await context.clearCookies()
  readAsVisitor(answers)
  await page.goto(link)
  await expect(page.getByLabel('Referral ID')).toHaveValue(code)
})

test('friends are listed with name, email, date and step, counted, and filtered in the address [REFER-04] [REFER-05] [REFSTATE-03] [REFSTATE-04]', async ({
  page,
  answers,
}) => {
  await readFriends(page, answers, threeFriends())
  await page.goto('/dashboard/referrals')
  const friends = friendsOf(page)
  await expect
    .poll(() => listed(page))
    .toEqual(['Ama Three Registered', 'Ama Two Purchase Pending', 'Ama One Bonus Awarded'])
  const first = friends.getByRole('row').or(friends.getByRole('listitem')).filter({ hasText: 'Ama One' })
  await expect(first).toContainText('+5,000')
  await expect(first.locator('time')).toHaveAttribute('datetime', /^\d{4}-/)
  await expect(first).toContainText('ama.one@example.org')
  await expectAccessibleAtEveryWidth(page)
  // A button hides the emails from onlookers.
  await friends.getByRole('button', { name: 'Hide emails' }).click()
  await expect(first).toContainText('a•••@example.org')
  await expect(friends).not.toContainText('ama.one')
  await friends.getByRole('button', { name: 'Show emails' }).click()
  await expect(first).toContainText('ama.one@example.org')
  const rewards = page.locator('section', { has: page.getByRole('heading', { name: 'Rewards' }) })
  await expect(rewards.getByRole('definition').first()).toHaveText(/^5,000\s*ET$/)
  await expect(rewards).toContainText(/Pending\s*2,000/)
  await expect(rewards.getByRole('listitem')).toHaveText([
    /^Registered\s*1 friend/,
    /^Purchase Pending\s*1 friend/,
    /^Bonus Awarded\s*1 friend/,
  ])
  const tabs = friends.getByRole('tab')
  await expect(tabs).toHaveText(['All', 'Registered', 'Deposited', 'Awarded'])
  for (const [tab, row, address] of [
    ['Registered', 'Ama Three Registered', 'registered'],
    ['Deposited', 'Ama Two Purchase Pending', 'deposited'],
    ['Awarded', 'Ama One Bonus Awarded', 'awarded'],
  ] as const) {
    await friends.getByRole('tab', { name: tab }).click()
    await expect.poll(() => listed(page)).toEqual([row])
    await expect(page).toHaveURL(new RegExp(`\\?status=${address}$`))
  }
  await page.goto('/dashboard/referrals?status=deposited')
  await expect(friends.getByText('Purchase Pending: their first package waits for a decision.')).toBeVisible()
  await expect.poll(() => listed(page)).toEqual(['Ama Two Purchase Pending'])
})

test('many friends load page by page, and a failed list keeps its rows and says so', async ({ page, answers }) => {
  const all = threeFriends()
  await readFriends(page, answers, all)
  // The list comes with two friends a page.
  await page.route('**/api/referrals**', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    await route.continue({ url: url.href })
  })
  await page.goto('/dashboard/referrals')
  await expect.poll(() => listed(page)).toHaveLength(2)
  await page.route('**/api/referrals?*cursor=*', (route) => route.fulfill(refusal))
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(friendsOf(page).getByText('The rest could not be loaded.')).toBeVisible()
  expect(await listed(page)).toHaveLength(2)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await page.unroute('**/api/referrals?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => listed(page))
    .toEqual(['Ama Three Registered', 'Ama Two Purchase Pending', 'Ama One Bonus Awarded'])
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.unrouteAll()
  await page.route(/\/api\/referral/, (route) => route.fulfill(refusal))
  all.unshift(aFriend('Ama Four', { status: 'First Purchase Pending', reward_coins: '5000' }))
  answers.announce('wallet')
  await expect(page.getByText(/^Data from \d\d:\d\d\. It could not be refreshed\./)).toHaveCount(2)
  expect(await listed(page)).toHaveLength(3)
  await page.reload()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(2)
  await expect(page.getByText(emptyTexts.noReferrals)).toHaveCount(0)
  // No placeholder pulses as if the figures were still loading.
  await expect(page.locator('section', { hasText: 'Rewards' }).getByRole('definition').first()).toHaveText('—')
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0)
  await page.unrouteAll()
  for (let left = 2; left > 0; left -= 1) await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect.poll(() => listed(page)).toHaveLength(4)
})

test(
  'content fades in when it arrives, and the site itself draws avatars from the full name [SHELL-02] [SHELL-26]',
  phone,
  async ({ page, answers, isMobile }) => {
    await readFriends(page, answers, threeFriends())
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(noteFades)
    await page.goto('/dashboard/referrals')
    await expect.poll(() => listed(page)).toHaveLength(3)
    await expect.poll(() => page.evaluate('window.fades')).toEqual(['Referrals'])
    const avatar = page.getByRole('banner').locator('[data-initials]')
    await expect(avatar).toHaveAttribute('data-initials', 'AO')
    expect(await avatar.evaluate((element) => getComputedStyle(element, '::before').content)).toMatch(/AO/)
    if (isMobile)
      await expect(friendsOf(page).locator('[data-initials]').first()).toHaveAttribute('data-initials', 'AT')
    expect([...hosts]).toEqual([new URL(answers.url).host])
  },
)

/** Runs in the page before its own scripts. Records the heading of each part that fades in. */
const noteFades = `
  window.fades = []
  addEventListener('animationstart', ({ animationName, target }) => {
    const heading = target.querySelector('h1')
    if (animationName === 'fade-in' && heading) window.fades.push(heading.textContent)
  }, true)`

function friendsOf(page: Page) {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Your friends' }) })
}

/** Returns each friend as "Ama One Registered", in the order of the list. */
async function listed(page: Page): Promise<string[]> {
  const names = friendsOf(page).locator('.font-semibold').filter({ hasText: /^Ama/ })
  const statuses = friendsOf(page).locator('[data-status]')
  const [name, status] = [await names.allInnerTexts(), await statuses.allInnerTexts()]
  return name.map((text, at) => `${text} ${status[at]}`)
}

/** Reads as a member who brought these friends, the newest first. Returns the member's referral code. */
async function readFriends(page: Page, answers: Answers, friends: Referral[]): Promise<string> {
  const code = 'AMARA123'
  await readAsMember(page, answers, aProfile({ referral_code: code }))
  answers.give(getPlatformSettings, platformSettings({ referral_percentage: '20' }))
  answers.give(listReferrals, ({ query }) => {
    const found = friends.filter(({ status }) => (query.status ?? status) === status)
    const start = found.findIndex(({ id }) => id === query.cursor) + 1
    const items = found.slice(start, start + query.limit)
    return onePage(items, start + query.limit < found.length ? (items.at(-1)?.id ?? null) : null)
  })
  answers.give(getReferralSummary, () => {
    const at = (step: Referral['status']) => friends.filter(({ status }) => status === step)
    const coins = (some: Referral[]) => some.reduce((sum, { reward_coins: reward }) => add(sum, reward ?? '0'), '0')
    const [pending, awarded] = [at('First Purchase Pending'), at('Bonus Awarded')]
    return {
      total: friends.length,
      registered: at('Registered').length,
      pending: pending.length,
      awarded: awarded.length,
      earned_coins: coins(awarded),
      pending_coins: coins(pending),
    }
  })
  return code
}

/** A friend on each step, the newest first. */
function threeFriends(): Referral[] {
  return [
    aFriend('Ama Three'),
    aFriend('Ama Two', { status: 'First Purchase Pending', reward_coins: '2000' }),
    aFriend('Ama One', { status: 'Bonus Awarded', reward_coins: '5000' }),
  ]
}

/** A friend who only signed up, unless the fields say otherwise. */
function aFriend(fullName: string, fields: Partial<Referral> = {}): Referral {
  return {
    id: randomUUID(),
    full_name: fullName,
    email: `${fullName.toLowerCase().replace(' ', '.')}@example.org`,
    joined_at: '2026-03-10T12:00:00.000Z',
    status: 'Registered',
    reward_coins: null,
    ...fields,
  }
}
