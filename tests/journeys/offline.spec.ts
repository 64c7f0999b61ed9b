import type { Page } from '@playwright/test'
import { listRequests } from '../../contract/requests.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { buy, call, createAdmin, createBuyer, createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const noticedWithinMs = 2_000
const offlineText = 'You are offline.'
const lostText = 'Connection lost. Trying again…'
const stillWorks = 'Reading and typing work; sending has to wait.'

test('a device without a network shows a sign that covers nothing and disappears by itself', async ({
  page,
  context,
  server,
}) => {
  await signInBrowser(page, await createBuyer(await createAdmin(server)))
  await page.goto('/dashboard')
  await expect(page.getByText('27,500').first()).toBeVisible()
  const own = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [own.width, 375]) {
    await page.setViewportSize({ ...own, width })
    const before = await placeOf(page)
    await context.setOffline(true)
    const sign = page.getByRole('status').filter({ hasText: offlineText })
    await expect(sign).toContainText(stillWorks, { timeout: noticedWithinMs })
    await page.setViewportSize({ ...own, width: 320 })
    const isCut = () =>
      sign
        .locator('span')
        .first()
        .evaluate((element) => element.scrollHeight > element.clientHeight)
    await expect.poll(isCut, 'all of it can be read').toBe(false)
    await page.setViewportSize({ ...own, width })
    // Nothing has moved, everything can still be clicked, and the loaded data are still there.
    expect(await placeOf(page)).toEqual(before)
    await expectAccessibleAtThisWidth(page)
    await page.getByRole('link', { name: 'Activity', exact: true }).first().click({ trial: true })
    await expect(page.getByText('27,500').first()).toBeVisible()
    await context.setOffline(false)
    await expect(sign).toHaveCount(0, { timeout: noticedWithinMs })
  }
})

test('a visitor, too, sees that the server is unreachable, and missing data loads when it is back', async ({
  page,
  server,
}) => {
  await page.route('**/api/packages', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Markets' })).toContainText('$0.0100')
  await server.kill('SIGKILL')
  await expect(page.getByText(lostText)).toBeVisible()
  await page.unrouteAll()
  await server.restart()
  await expect(page.getByText(lostText)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Packages' }).getByRole('article')).toHaveCount(4)
})

test('a submission without a network is refused at once and not lost, and counts once when it is repeated', async ({
  page,
  context,
  server,
}) => {
  const admin = await createAdmin(server)
  const [member, friend] = [await createBuyer(admin), await createMember(server, { name: 'Kofi Mensah' })]
  await signInBrowser(page, member)
  await page.goto('/dashboard/transfer')
  const [recipient, amount] = [page.getByLabel('Recipient Member ID'), page.getByLabel('Amount', { exact: true })]
  await recipient.fill(friend.memberId)
  await amount.fill('3000')
  await expect(recipient).toHaveAccessibleDescription(/Kofi Mensah/)
  const send = async () => {
    await page.getByRole('button', { name: 'Review transfer' }).click()
    await page.getByRole('button', { name: 'Submit transfer' }).click()
  }
  const fault = page.getByRole('alert').getByText(fallbackTexts.network)
  await context.setOffline(true)
  await send()
  await expect(fault).toBeVisible({ timeout: noticedWithinMs })
  await context.setOffline(false)
  await expect(page.getByText(offlineText)).toHaveCount(0)
  await expect(recipient).toHaveValue(friend.memberId)
  await expect(amount).toHaveValue('3000')
  // The page behaves the same with a network and without a server.
  await server.kill('SIGKILL')
  await send()
  await expect(fault).toBeVisible({ timeout: noticedWithinMs })
  await expect(page.getByText(lostText)).toBeVisible()
  await server.restart()
  await expect(page.getByText(lostText)).toHaveCount(0, { timeout: 15_000 })
  await expect(amount).toHaveValue('3000')
  await send()
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer submitted' })).toBeVisible()
  const { items } = await call(member, listRequests, { query: { kind: 'transfer' } })
  expect(items.map(({ amount_coins }) => amount_coins)).toEqual(['3000'])
})

test('a read on its way is not repeated when the event stream opens, but earlier data is read again', async ({
  page,
  context,
  server,
}) => {
  const member = await createBuyer(await createAdmin(server))
  await signInBrowser(page, member)
  await page.addInitScript(countStreams)
  const reads: string[] = []
  const times = (name: string) => reads.filter((path) => path.endsWith(`/${name}`)).length
  page.on('request', (request) => reads.push(new URL(request.url()).pathname))
  const open = page.getByRole('region', { name: 'Open request' })
  const data = ['get_user_dashboard_data', 'get_user_dashboard_stats', 'chat/unread-count', 'settings']

  const reading = Promise.withResolvers<void>()
  await page.route(/\/api\/(?!auth|events)/, async (route) => {
    await reading.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => page.evaluate('streams')).toBe(1)
  reading.resolve()
  await expect(page.getByText('27,500').first()).toBeVisible()
  await page.waitForTimeout(500)
  expect(data.map(times)).toEqual([1, 1, 1, 1])

  await page.unrouteAll()
  const opening = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await opening.promise
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect(page.getByText('Package bonus')).toBeVisible()
  reads.length = 0
  // No event reports this request.
  await buy(member, 1_000)
  await page.waitForTimeout(500)
  expect(data.map(times)).toEqual([0, 0, 0, 0])
  opening.resolve()
  await expect(open.getByRole('heading')).toHaveText(/Buy 1,000/)
  expect(data.map(times)).toEqual([1, 1, 1, 1])

  await context.setOffline(true)
  await buy(member, 2_000)
  await context.setOffline(false)
  await expect(open.getByRole('heading')).toHaveText(/Buy 2,000/)
})

/** Runs in the page before its own scripts. */
const countStreams = `
  window.streams = 0
  window.EventSource = class extends EventSource {
    constructor(...parts) {
      super(...parts)
      this.addEventListener('open', () => (window.streams += 1))
    }
  }`

/** Returns the places of the page's actions. */
async function placeOf(page: Page) {
  const links = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link')
  return links.evaluateAll((all) => all.map((link) => JSON.stringify(link.getBoundingClientRect())))
}
