import { sql } from 'kysely'
import type { Locator } from '@playwright/test'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  setWallet,
  transfer,
  uploadSlip,
  useSession,
  withDatabase,
  withdraw,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'
import { toasts } from '../../contract/texts.ts'

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
/** The largest layout shift of the whole page, from the first paint on. */
const shiftMax = 0.01

let admin: Person
test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('nothing on a desk moves what is read while the rest of it comes', async ({ page, server }) => {
  const slip = await slipPicture()
  for (const name of ['Ama One', 'Ama Two', 'Ama Three']) await buy(await createMember(server, { name }), 'Gold', slip)
  const [kofi, ama] = [
    await createBuyer(admin, { name: 'Kofi Mensah' }),
    await createBuyer(admin, { name: 'Ama Osei' }),
  ]
  await setWallet(kofi, `${address.slice(0, -1)}F`)
  await setWallet(kofi, address)
  const { id: attachmentId } = await uploadSlip(kofi)
  await call(kofi, submitWithdrawalRequest, { body: { amount_coins: 2000, attachment_id: attachmentId } })
  await transfer(kofi, ama, 2000)
  await page.addInitScript(watchShifts)
  // The delays make each part arrive on its own, as on a slow line.
  for (const [part, delay] of [
    ['queues', 100],
    ['review', 400],
    ['uploads', 800],
  ] as const) {
    await page.route(new RegExp(`/api/.*${part}`), async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay))
      await route.continue()
    })
  }
  for (const desk of ['deposit', 'withdrawal', 'transfer']) {
    await page.goto(`/admin/${desk}-approvals`)
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Check of the figures' })).toBeVisible()
    await page.waitForTimeout(500)
    const { sum, sources } = await page.evaluate<{ sum: number; sources: string[] }>('window.shifts')
    expect(sum, `${desk}: ${sources.join('; ')}`).toBeLessThanOrEqual(shiftMax)
  }
})

test('a withdrawal says what the operator pays, over which network and to which address, to be copied', async ({
  page,
  context,
  server,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const { id } = await withdraw(kofi, 2000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/admin/withdrawal-approvals?request=${id}&member=${kofi.userId}`)
  const panel = page.getByRole('region', { name: 'Wallet address' })
  await expect(panel).toContainText('The operator pays20.0000\u00a0USDTTRC20')
  await expect(panel).toContainText(address)
  await panel.getByRole('button', { name: 'Copy the amount in USDT' }).click()
  await expectToast(page, toasts.copied.title)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('20')
  await expectSoundScreen(page)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('20.0000\u00a0USDT')
  await page.keyboard.press('Escape')
  await withDatabase(server, async (db) => {
    await sql`alter table ledger.requests disable trigger user`.execute(db)
    await sql`update ledger.requests set usdt_amount = null, usdt_rate = null where kind = 'withdrawal'`.execute(db)
    await sql`alter table ledger.requests enable trigger user`.execute(db)
  })
  await page.reload()
  await expect(panel).toContainText('20.0000\u00a0USDT')
  await expect(panel).toContainText('Estimate at today’s rate')
})

test('an approved withdrawal is nowhere called paid', async ({ page }) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const { id } = await withdraw(kofi, 2000)
  await page.goto(`/admin/withdrawal-approvals?request=${id}&member=${kofi.userId}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved.title)
  await page.goto(`/admin/withdrawal-approvals?request=${id}&member=${kofi.userId}`)
  await expect(page.getByText(`Approved by ${admin.name}, payment by the operator follows`)).toBeVisible()
  await page.goto(`/admin/all-activity?request=${id}&member=${kofi.userId}`)
  const follows = page.getByText('Approved, payment by the operator follows')
  await expect(follows.first()).toBeVisible()
  await useSession(page, kofi)
  for (const path of ['/dashboard/activity', `/dashboard/activity?request=${id}`]) {
    await page.goto(path)
    await expect(follows.first()).toBeVisible()
    await expect(page.getByText(/paid out/i)).toHaveCount(0)
  }
})

test('a withdrawal that waits longer than its package promises is marked on the desk, in the queue and on the dashboard', async ({
  page,
  server,
  isMobile,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const { id } = await withdraw(kofi, 2000)
  await page.goto(`/admin/withdrawal-approvals?request=${id}&member=${kofi.userId}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Kofi Mensah' })).toBeVisible()
  await expect(page.getByText('Overdue')).toHaveCount(0)
  // The Gold package promises 24 hours.
  await withDatabase(server, async (db) => {
    await sql`alter table ledger.requests disable trigger user`.execute(db)
    await sql`update ledger.requests set created_at = created_at - interval '25 hours' where id = ${id}`.execute(db)
    await sql`alter table ledger.requests enable trigger user`.execute(db)
  })
  await page.reload()
  await expect(page.locator('main').getByText('Overdue').first()).toBeVisible()
  const opener = page.getByRole('button', { name: /^Request \d+ of \d+$/ })
  if (await opener.isVisible()) await opener.click()
  await expect(
    page
      .getByRole('list', { name: /^Pending withdrawal requests/ })
      .getByText('Overdue')
      .first(),
  ).toBeVisible()
  // On a phone the lists are folded.
  if (isMobile) return
  await page.goto('/admin')
  await expect(page.getByText('Overdue').first()).toBeVisible()
})

test('on a phone the name, the amounts and the warnings come before the slip', async ({ page, server, isMobile }) => {
  test.skip(!isMobile, 'a wide screen has them side by side')
  const slip = await slipPicture()
  for (const name of ['Ama One', 'Ama Two']) await buy(await createMember(server, { name }), 'Gold', slip)
  await page.goto('/admin/deposit-approvals')
  const topOf = async (part: Locator) => (await part.first().boundingBox())?.y ?? Number.NaN
  const warning = page.locator('[data-tone="bad"]', { hasText: 'The same file came with' })
  await expect(warning).toBeVisible()
  const tops = [
    await topOf(page.getByRole('heading', { level: 2 })),
    await topOf(page.getByText('25,000\u00a0ET · $250.00 · 250.0000\u00a0USDT')),
    await topOf(warning),
    await topOf(page.getByText(/^Compare the slip/)),
    await topOf(page.getByRole('region', { name: 'Payment slip' })),
  ]
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  await expectSoundScreen(page)
})

const watchShifts = `
  window.shifts = { sum: 0, sources: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.shifts.sum += entry.value
      for (const { node, previousRect: a, currentRect: b } of entry.sources)
        window.shifts.sources.push(entry.value.toFixed(4) + ' ' + (node?.className || node?.nodeName) + ' ' +
          [a.x, a.y, a.width, a.height].map(Math.round) + ' > ' + [b.x, b.y, b.width, b.height].map(Math.round))
    }
  }).observe({ type: 'layout-shift', buffered: true })`
