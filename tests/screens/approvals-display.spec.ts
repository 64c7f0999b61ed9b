import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator } from '@playwright/test'
import { approveButton, buysOf, depositApprovals } from '../helpers/approvals-page.ts'
import { aProfile, aTransfer, aWithdrawal } from '../helpers/screen-data.ts'
import { aWalletReview, giveApprovals, giveTerms, sameFile } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
/** The largest layout shift of the whole page, from the first paint on. */
const shiftMax = 0.01

test('the approvals do not shift while their parts load', phone, async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  const [kofi, ama] = [aProfile({ full_name: 'Kofi Mensah' }), aProfile({ full_name: 'Ama Osei' })]
  const buys = buysOf('Ama One', 'Ama Two', 'Ama Three')
  const withdrawal = aWithdrawal(kofi, { attachment_id: randomUUID(), attachment_url: `${kofi.id}/1.png` })
  giveTerms(answers, kofi)
  const changed = { changed_at: withdrawal.created_at, previous_address: 'TQjik9eLzDbhVN47dhEKxU5azDuBM1Lawd' }
  giveApprovals(answers, [...buys, withdrawal, aTransfer(kofi, ama)], ({ kind }) => ({
    ...(kind === 'buy' && { evidence: [sameFile(buys[1], buys[2])], warnings: ['same_file'] }),
    ...(kind === 'withdrawal' && {
      wallet: aWalletReview(withdrawal.wallet_address, { ...changed, warnings: ['wallet_changed'] }),
      warnings: ['wallet_changed'],
    }),
    ...(kind === 'transfer' && { is_first_transfer: true }),
  }))
  await page.addInitScript(watchShifts)
  // The delays make each part arrive on its own, as on a slow line.
  for (const [part, delay] of [
    ['queues', 100],
    ['review', 400],
    ['uploads', 800],
  ] as const) {
    await page.route(new RegExp(`/api/.*${part}`), async (route) => {
      await sleep(delay)
      await route.continue()
    })
  }
  for (const desk of ['deposit', 'withdrawal', 'transfer']) {
    await page.goto(`/admin/${desk}-approvals`)
    await expect(approveButton(page)).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Check of the figures' })).toBeVisible()
    await page.waitForTimeout(500)
    const { sum, sources } = await page.evaluate<{ sum: number; sources: string[] }>('window.shifts')
    expect(sum, `${desk}: ${sources.join('; ')}`).toBeLessThanOrEqual(shiftMax)
  }
})

test(
  'on a phone the name, the amounts and the warnings come before the slip',
  phone,
  async ({ page, answers, isMobile }) => {
    test.skip(!isMobile, 'a wide screen has them side by side')
    await readAsAdmin(page, answers)
    const [first, second] = buysOf('Ama One', 'Ama Two')
    giveApprovals(answers, [first, second], () => ({ evidence: [sameFile(second)], warnings: ['same_file'] }))
    await page.goto(depositApprovals)
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
    await expectAccessibleAtEveryWidth(page)
  },
)

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
