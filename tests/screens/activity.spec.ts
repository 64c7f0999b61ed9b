import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page, Route } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { exportRequests } from '../../contract/exports.ts'
import { checkWalletAddress } from '../../contract/own-profile.ts'
import type { Profile } from '../../contract/profiles.ts'
import { cancelRequest, getRequest, listRequests, type BuyRequest, type Request } from '../../contract/requests.ts'
import { emptyTexts, failureTitles, fallbackTexts } from '../../contract/texts.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aBuy, aProfile, aTransfer, aWithdrawal, onePage, walletCheck } from '../helpers/screen-data.ts'
import { giveChat } from '../helpers/screen-data/chat.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const listCalls = /\/api\/requests(\?|$)/
// A call with this failure is not retried, so the page reports it at once.
const forbidden = { status: 403, json: { code: 'forbidden', message: errors.forbidden.message } }
const later = '2026-03-10T13:00:00.000Z'

test('requests of every kind are in one list, newest first, and the tabs filter it [ACTIVITY-01] [ACTIVITY-02] [ACTIVITY-03] [ACTIVITY-04] [ACTIVITY-05]', async ({
  page,
  answers,
}) => {
  await readHistory(page, answers)
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  const all = [
    'Withdrawal 2,000 ET Cancelled',
    'Transfer 1,000 ET Pending',
    'Withdrawal 3,000 ET Rejected',
    'Buy 4,000 ET Pending',
    'Buy 25,000 ET Approved',
  ]
  const shows = async (expected: string[]) => expect.poll(() => listed(page)).toEqual(expected)
  await shows(all)
  const types = page.getByRole('tablist', { name: 'Type' })
  const statuses = page.getByRole('tablist', { name: 'Status' })
  await expect(types.getByRole('tab')).toHaveText(['All', 'Buy', 'Withdrawal', 'Transfer'])
  await expect(statuses.getByRole('tab')).toHaveText(['All', 'Pending', 'Approved', 'Rejected'])
  for (const type of ['Buy', 'Withdrawal', 'Transfer']) {
    await types.getByRole('tab', { name: type }).click()
    await shows(all.filter((line) => line.startsWith(type)))
  }
  await types.getByRole('tab', { name: 'All' }).click()
  for (const status of ['Pending', 'Approved', 'Rejected']) {
    await statuses.getByRole('tab', { name: status }).click()
    await shows(all.filter((line) => line.endsWith(status)))
  }
  // Both filters together work by keyboard and stand in the address, and the browser's way back restores the earlier
  // ones.
  await types.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await shows([])
  await expect(page).toHaveURL(/\?type=buy&status=rejected$/)
  await page.reload()
  await expect(types.getByRole('tab', { name: 'Buy' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await shows(['Withdrawal 3,000 ET Rejected'])
})

test(
  'a request shows the administrator’s note, its steps and its figures, and an unknown status by its own name [ACTIVITY-06] [REQ-04]',
  phone,
  async ({ page, answers }) => {
    const { member, requests } = await readHistory(page, answers)
    giveChat(answers, member)
    await page.goto('/dashboard/activity')
    const row = (text: string) =>
      page.getByRole('list', { name: 'Requests' }).getByRole('link').filter({ hasText: text })
    await expect(row('Withdrawal 3,000')).toContainText('The wallet is not yours.')
    await expectAccessibleAtEveryWidth(page)
    await row('Withdrawal 3,000').click()
    await expect(page).toHaveURL(new RegExp(`request=${requests.rejected.id}`))
    const detail = detailOf(page)
    await expect(detail.getByRole('blockquote')).toHaveText('The wallet is not yours.')
    await expect(detail.getByRole('listitem')).toHaveText([
      /^Coins locked/,
      /^Rejected by Ines Carvalho.*The wallet is not yours\.$/,
      /^Coins returned/,
    ])
    await expect(detail.getByRole('listitem').locator('time')).toHaveCount(3)
    await expect(detail).toContainText('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
    await expectAccessibleAtEveryWidth(page)
    await detail.getByRole('button', { name: 'Ask about this request' }).click()
    const chat = page.getByRole('dialog', { name: 'Support chat' })
    await expect(chat.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await expect(chat.getByRole('group', { name: 'This message is about a request' })).toContainText('Withdrawal 3,000')
    await chat.getByRole('button', { name: 'Close chat' }).click()
    await expect(chat).toHaveCount(0)
    // A kept link opens the same request.
    await page.goto(`/dashboard/activity?request=${requests.cancelled.id}`)
    await expect(detail.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(detail.getByRole('listitem')).toHaveText([
      /^Coins locked/,
      /^Cancelled by the member/,
      /^Coins returned/,
    ])
    // The page does not know this status.
    await page.route(listCalls, (route) => withStatus(route, 'on_hold'))
    await page.goto('/dashboard/activity')
    await expect(row('Transfer 1,000').getByText('on_hold', { exact: true })).toBeVisible()
  },
)

test('a pending request is cancelled after a question', async ({ page, answers }) => {
  const { requests } = await readHistory(page, answers)
  await page.goto(`/dashboard/activity?request=${requests.transfer.id}`)
  await expect(detailOf(page).locator('dl')).toContainText('ToKofi Mensah')
  await page.getByRole('button', { name: 'Cancel request' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this transfer request?' })
  await expect(dialog.getByRole('button', { name: 'Keep request' })).toBeFocused()
  await expect(dialog).toContainText('The locked coins return to your available balance.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(answers.callsOf(cancelRequest)).toEqual([])
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await expectAccessibleAtThisWidth(page)
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await expectToast(page, 'Request cancelled')
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  expect(answers.callsOf(cancelRequest).map(({ params }) => params)).toEqual([{ requestId: requests.transfer.id }])
})

test(
  'a request that was decided meanwhile cannot be cancelled, and the page gives the reason',
  phone,
  async ({ page, answers, isMobile }) => {
    const { requests, all } = await readHistory(page, answers)
    await page.goto(`/dashboard/activity?request=${requests.topUp.id}`)
    await page.getByRole('button', { name: 'Cancel request' }).click()
    // The page does not learn of the decision before the click.
    const place = all.indexOf(requests.topUp)
    const decision = { status: 'approved', decided_by_name: 'Ines Carvalho', decided_at: later } as const
    all[place] = { ...requests.topUp, ...decision }
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(errors.already_processed.message)
    await dialog.getByRole('button', { name: 'Keep request' }).click()
    // On a narrow page the open request covers the place of the toasts.
    if (!isMobile) await expectToast(page, failureTitles.update)
    await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  },
)

test('a request shows its frozen figures in full, and prints them as a receipt', async ({ page, answers }) => {
  const hash = 'a3f1c9d2e4b5a6978877665544332211ffeeddccbbaa99887766554433221100'
  const member = aProfile()
  const request = aTopUp(member, {
    transaction_hash: hash,
    // The request was made without a current rate.
    usdt_rate_is_fallback: true,
    status: 'approved',
    admin_notes: 'Thank you.',
    decided_by_name: 'Ines Carvalho',
    decided_at: later,
  })
  await readRequests(page, answers, [request], member)
  await page.addInitScript(() => (window.print = () => {}))
  await page.goto(`/dashboard/activity?request=${request.id}`)
  const figures = [
    `Request${request.number}`,
    /^Amount4,000\sET$/,
    'KindTop-up',
    /^Bonus0\sET$/,
    /^Received4,000\sET$/,
    'Price$40.00',
    'USDT40.0000',
    /^USDT rate\$1\.0000 per USDTFallback/,
    'Rate per ET$0.01000',
    `Transaction hash${hash}`,
    `Full ID${request.id}`,
  ]
  await expect(detailOf(page).locator('dl > div')).toHaveText(figures)

  await page.getByRole('button', { name: 'Print receipt' }).click()
  await page.emulateMedia({ media: 'print' })
  const receipt = page.getByRole('article')
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Buy 4,000\u00a0ET')
  await expect(receipt.locator('header')).toHaveText('ETReceipt')
  await expect(receipt.locator('dl > div')).toHaveText([
    'StatusApproved',
    /^Requested.*\d{4} at \d\d:\d\d:\d\d/,
    /^Decided.*\d{4} at \d\d:\d\d:\d\d/,
    'Decided byInes Carvalho',
    'NoteThank you.',
    ...figures,
  ])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('[data-printed]')).toHaveCount(0)
})

test(
  'a member downloads their own slip and attachment, or reads the reason for a failure [CALL-43] [CALL-44] [CALL-45] [CALL-46] [EMPTY-11] [EMPTY-12] [ERR-15] [ERR-16]',
  phone,
  async ({ page, answers, isMobile }) => {
    const member = aProfile()
    const bare = aWithdrawal(member, { amount_coins: '2000' })
    const bought = aTopUp(member, {})
    const sent = aWithdrawal(member, { attachment_id: randomUUID(), attachment_url: `${member.id}/1741608000001.png` })
    const noSlip = aBuy(member, { payment_proof_id: null, payment_proof_url: null })
    const all = await readRequests(page, answers, [noSlip, sent, bought, bare], member)
    const { buffer } = await slipPicture()
    answers.give(downloadFile, { bytes: buffer, type: 'image/png', name: 'kept.png' })
    const open = async ({ id }: { id: string }) => page.goto(`/dashboard/activity?request=${id}`)
    const save = async (name: string) => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const download = await saved
      return { name: download.suggestedFilename(), size: readFileSync(await download.path()).length }
    }
    await open(noSlip)
    await expect(detailOf(page).getByText(emptyTexts.noSlip)).toBeVisible()
    await open(bare)
    await expect(detailOf(page).getByText(emptyTexts.noAttachment)).toBeVisible()
    await open(sent)
    const attachment = await save('Download attachment')
    expect(attachment.name).toBe(basename(sent.attachment_url ?? 'none'))
    expect(attachment.size).toBeGreaterThan(500)
    await open(bought)
    expect((await save('Download slip')).name).toBe(basename(bought.payment_proof_url ?? 'none'))

    // The first path lacks its last part. The second names a file that is gone.
    all[all.indexOf(sent)] = { ...sent, attachment_url: '' }
    all[all.indexOf(bought)] = { ...bought, payment_proof_url: '' }
    await page.reload()
    expect((await save('Download slip')).name).toMatch(/^payment-slip/)
    await open(sent)
    expect((await save('Download attachment')).name).toMatch(/^attachment/)
    answers.give(downloadFile, () => {
      throw new Refusal('not_found')
    })
    for (const [request, button, title] of [
      [sent, 'Download attachment', failureTitles.attachmentDownload],
      [bought, 'Download slip', failureTitles.slipDownload],
    ] as const) {
      await open(request)
      await page.getByRole('button', { name: button }).click()
      await expect(detailOf(page).getByRole('alert')).toHaveText(`${title} ${fallbackTexts.download}`)
      // An open sheet covers the place of the toasts.
      if (!isMobile) await expectToast(page, title)
    }
  },
)

test('the filtered requests are saved as a CSV file, and a failure can be tried again', async ({ page, answers }) => {
  const { requests } = await readHistory(page, answers)
  await page.goto('/dashboard/activity?type=withdrawal&status=rejected')
  await expect.poll(() => listed(page)).toEqual(['Withdrawal 3,000 ET Rejected'])
  await page.route('**/api/request-export*', (route) => route.fulfill(forbidden))
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(page.getByRole('alert')).toHaveText(errors.forbidden.message)
  await page.unrouteAll()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Retry CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^et-requests-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(requests.rejected.id)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'a long list is paged while requests arrive, keeps its place, and opens any request by its link',
  phone,
  async ({ page, answers, isMobile }) => {
    const member = aProfile()
    const kofi = aProfile({ full_name: 'Kofi Mensah' })
    const first = aBuy(member, { status: 'approved', decided_by_name: 'Ines Carvalho', decided_at: later })
    const sent = Array.from({ length: 27 }, () => aTransfer(member, kofi, { amount_coins: '1000' }))
    const all = await readRequests(page, answers, [...sent, first], member)
    giveSecurity(answers)
    answers.give(checkWalletAddress, walletCheck())
    const rows = page.getByRole('list', { name: 'Requests' }).getByRole('link')
    await page.goto('/dashboard/activity')
    await expect(rows).toHaveCount(25)
    // A request arrives while the next page is loading, which makes the page read the list anew.
    let isHeld = true
    await page.route(/\/api\/requests\?.*cursor=/, async (route) => {
      while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20))
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'Load more' }).click()
    all.unshift(aTopUp(member, { amount_coins: '3000' }))
    answers.announce('requests')
    await expect(rows.first()).toContainText('Buy 3,000')
    isHeld = false
    await expect(rows).toHaveCount(29)
    // The request beside the list stays, although it is no longer the newest.
    if (!isMobile) await expect(detailOf(page).getByRole('heading')).toContainText('Transfer 1,000')
    const hrefs = await rows.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(new Set(hrefs).size).toBe(29)
    await page.unrouteAll()

    // The way back from another page restores the rows, the height and the tab.
    await page.getByRole('tab', { name: 'Transfer' }).click()
    await expect(rows).toHaveCount(25)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(27)
    await rows.nth(20).scrollIntoViewIfNeeded()
    const height = await page.evaluate(() => Math.round(scrollY))
    expect(height).toBeGreaterThan(200)
    await rows.nth(20).click()
    await expect(detailOf(page).getByRole('heading').last()).toContainText('Transfer 1,000')
    await page.goBack()
    // The click is an event, because Playwright would scroll the page before a click of the mouse on this sticky bar.
    await page.getByRole('link', { name: 'Profile' }).first().dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(27)
    await expect(page.getByRole('tab', { name: 'Transfer' })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => page.evaluate(() => Math.abs(Math.round(scrollY)))).toBe(height)

    // A failed refresh keeps the rows and shows their age.
    await page.route(listCalls, (route) => route.fulfill(forbidden))
    answers.announce('requests')
    await expect(page.getByText(/^Data from \d\d:\d\d\. It could not be refreshed\./)).toBeVisible()
    await expect(rows).toHaveCount(27)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/It could not be refreshed/)).toHaveCount(0)

    // The member's very first request is neither on the first page nor under these tabs.
    await page.goto(`/dashboard/activity?type=withdrawal&request=${first.id}`)
    await expect(detailOf(page).getByRole('heading').last()).toContainText('Buy 25,000')
    if (!isMobile) await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()
    await page.goto(`/dashboard/activity?request=${randomUUID()}`)
    await expect(detailOf(page)).toContainText(errors.not_found.message)
    await detailOf(page).getByRole('link', { name: 'Show the list' }).click()
    await expect(page).toHaveURL(/\/dashboard\/activity$/)
  },
)

test('an empty list and a failed list have different texts [EMPTY-09]', async ({ page, answers }) => {
  await readRequests(page, answers, [])
  await page.goto('/dashboard/activity')
  await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Buy coins' }).last()).toHaveAttribute('href', '/dashboard/buy')
  await expectAccessibleAtEveryWidth(page)
  await page.goto('/dashboard/activity?type=transfer')
  await expect(page.getByText('Nothing matches these tabs.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all requests' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await page.route(listCalls, (route) => route.fulfill(forbidden))
  await page.reload()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByText(emptyTexts.noRequests)).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
})

test('with text of twice the size a request can be read in the list on a phone', async ({ page, answers }) => {
  const member = aProfile()
  await readRequests(page, answers, [aBuy(member)], member)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/dashboard/activity')
  const title = page.getByRole('list', { name: 'Requests' }).getByText(/^Buy 25,000/)
  await expect(title).toBeVisible()
  const lines = async () =>
    title.evaluate((text) => text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight))
  expect(Math.round(await lines())).toBe(1)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(Math.round(await lines())).toBeLessThan(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

/** Reads as a member with a request of each kind and in each status. */
async function readHistory(page: Page, answers: Answers) {
  const member = aProfile()
  const kofi = aProfile({ full_name: 'Kofi Mensah' })
  const decided = { decided_by_name: 'Ines Carvalho', decided_at: later }
  const requests = {
    cancelled: aWithdrawal(member, { amount_coins: '2000', status: 'cancelled', decided_at: later }),
    transfer: aTransfer(member, kofi, { amount_coins: '1000' }),
    rejected: aWithdrawal(member, {
      ...decided,
      amount_coins: '3000',
      status: 'rejected',
      admin_notes: 'The wallet is not yours.',
    }),
    topUp: aTopUp(member, {}),
    first: aBuy(member, { ...decided, status: 'approved' }),
  }
  return { member, requests, all: await readRequests(page, answers, Object.values(requests), member) }
}

/** Reads as the member who made these requests, the newest first. A test may change a request or add one. */
async function readRequests(
  page: Page,
  answers: Answers,
  requests: Request[],
  member: Profile = aProfile(),
): Promise<Request[]> {
  await readAsMember(page, answers, member)
  const find = (requestId: string) => {
    const place = requests.findIndex(({ id }) => id === requestId)
    const request = requests[place]
    if (!request) throw new Refusal('not_found')
    return { place, request }
  }
  const filter = ({ kind, status }: { kind?: string | undefined; status?: string | undefined }) =>
    requests.filter((one) => (kind ?? one.kind) === one.kind && (status ?? one.status) === one.status)
  answers.give(getRequest, ({ params }) => find(params.requestId).request)
  answers.give(listRequests, ({ query }) => {
    const found = filter(query)
    const start = found.findIndex(({ id }) => id === query.cursor) + 1
    const items = found.slice(start, start + query.limit)
    return onePage(items, start + query.limit < found.length ? (items.at(-1)?.id ?? null) : null)
  })
  answers.give(cancelRequest, ({ params }) => {
    const { place, request } = find(params.requestId)
    if (request.status !== 'pending') throw new Refusal('already_processed', { status: request.status })
    const cancelled = { ...request, status: 'cancelled' as const, decided_at: later }
    requests[place] = cancelled
    answers.announce('requests', 'wallet')
    return cancelled
  })
  answers.give(exportRequests, ({ query, reply }) => {
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="et-requests-2026-03-10.csv"')
    return ['Full ID', ...filter(query).map(({ id }) => id)].join('\r\n')
  })
  return requests
}

/** A purchase of 4,000 coins without a package. */
function aTopUp(member: Profile, fields: Partial<BuyRequest>): BuyRequest {
  const figures = { amount_coins: '4000', amount_usd: '40', usdt_amount: '40', bonus_coins: '0' }
  return aBuy(member, { ...figures, package_id: null, package_name: null, ...fields })
}

/** Returns the open request: beside the list, or over it on a narrow page. */
function detailOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Request', exact: true }).or(page.getByRole('dialog'))
}

/** Returns each row as "Buy 1,000 ET Pending", in the order of the list. */
async function listed(page: Page): Promise<string[]> {
  const rows = page.getByRole('list', { name: 'Requests' }).getByRole('link')
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const parts = [row.querySelector('.font-semibold'), row.querySelector('[data-status]')]
      return parts.map((part) => part?.textContent?.replaceAll('\u00a0', ' ')).join(' ')
    }),
  )
}

/** Forwards the answer of a list, with another status for every pending request. */
async function withStatus(route: Route, status: string) {
  const response = await route.fetch()
  await route.fulfill({ response, body: (await response.text()).replaceAll('"pending"', JSON.stringify(status)) })
}
