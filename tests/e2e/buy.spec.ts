import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { listRequests, submitBuyRequest } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts, toasts } from '../../contract/texts.ts'
import {
  call,
  createAdmin,
  createBuyer,
  createMember,
  findPackage,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { readQrCode } from '../helpers/qr.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

const uploads = '**/api/uploads'
const buyRequests = '**/api/buy-requests'

test('a first purchase is a package at its price, in USDT at the rate of the day [BUY-01] [BUY-02] [BUY-03] [BUY-04] [BUY-10] [CONST-08] [CONST-09] [FMT-04] [FMT-05]', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server))
  await page.route('**/api/functions/get-exchange-rates', (route) =>
    route.fulfill({
      json: { conversion_rates: { USDT: '0.98' }, is_fallback: false, fetched_at: new Date().toISOString() },
    }),
  )
  await openBuyPage(page)
  const amount = page.getByLabel('Amount', { exact: true })
  const summary = page.getByRole('region', { name: 'Summary' })
  // The package of the signup is chosen already, and its amount cannot be changed.
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await expect(amount).toHaveValue('25,000')
  await expect(amount).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: '1,000 ET more' })).toBeDisabled()
  for (const text of ['255.1020\u00a0USDT', '$250.00', '0.9800', '25,000\u00a0ET', '2,500\u00a0ET', '27,500']) {
    await expect(summary).toContainText(text)
  }
  await page.getByRole('radio', { name: 'Diamond' }).check()
  await expect(amount).toHaveValue('50,000')
  await expect(summary).toContainText('510.2041\u00a0USDT')
  await expect(summary).toContainText('$500.00')
  const send = page.getByRole('region', { name: '2. Send USDT' })
  await expect(send).toContainText('510.2041')
  await expect(send).toContainText('$500.00 at $0.9800 per USDT')
})

test('the instructions, the one deposit address and its code, which a camera reads in both themes [BUY-06] [BUY-07] [BUY-08] [CONST-13] [CONST-14] [CONST-15]', async ({
  page,
  server,
}) => {
  const pictures: string[] = []
  for (const name of ['Amara Osei', 'Kofi Mensah']) {
    await useSession(page, await createMember(server, { name }))
    await openBuyPage(page)
    const send = page.getByRole('region', { name: '2. Send USDT' })
    await expect(send).toContainText('TRC20 only.')
    await expect(send).toContainText('Deposit address (TRC20)')
    await expect(send).toContainText('Send exactly the USDT amount shown, in one payment.')
    const address = await send.locator('[translate=no]').innerText()
    expect(address).toBe('DEMO-ADDRESS-DO-NOT-SEND-FUNDS')
    const code = send.getByRole('img', { name: 'QR code of the deposit address' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.reload()
      expect(await readQrCode(code)).toBe(address)
    }
    pictures.push(await code.innerHTML())
    // Nobody can take the placeholder for an address.
    await expect(send).toContainText('do not send real money')
  }
  expect(pictures[0]).toBe(pictures[1])
})

test('a first purchase needs a package and a slip, and says so [BUY-09] [BUY-15] [TOAST-07]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await withDatabase(server, (db) =>
    db.updateTable('profiles').set({ package_id: null }).where('id', '=', member.userId).execute(),
  )
  await useSession(page, member)
  const posts = countPosts(page, buyRequests)
  await openBuyPage(page)
  await submit(page)
  await expectToast(page, toasts.packageRequired.title)
  const choice = page.getByRole('group', { name: 'Membership package' })
  await expect(choice).toContainText(errors.package_required.message)
  await expect(choice.getByRole('radio').first()).toBeFocused()
  await expectSoundScreen(page)
  await choice.getByRole('radio', { name: 'Shield' }).check()
  await expect(choice).not.toContainText(errors.package_required.message)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(errors.slip_required.message)).toBeVisible()
  expect(posts()).toBe(0)
})

test('after the first purchase the package is preselected, the amount is free and costs 0.01 USD a coin [BUY-11] [BUY-12] [BUY-13] [BUY-14] [CONST-01] [CONST-02] [CONST-07]', async ({
  page,
  server,
}) => {
  await useSession(page, await createBuyer(await createAdmin(server), { packageName: 'Diamond' }))
  const posts = countPosts(page, buyRequests)
  await openBuyPage(page)
  await expect(page.getByRole('radio', { name: 'Diamond' })).toBeChecked()
  const amount = page.getByLabel('Amount', { exact: true })
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(amount).toHaveValue('50000')
  await expect(summary).toContainText('7,500\u00a0ET')
  await amount.fill('3,000')
  await expect(page.getByText('Top-up. $0.01 per ET, without bonus.')).toBeVisible()
  await expect(summary).toContainText('$30.00')
  await expect(summary).toContainText('30.0000\u00a0USDT')
  await page.getByRole('button', { name: '1,000 ET more' }).click()
  await expect(amount).toHaveValue(/^4,?000$/)
  for (const [typed, sentence] of [
    ['1500', errors.buy_amount_not_multiple.message],
    ['500', errors.buy_amount_not_valid.message],
    ['1e3', errors.buy_amount_not_valid.message],
    ['', errors.buy_amount_not_valid.message],
  ] as const) {
    await amount.fill('2000')
    await expect(page.getByText(sentence)).toHaveCount(0)
    await amount.fill(typed)
    await amount.blur()
    await expect(amount).toHaveAccessibleDescription(new RegExp(escape(sentence)))
  }
  await submit(page)
  await expect(amount).toBeFocused()
  await expectSoundScreen(page)
  await page.getByRole('radio', { name: 'Shield' }).check()
  await expect(amount).toHaveValue('10000')
  await expect(amount).toHaveAccessibleDescription(/^(?!.*valid)/)
  expect(posts()).toBe(0)
})

test('a slip comes by picker, drop or paste, is shown with its progress, and stays when the amount changes [BUY-05] [BUY-16]', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server))
  await openBuyPage(page)
  const { buffer, mimeType } = await slipPicture()
  const input = page.locator('input[type=file]')
  await expect(input).toHaveAttribute('accept', /image\/png.*image\/jpeg.*application\/pdf/)
  const answered = Promise.withResolvers<void>()
  await page.route(uploads, async (route) => {
    await answered.promise
    await route.continue()
  })
  await input.setInputFiles({ name: 'picked.png', mimeType, buffer })
  await expect(page.getByRole('progressbar', { name: 'picked.png' })).toBeVisible()
  await submit(page)
  await expect(page.getByText('The slip is still being uploaded. Please wait a moment.')).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const thumbnail = page.getByRole('region', { name: '3. Upload the payment slip' }).locator('img')
  expect(await thumbnail.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(480)
  await page.getByRole('radio', { name: 'Platinum' }).check()
  await expect(page.getByText('picked.png')).toBeVisible()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  for (const how of ['drop', 'paste'] as const) {
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByText('Slip uploaded.')).toHaveCount(0)
    await give(page, how, { name: `${how}.png`, mimeType, buffer })
    await expect(page.getByText(`${how}.png`)).toBeVisible()
    await expect(page.getByText('Slip uploaded.')).toBeVisible()
  }
  await page.getByRole('button', { name: /^Remove/ }).click()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await input.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
})

test('another kind of file, or more than 5 MB, is refused before it is sent; a disguised one by the server [BUY-16]', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server))
  const sent = countPosts(page, uploads)
  await openBuyPage(page)
  const input = page.locator('input[type=file]')
  const alert = page.getByRole('region', { name: '3. Upload the payment slip' }).getByRole('alert')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('250 USDT') })
  await expect(alert).toHaveText(errors.file_type_not_accepted.message)
  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(alert).toHaveText(errors.file_too_large.message)
  expect(sent()).toBe(0)
  await expectSoundScreen(page)
  await input.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await expect(alert).not.toBeEmpty()
  await expect(page.getByText('Slip uploaded.')).toHaveCount(0)
  expect(sent()).toBe(1)
})

test('a refusal of the server is shown twice, and nothing chosen is lost [ERR-08]', async ({ page, server }) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Shield' }).check()
  const stored = page.waitForResponse(uploads)
  await chooseSlip(page)
  // Another tab was faster with the same slip.
  const { id } = (await (await stored).json()) as { id: string }
  const offer = await findPackage(server, 'Shield')
  const body = { amount_coins: 10_000, package_id: offer.id, payment_proof_id: id }
  await call(member, submitBuyRequest, { body })
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(errors.upload_already_used.message)
  await expect(page.getByRole('alert').getByText(errors.upload_already_used.message)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Shield' })).toBeChecked()
  await expect(page.getByText('slip.png')).toBeVisible()
})

test('a double click sends one request; the success screen leads to it [BUY-17] [BUY-18]', async ({ page, server }) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await expectSoundScreen(page)
  await chooseSlip(page)
  const posts = countPosts(page, buyRequests)
  await page.route(buyRequests, async (route) => {
    // Long enough for the second click to find the first one under way.
    await page.waitForTimeout(100)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit request' }).dblclick()
  const heading = page.getByRole('heading', { level: 1, name: 'Request Submitted!' })
  await expect(heading).toBeFocused()
  expect(posts()).toBe(1)
  const [request, ...others] = await requestsOf(member)
  expect(others).toEqual([])
  await expect(page.getByRole('link', { name: 'Go to Activity' })).toHaveAttribute(
    'href',
    `/dashboard/activity?request=${request?.id}`,
  )
  await expectSoundScreen(page)
  await page.getByRole('link', { name: 'Go to Activity' }).click()
  await expect(page.getByText(request?.id ?? 'no request')).toBeVisible()
})

test('an answer that gets lost, a reload and a second try make one request', async ({ page, server }) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Platinum' }).check()
  await chooseSlip(page)
  const keys: (string | undefined)[] = []
  await page.route(buyRequests, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await submit(page)
  await expectToast(page, failureTitles.submission)
  expect(await requestsOf(member)).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Platinum' })).toBeChecked()
  await expect(page.getByText('Uploaded before this page was reloaded.')).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await requestsOf(member)).toHaveLength(1)
  // What comes next is another request, with a key of its own.
  await page.goto('/dashboard/buy')
  await expect(page.getByText('Uploaded before')).toHaveCount(0)
})

test('an answer that breaks off is told as no answer; the next try succeeds, and the refusal leaves the screen', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await chooseSlip(page)
  let answers = 0
  await page.route(buyRequests, async (route) => {
    const response = await route.fetch()
    answers += 1
    return route.fulfill(answers === 1 ? { response, body: '{"id":"01' } : { response })
  })
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(fallbackTexts.network)).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Request Submitted!' })).toBeFocused()
  // Sooner than the five seconds after which it would have gone by itself.
  await expect(page.getByText(failureTitles.submission)).toHaveCount(0, { timeout: 1_500 })
  expect(await requestsOf(member)).toHaveLength(1)
})

async function openBuyPage(page: Page) {
  await page.goto('/dashboard/buy')
  await expect(page.getByRole('heading', { level: 1, name: 'Buy coins' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
}

async function chooseSlip(page: Page) {
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit request' }).click()
}

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: {} })).items
}

function countPosts(page: Page, path: string): () => number {
  let posts = 0
  const pattern = new RegExp(`${escape(path.replace('**', ''))}$`)
  page.on('request', (request) => {
    if (request.method() === 'POST' && pattern.test(request.url())) posts += 1
  })
  return () => posts
}

/** A file as the browser hands it over when it is dropped on the zone, or pasted on the page. */
async function give(page: Page, how: 'drop' | 'paste', file: { name: string; mimeType: string; buffer: Buffer }) {
  const { name, mimeType } = file
  const content = file.buffer.toString('base64')
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, content }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
      return data
    },
    { name, mimeType, content },
  )
  if (how === 'drop') {
    const zone = page.getByRole('button', { name: /Choose, drop or paste/ })
    for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer })
    return
  }
  await page.evaluate(
    (data) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
    transfer,
  )
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
