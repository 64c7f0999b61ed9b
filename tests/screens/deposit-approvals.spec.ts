import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { formatCoins } from '../../contract/money.ts'
import { cancelRequest, getRequest, type BuyRequest } from '../../contract/requests.ts'
import { emptyTexts, failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import { getUser } from '../../contract/users.ts'

import * as ledger from '../helpers/ledger-calls.ts'
import { placeholderAddress } from '../../server/money/settings/settings.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  findPackage,
  suspend,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const decisions = '**/api/requests/*/*/decision'
const emptyPdf = pdfOf('1 0 obj<</Type/Catalog>>endobj')
/** A PDF with a line of text, and with parts that a viewer could run, start, ask for or unpack on opening. */
const pdf = pdfOf(`1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>
/Names<</EmbeddedFiles<</Names[(run.exe)6 0 R]>>/JavaScript<</Names[(a)7 0 R]>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>
/AA<</O<</S/Launch/F(run.exe)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 400 200]/A<</S/URI/URI(https://elsewhere.example/)>>>>]>>endobj
6 0 obj<</Type/Filespec/F(run.exe)/EF<</F 4 0 R>>>>endobj
7 0 obj<</S/JavaScript/JS(app.launchURL\\("https://elsewhere.example/"\\))>>endobj
4 0 obj<</Length 46>>stream
BT /F1 24 Tf 20 100 Td (250 USDT sent) Tj ET  
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj`)

/** A form that ten others each paint ten times, and so on: a small file with an endless drawing. */
const endlessPdf = pdfOf(`1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/F Do
endstream endobj
${Array.from({ length: 12 }, (_, depth) => formOf(10 + depth)).join('\n')}
22 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 9>>stream
0 0 m 9 9
endstream endobj`)

let admin: Person

// Each test empties the queue after itself, so that the next one begins with an empty queue.
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
      const decision = {
        sessionId: null,
        actorId: admin.userId,
        key: randomUUID(),
        userId,
        requestId: id,
        status: 'rejected',
      } as const
      await ledger.decide(db, { ...decision, notes: 'Not received' })
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
  // A cancelled request counts in the total alone, and the label says so.
  const member = await createMember(server, { name: 'Ama Five' })
  const { id: requestId } = await buy(member, 'Gold')
  await call(member, cancelRequest, { params: { requestId } })
  await expect(tiles.locator('dt').first()).toHaveText('total, 1 cancelled')
  await expect(tiles.locator('dd')).toHaveText(['5', '0', '3', '1'])
  await expectSoundScreen(page)
})

test('an approval is confirmed with a note, which it can be without, its buttons are busy meanwhile, and the next request has the focus [REQ-03] [REQ-09] [REQ-10] [REQ-11] [REQ-12] [OK-07]', async ({
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
  await expectToast(page, toasts.requestApproved)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been approved.')
  await expect(dialog).toHaveCount(0)
  const heading = page.getByRole('heading', { level: 2, name: 'Ama Two' })
  await expect(isMobile ? heading : page.getByRole('button', { name: /Ama Two/ })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`request=${second.id}`))
  // An administrator with a pointer presses the same buttons for the next request.
  await page.evaluate(() => scrollTo(0, 0))
  for (const name of ['Approve', 'Reject']) {
    expect(await page.getByRole('button', { name, exact: true }).evaluate(isSeen)).toBe(true)
  }
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been approved.')
  expect(await read(first)).toMatchObject({ status: 'approved', admin_notes: 'Received, thank you.' })
})

test('a rejection is confirmed by its own word, with a reason that is picked or typed, which the member reads [REQ-13] [OK-07]', async ({
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
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(new RegExp(errors.reason_required.message))
  await expectSoundLayer(page)
  await reason.fill('Ask your bank.')
  await dialog.getByRole('button', { name: 'The slip cannot be read.' }).click()
  await dialog.getByRole('button', { name: 'The payment has not arrived.' }).click()
  await expect(reason).toHaveValue('The payment has not arrived.\nAsk your bank.')
  await expect(dialog.getByRole('button', { name: 'The payment has not arrived.' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The keys work from the last pressed button as from anywhere in the dialog.
  await page.keyboard.press('Control+Enter')
  await expectToast(page, toasts.requestRejected)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('The request has been rejected.')
  expect(await read(request)).toMatchObject({
    status: 'rejected',
    admin_notes: 'The payment has not arrived.\nAsk your bank.',
  })
  // After the last request, the focus goes to the top of the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('nothing is approved before all that is known of it has been read, by whatever key', async ({ page, server }) => {
  const [request] = await createBuys(server, ['Ama One'])
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/requests/*/*/review', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/admin/deposit-approvals')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const confirm = page.getByRole('button', { name: 'Confirm Approval' })
  await expect(confirm).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'An approval waits until' })).toBeVisible()
  await confirm.press('Enter')
  await page.getByLabel('Notes').press('Control+Enter')
  answered.resolve()
  await expect(confirm).toBeEnabled()
  expect(await read(request)).toMatchObject({ status: 'pending' })
  await confirm.press('Enter')
  await expectToast(page, toasts.requestApproved)
  expect(await read(request)).toMatchObject({ status: 'approved' })
})

test('nothing is approved before its slip has been on the screen, by whatever key, and the reason is told', async ({
  page,
  server,
  isMobile,
}) => {
  const [request] = await createBuys(server, ['Ama One'])
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/uploads/**', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription('You can approve once the slip has been shown.')
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  await approve.click({ force: true })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const told = page.getByRole('status').filter({ hasText: 'You can approve once the slip has been shown.' })
  if (!isMobile) {
    await page.keyboard.press('a')
    await expect(told).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  expect(await read(request)).toMatchObject({ status: 'pending' })
  answered.resolve()
  // After a press of the key, the question now opens by itself.
  if (isMobile) await approve.click()
  await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(approve).toBeEnabled()
  await expect(told).toHaveCount(0)
})

test('a slip that cannot be had does not keep anybody from approving once its error is on the screen', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'])
  rmSync(join(server.dataDir, 'files', 'payment_proofs', request.payment_proof_url ?? ''))
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('alert').filter({ hasText: failureTitles.slipDownload })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
})

test('what speaks against a request is repeated in the question and ticked off before an approval', async ({
  page,
  server,
}) => {
  const [first, second] = [
    await createMember(server, { name: 'Ama One' }),
    await createMember(server, { name: 'Ben Two' }),
  ]
  const slip = await slipPicture()
  const requests = [await buy(first, 'Gold', slip), await buy(second, 'Gold', slip)] as const
  await suspend(admin, first)
  await expect(decide(admin, requests[0], 'approved')).rejects.toThrow(errors.warning_unread.message)
  await page.goto('/admin/deposit-approvals')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  const confirm = dialog.getByRole('button', { name: 'Confirm Approval' })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(confirm).toBeDisabled()
  await expect(confirm).toHaveAccessibleDescription('Tick the warnings that you have read.')
  await expectSoundLayer(page)
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('checkbox', { name: 'I know that the same file came with another request.' }).check()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'I know that this account is suspended.' }).check()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, toasts.requestApproved.title)
  expect(await read(requests[0])).toMatchObject({ status: 'approved' })
})

test('keys do what the page says from the first moment', async ({ page, server, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys')
  await createBuys(server, ['Ama One', 'Ama Two'])
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  for (const [key, name] of [
    ['r', 'Confirm Rejection'],
    ['a', 'Confirm Approval'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('without a slip a request can only be rejected, and a download says why there is none [REQ-08] [EMPTY-11] [ERR-17]', async ({
  page,
  server,
  isMobile,
}) => {
  await submitWithoutSlip(await createMember(server, { name: 'Ama One' }))
  await page.goto('/admin/deposit-approvals')
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip).toContainText(emptyTexts.noSlip)
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/No Slip Attached/)
  if (!isMobile) expect(await page.getByText('this request can only be rejected.').evaluate(isSeen)).toBe(true)
  await approve.click({ force: true })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectSoundScreen(page)
  await slip.getByRole('button', { name: 'Download slip' }).click()
  await expectToast(page, toasts.noAttachment)
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
  await expectToast(other, toasts.requestApproved)
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
  await expectToast(page, toasts.requestApproved)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await read(request)).toMatchObject({ status: 'approved', admin_notes: 'Seen.' })
})

test('letters decide nothing while something is typed, and the rows stay under the pointer', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has neither letters nor a pointer')
  const [first, , , last] = await createBuys(server, ['Ama One', 'Ama Two', 'Ama Three', 'Ama Last'])
  await page.goto('/admin/deposit-approvals')
  const heading = (name: string) => page.getByRole('heading', { level: 2, name })
  const rows = await openQueue(page)
  await page.getByLabel('Note to member').fill('jar')
  await expect(heading('Ama One')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // The second key follows so quickly that the next request is not shown yet.
  await rows.first().evaluate((row: HTMLElement) => {
    row.focus()
    for (const key of ['j', 'a']) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  await expect(heading('Ama Two')).toBeVisible()
  await expect(rows.nth(1)).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
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
  // The rows also hold their places after a dialog has returned the focus to one of them.
  await decide(admin, last, 'approved')
  await expect(rows.nth(3)).toContainText('No longer pending')
  await page.getByLabel('Note to member').focus()
  await expect(rows).toHaveText([/Ama One/, /Ama Two/, /Ama Three/])
  // While the pointer is on a row, one row above it leaves and a new one arrives.
  await rows.nth(2).hover()
  const before = await rows.nth(2).boundingBox()
  await decide(admin, first, 'approved')
  await createBuys(server, ['Ama Four'])
  await expect(rows).toHaveText([/Ama One/, /Ama Two/, /Ama Three/, /Ama Four/])
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
  const image = slip.getByRole('img', { name: 'The slip of this request' })
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

test('the pages of a PDF are beside the request as pictures, and nothing in it runs, starts or asks [A85]', async ({
  page,
  server,
}) => {
  const happened: string[] = []
  page.on('dialog', (dialog) => (happened.push(dialog.message()), dialog.dismiss()))
  page.on('download', (file) => happened.push(file.url()))
  page.context().on('page', (other) => happened.push(other.url()))
  page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server.url) happened.push(request.url())
  })
  const policies: (string | undefined)[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/uploads/')) return
    const headers = response.headers()
    policies.push(headers['content-disposition']?.split(';')[0], headers['content-security-policy'])
  })
  await createBuys(server, ['Ama One'], pdf)
  await page.goto('/admin/deposit-approvals')
  const slip = page.getByRole('region', { name: 'Payment slip' })
  const sheet = slip.getByRole('img', { name: 'Page 1 of 1' })
  await expect(slip).toContainText('250 USDT sent')
  const ink = () =>
    sheet.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return { width: canvas.width, height: canvas.height, isPainted: data.some((value) => value === 0) }
    })
  await expect.poll(ink).toEqual({ width: 1400, height: 700, isPainted: true })
  const fitted = (await sheet.boundingBox())?.width ?? 0
  await slip.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) / fitted).toBeCloseTo(1.5, 1)
  await slip.getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(ink).toEqual({ width: 1400, height: 2800, isPainted: true })
  await expectSoundScreen(page)
  await sheet.click()
  expect(happened).toEqual([])
  expect(page.frames()).toHaveLength(1)
  expect(policies).toEqual(['attachment', "sandbox; default-src 'none'"])
})

test('a PDF that takes for ever to draw is given up, and can be saved [A85]', async ({ page, server }) => {
  await page.clock.install()
  await createBuys(server, ['Ama One'], endlessPdf)
  const started = page.waitForEvent('worker')
  await page.goto('/admin/deposit-approvals')
  const worker = await started
  const ended = worker.waitForEvent('close')
  await expect(page.getByRole('button', { name: 'Rotate' })).toBeVisible()
  // The time limit starts again when the text has been read and the drawing begins.
  await expect(async () => {
    await page.clock.fastForward(21_000)
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await ended
})

test('a PDF that cannot be read is offered for download; a slip that is gone says so, there and in a toast [ERR-15] [ERR-16]', async ({
  page,
  server,
}) => {
  const [request] = await createBuys(server, ['Ama One'], emptyPdf)
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

test('what an approval will do is told before it: prices, bonus, reward, and the balance of everybody whom it touches', async ({
  page,
  server,
}) => {
  const kofi = await createBuyer(admin, { name: 'Kofi Mensah' })
  const ama = await createMember(server, { name: 'Ama One', referredBy: kofi.memberId })
  await buy(ama, 'Gold')
  await page.goto('/admin/deposit-approvals')
  const checks = page.getByRole('region', { name: 'Check of the figures' })
  await expect(checks.getByRole('row', { name: /^Coins/ })).toContainText('fits: multiple of 1,000')
  await expect(checks.getByRole('row', { name: /^Price in USD/ })).toContainText('fits: $250.00')
  await expect(checks.getByRole('row', { name: /^Referral reward/ })).toContainText('to Kofi Mensah')
  // The text names the comparison, and does not suggest that a person has checked the payment.
  const sum = page.getByText('Request matches the price list', { exact: true })
  await expect(sum).toHaveCSS('color', await colourOf(page, '--ink-2'))
  await expect(sum.locator('svg')).toHaveCount(0)
  await expect(checks.locator('.text-ok')).toHaveCount(0)
  await expect(page.getByText(/^Compare the slip/)).toHaveText(
    `Compare the slip: 250.0000\u00a0USDT to ${placeholderAddress}`,
  )
  const forecast = await page.getByRole('region', { name: 'Balances before and after an approval' }).innerText()
  const after = (name: string) => forecast.split(name)[1]?.match(/Total\s+\S+\s+(\S+)/)?.[1]
  const balances = { 'Ama One': after('Ama One, member'), 'Kofi Mensah': after('Kofi Mensah, referrer') }
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm Approval' }).click()
  await expectToast(page, toasts.requestApproved)
  for (const person of [ama, kofi]) {
    const { wallet } = await call(admin, getUser, { params: { userId: person.userId } })
    expect([person.name, formatCoins(wallet?.total_coins ?? '')]).toEqual([
      person.name,
      balances[person.name as keyof typeof balances],
    ])
  }
})

test('the same file is told with the way to the other request, which says who decided it', async ({
  page,
  server,
  isMobile,
}) => {
  const [first, second] = await createBuys(server, ['Ama One', 'Ama Two'], await slipPicture())
  await decide(admin, first, 'rejected', 'Not ours.')
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama Two' })).toBeVisible()
  const warning = page.locator('[data-tone="bad"]', { hasText: 'The same file came with' })
  await expect(warning).toContainText('another member · Rejected')
  const field = page.getByRole('searchbox', { name: 'Search the queue' })
  await openQueue(page)
  await field.fill('two')
  await expect(page).toHaveURL(/search=two/)
  if (isMobile) await closeQueue(page)
  await expectSoundScreen(page)
  await warning.getByRole('link', { name: 'Buy of Ama One' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  // The queue is complete again, and the search field is empty.
  await openQueue(page)
  await expect(field).toHaveValue('')
  if (isMobile) await closeQueue(page)
  await expect(page.getByText(`Rejected by ${admin.name}`)).toBeVisible()
  await expect(page.getByText('Not ours.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  // Today's price does not concern a decided request.
  const checks = page.getByRole('region', { name: 'Check of the figures' })
  await expect(checks.getByRole('columnheader')).toHaveText(['Check', 'Request'])
  await expect(page.getByText(/the price list|Prices have changed/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to the oldest that waits' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ama Two' })).toBeVisible()
  expect(await read(second)).toMatchObject({ status: 'pending' })
})

test('a request that somebody else decides stays on the screen with who it was, and no other one takes its place', async ({
  page,
  server,
}) => {
  const [first] = await createBuys(server, ['Ama One', 'Ama Two'])
  const other = await createAdmin(server, 'Bram de Vries')
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  await decide(other, first, 'approved')
  await expect(page.getByText('Approved by Bram de Vries')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  await expect(await openQueue(page)).toHaveText([/Ama Two/])
})

test('J, A and Enter decide; all keys are listed, and single letters can be switched off', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keys')
  const [first, second] = await createBuys(server, ['Ama One', 'Ama Two', 'Ama Three'])
  await page.goto('/admin/deposit-approvals')
  const rows = await openQueue(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  // J leads from any place to the open request. From there it moves on.
  for (const place of [null, page.getByRole('group', { name: /^Picture of the slip/ })]) {
    await place?.focus()
    await page.keyboard.press('j')
    await expect(rows.first()).toBeFocused()
  }
  for (const key of ['j', 'a', 'Enter']) {
    await page.keyboard.press(key)
    if (key !== 'a') continue
    await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeEnabled()
  }
  await expectToast(page, toasts.requestApproved)
  expect(await read(second)).toMatchObject({ status: 'approved' })
  await expect(rows.filter({ hasText: 'Ama Three' })).toBeFocused()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expectSoundLayer(page)
  await sheet.getByRole('checkbox', { name: 'Use single letters as keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(rows.filter({ hasText: 'Ama Three' })).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.press('ArrowUp')
  await expect(rows.first()).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows.first()).not.toBeFocused()
  await rows.first().focus()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeFocused()
  expect(await read(first)).toMatchObject({ status: 'pending' })
})

test('the queue is searched on the server, from the address, too, and typing decides nothing', async ({
  page,
  server,
}) => {
  await createBuys(server, ['Ama One', 'Bea Two', 'Ama Three'])
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: 'Ama One' })).toBeVisible()
  await openQueue(page)
  const field = page.getByRole('searchbox', { name: 'Search the queue' })
  await field.pressSequentially('ama')
  const list = page.getByRole('list', { name: 'Pending buy requests, oldest first' })
  await expect(list.getByRole('button')).toHaveText([/Ama One/, /Ama Three/])
  await expect(page.getByText('2 found.')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page).toHaveURL(/search=ama/)
  await field.fill('nobody')
  await expect(page.getByText('No request matches.')).toBeVisible()
  await page.goto('/admin/deposit-approvals?search=bea')
  await expect(page.getByRole('heading', { level: 2, name: 'Bea Two' })).toBeVisible()
})

function pdfOf(objects: string) {
  const buffer = Buffer.from(`%PDF-1.4\n${objects}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
  return { mimeType: 'application/pdf', buffer }
}

function formOf(number: number) {
  return `${number} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${number + 1} 0 R>>>>/Length 60>>stream
${'/F Do '.repeat(10)}
endstream endobj`
}

/** Submits a first purchase for each of these people, in this order. */
async function createBuys(server: TestServer, names: string[], slip?: Parameters<typeof buy>[2]) {
  const requests: BuyRequest[] = []
  for (const name of names) requests.push(await buy(await createMember(server, { name }), 'Gold', slip))
  return requests as [BuyRequest, BuyRequest, BuyRequest, BuyRequest]
}

/** Submits a buy request without a slip, as old requests may lack one. No page and no call allows that today. */
async function submitWithoutSlip({ server, userId }: Person) {
  const { id: packageId } = await findPackage(server, 'Gold')
  await withDatabase(server, (db) =>
    ledger.submit(db, {
      sessionId: null,
      userId,
      key: randomUUID(),
      kind: 'buy',
      coins: 25_000,
      packageId,
      usdtRate: '1',
    }),
  )
}

async function read({ user_id: userId, id: requestId }: BuyRequest) {
  return call(admin, getRequest, { params: { userId, requestId } })
}

/** Returns the rows of the queue, which opens over a narrow page. */
async function openQueue(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: /^(Request \d+ of \d+|\d+ pending)$/ })
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('list', { name: 'Pending buy requests, oldest first' }).getByRole('button')
}

async function closeQueue(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Runs in the page. True if no other element covers the middle of this one within the window. */
function isSeen(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Returns a colour of the theme as the browser reads it. */
async function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${token})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)
}

/** Demands that the button shows a spinner and is disabled for clicks and screen readers. */
async function expectBusy(button: Locator) {
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button.locator('.animate-spin')).toHaveCount(1)
}
