import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getRequest, type BuyRequest } from '../../contract/requests.ts'
import { emptyTexts, failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import * as ledger from '../../server/ledger/ledger.ts'
import {
  buy,
  call,
  createAdmin,
  createMember,
  decide,
  findPackage,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const decisions = '**/api/requests/*/*/decision'
const pdf = {
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}

let admin: Person

// Each test clears the queue behind it, so that the next one begins with an empty one.
test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test.afterEach(async ({ server }) => {
  await withDatabase(server, async (db) => {
    const waiting = await db
      .selectFrom('ledger.requests')
      .select(['id', 'user_id'])
      .where('status', '=', 'pending')
      .execute()
    for (const { id, user_id: userId } of waiting) {
      await ledger.decide(db, { actorId: admin.userId, key: randomUUID(), userId, requestId: id, status: 'rejected' })
    }
  })
})

test('pending buys alone are in the queue, the oldest first, below the totals; then none are left [ADMDEP-01] [ADMDEP-02] [REQ-06] [REQ-07] [EMPTY-05]', async ({
  page,
  server,
}) => {
  const [first, second, third, fourth] = await createBuys(server, ['Ama One', 'Ama Two', 'Ama Three', 'Ama Four'])
  await decide(admin, second, 'approved')
  await decide(admin, third, 'rejected')
  await page.goto('/admin/deposit-approvals')
  const tiles = page.getByRole('region', { name: 'Deposit totals' })
  await expect(tiles.locator('dt')).toHaveText(['total', /^pending/, 'approved', 'rejected'])
  await expect(tiles.locator('dd')).toHaveText(['4', '2', '1', '1'])
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  const rows = await openQueue(page)
  await expect(rows).toHaveText([/Ama One/, /Ama Four/])
  await closeQueue(page)
  await expectSoundScreen(page)
  await decide(admin, first, 'approved')
  await decide(admin, fourth, 'approved')
  await expect(page.getByText(emptyTexts.noBuyRequests)).toBeVisible()
  await expect(tiles.locator('dd')).toHaveText(['4', '0', '3', '1'])
  await expectSoundScreen(page)
})

test('an approval is confirmed with a note, its buttons are busy meanwhile, and the next request has the focus [REQ-03] [REQ-09] [REQ-10] [REQ-11] [REQ-12] [OK-07]', async ({
  page,
  server,
  isMobile,
}) => {
  const [first, second] = await createBuys(server, ['Ama One', 'Ama Two'])
  const answered = Promise.withResolvers<void>()
  await page.route(decisions, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/admin/deposit-approvals')
  await page.getByLabel('Note to member').fill('Received, thank you.')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog).toContainText('Approve: Buy 25,000\u00a0ET')
  await expect(dialog).toContainText('Ama One')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Received, thank you.')
  await expectSoundLayer(page)
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await confirm.dblclick()
  await expectBusy(confirm)
  for (const name of ['Approve', 'Reject']) {
    await expectBusy(page.getByRole('button', { name, exact: true, includeHidden: true }).first())
  }
  answered.resolve()
  await expectToast(page, toasts.requestApproved.title)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been approved.')
  await expect(dialog).toHaveCount(0)
  const heading = page.getByRole('heading', { level: 2, name: 'Ama Two' })
  await expect(isMobile ? heading : page.getByRole('button', { name: /Ama Two/ })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`request=${second.id}`))
  expect(await read(first)).toMatchObject({ status: 'approved', admin_notes: 'Received, thank you.' })
})

test('a rejection is confirmed by its own word, and needs no note [REQ-03] [REQ-13] [OK-07]', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'])
  await page.goto('/admin/deposit-approvals')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
  expect(await read(request)).toMatchObject({ status: 'pending' })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, toasts.requestRejected.title)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been rejected.')
  expect(await read(request)).toMatchObject({ status: 'rejected', admin_notes: null })
})

test('without a slip a request can only be rejected, and a download says why there is none [REQ-08] [EMPTY-11] [ERR-17]', async ({
  page,
  server,
}) => {
  await submitWithoutSlip(await createMember(server, { name: 'Ama One' }))
  await page.goto('/admin/deposit-approvals')
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip).toContainText(emptyTexts.noSlip)
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/No Slip Attached/)
  await approve.click({ force: true })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectSoundScreen(page)
  await slip.getByRole('button', { name: 'Download slip' }).click()
  await expectToast(page, toasts.noAttachment.title)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(toasts.noAttachment.description)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
})

test('of two administrators the later reads who was faster [ERR-06]', async ({ page, server, browser }) => {
  const [request] = await createBuys(server, ['Ama One', 'Ama Two'])
  const winner = await createAdmin(server, 'Bram de Vries')
  const other = await (await browser.newContext()).newPage()
  await useSession(other, winner)
  for (const one of [page, other]) {
    await one.goto('/admin/deposit-approvals')
    await one.getByRole('button', { name: 'Approve', exact: true }).click()
  }
  await other.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(other, toasts.requestApproved.title)
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog.getByRole('alert')).toContainText(errors.already_processed.message)
  await expect(dialog.getByRole('alert')).toContainText(`Approved by ${winner.name}`)
  await expectSoundLayer(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, failureTitles.update)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(errors.already_processed.message)
  await expect(page.getByRole('heading', { level: 2, name: 'Ama Two' })).toBeVisible()
  expect(await read(request)).toMatchObject({ status: 'approved', decided_by_name: winner.name })
  await other.context().close()
})

test('a decision that gets lost can be made again with what was written, and counts once [ERR-06]', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'])
  const keys: (string | undefined)[] = []
  await page.route(decisions, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) return route.abort()
    return route.continue()
  })
  await page.goto('/admin/deposit-approvals')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByLabel('Notes').fill('Seen.')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog.getByRole('alert')).toContainText(fallbackTexts.network)
  await expect(dialog.getByLabel('Notes')).toHaveValue('Seen.')
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved.title)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await read(request)).toMatchObject({ status: 'approved', admin_notes: 'Seen.' })
})

test('letters decide in the queue alone, and the rows stay under the pointer', async ({ page, server, isMobile }) => {
  test.skip(isMobile, 'a phone has neither letters nor a pointer')
  const [first] = await createBuys(server, ['Ama One', 'Ama Two', 'Ama Three'])
  await page.goto('/admin/deposit-approvals')
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  const rows = await openQueue(page)
  await page.getByLabel('Note to member').fill('jar')
  await expect(heading('Ama One')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await rows.first().focus()
  await page.keyboard.press('j')
  await expect(heading('Ama Two')).toBeVisible()
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(heading('Ama One')).toBeVisible()
  for (const [key, name] of [
    ['a', 'Confirm Approval'],
    ['r', 'Confirm Rejection'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows.first()).toBeFocused()
  }
  await page.getByLabel('Note to member').focus()
  // While somebody points at a row, one above it goes and one more comes.
  await rows.nth(2).hover()
  const before = await rows.nth(2).boundingBox()
  await decide(admin, first, 'approved')
  await createBuys(server, ['Ama Four'])
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(rows.first()).toContainText('No longer pending')
  expect(await rows.nth(2).boundingBox()).toEqual(before)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(rows).toHaveText([/Ama Two/, /Ama Three/, /Ama Four/])
})

test('the slip is beside the request, in any size and either way up, and is saved under its own name [CALL-43] [CALL-45] [CALL-46]', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'])
  await page.goto('/admin/deposit-approvals')
  const slip = page.getByRole('region', { name: 'Payment slip' })
  const image = slip.getByRole('img', { name: 'Payment slip of this request' })
  await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(480)
  const fitted = (await image.boundingBox())?.width ?? 0
  await slip.getByRole('button', { name: 'Zoom in' }).click()
  await slip.getByRole('group').focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const widthOf = async () => ((await image.boundingBox())?.width ?? 0) / fitted
  await expect.poll(widthOf).toBeCloseTo(3, 1)
  await slip.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(widthOf).toBeCloseTo(2, 1)
  await slip.getByRole('button', { name: 'Rotate' }).click()
  await expect(image).toHaveAttribute('style', /rotate\(90deg\)/)
  await expectSoundLayer(page)
  await page.keyboard.press('0')
  const save = async () => {
    const saved = page.waitForEvent('download')
    await slip.getByRole('button', { name: 'Download slip' }).click()
    return (await saved).suggestedFilename()
  }
  expect(await save()).toBe(basename(request.payment_proof_url ?? ''))
  await page.route('**/api/uploads/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'image/png' } })
  })
  await page.reload()
  await expect(image).toBeVisible()
  expect(await save()).toBe('payment-slip.png')
})

test('a PDF is offered for download; a slip that is gone says so, there and in a toast [ERR-15] [ERR-16]', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'], pdf)
  await page.goto('/admin/deposit-approvals')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^\d+\.pdf$/)
  await expectSoundScreen(page)
  rmSync(join(server.dataDir, 'files', 'payment_proofs', request.payment_proof_url ?? ''))
  await page.reload()
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip.getByRole('alert')).toContainText(failureTitles.slipDownload)
  await expect(slip.getByRole('alert')).toContainText(fallbackTexts.download)
  await slip.getByRole('button', { name: 'Download slip' }).click()
  await expectToast(page, failureTitles.slipDownload)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(fallbackTexts.download)
})

/** A pending first purchase of each of these people, in this order. */
async function createBuys(server: TestServer, names: string[], slip?: typeof pdf) {
  const requests: BuyRequest[] = []
  for (const name of names) requests.push(await buy(await createMember(server, { name }), 'Gold', slip))
  return requests as [BuyRequest, BuyRequest, BuyRequest, BuyRequest]
}

/** No page and no call makes a buy request without a slip; an older one may have none. */
async function submitWithoutSlip({ server, userId }: Person) {
  const { id: packageId } = await findPackage(server, 'Gold')
  await withDatabase(server, (db) =>
    ledger.submit(db, { userId, key: randomUUID(), kind: 'buy', coins: 25_000, packageId, usdtRate: '1' }),
  )
}

async function read({ user_id: userId, id: requestId }: BuyRequest) {
  return call(admin, getRequest, { params: { userId, requestId } })
}

/** The rows of the queue; where there is no room for it, it opens over the page. */
async function openQueue(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: /^Request \d+ of \d+$/ })
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('list', { name: 'Pending buy requests, oldest first' }).getByRole('button')
}

async function closeQueue(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Disabled to clicks and to screen readers, with a spinner. */
async function expectBusy(button: Locator) {
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button.locator('.animate-spin')).toHaveCount(1)
}
