import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { listRequests } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts } from '../../contract/texts.ts'
import { uploadFile } from '../../contract/uploads.ts'
import {
  call,
  createAdmin,
  createBuyer,
  setWallet,
  transfer,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const withdrawals = '**/api/withdrawal-requests'

test('an address that nothing can be paid to is refused with its reason, leads to the profile and sends nothing', async ({
  page,
  server,
}) => {
  const amara = await createBuyer(await createAdmin(server))
  await useSession(page, amara)
  const posts = countPosts(page)
  const destination = page
    .getByRole('region', { name: 'Destination' })
    .or(page.locator('section', { hasText: 'Destination' }))
  for (const [wallet, title] of [
    [`${address.slice(0, -1)}F`, 'The checksum of this address does not fit.'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'This is no TRC20 address.'],
  ] as const) {
    await setWallet(amara, wallet)
    await openWithdrawPage(page)
    await expect(destination.getByText(title)).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('2000')
    await review(page)
    await expect(page.getByRole('alert').getByText(title)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Change it in your profile' })).toBeFocused()
    // Here the bar at the top covers half of a button, which axe would take for a small one.
    await page.evaluate(() => scrollTo(0, 0))
    await expectSoundScreen(page)
  }
  expect(posts()).toBe(0)

  // The address becomes the platform's after the page was opened, so only the server can refuse it.
  await setWallet(amara, address)
  await expect(page.getByText('Wallet address of your profile · TRC20')).toBeVisible()
  await review(page)
  await page.route('**/api/wallet-address-check', (route) => route.abort())
  await setDeposit(server, address)
  await submit(page)
  await expect(page.getByRole('alert').getByText(errors.wallet_of_platform.message)).toBeVisible()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('2000')
  expect(await requestsOf(amara)).toEqual([])
  await page.unrouteAll()
  await openWithdrawPage(page)
  await expect(destination.getByText('This is no wallet of your own.')).toBeVisible()
  await setDeposit(server, null)
  await withDatabase(server, (db) => db.deleteFrom('platform_addresses').where('address', '=', address).execute())
})

test('a withdrawal is reviewed, goes once and to the own wallet, and tells when the rate has moved [WITHDRAW-02] [WITHDRAW-05] [CALL-39]', async ({
  page,
  server,
}) => {
  const amara = await createBuyer(await createAdmin(server))
  await setWallet(amara, address)
  await useSession(page, amara)
  await page.route(withdrawals, async (route) => {
    // The delay lets the second click meet the first call still running.
    await page.waitForTimeout(100)
    await route.continue()
  })
  const posts = countPosts(page)
  const uploads = countPosts(page, uploadFile.path)
  await openWithdrawPage(page)
  // The page keeps the rate that it showed while the amount was typed.
  await expect(page.getByRole('region', { name: 'Live rate and figures' })).toContainText('$0.0100')
  await page.getByLabel('Amount', { exact: true }).fill('8000')
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await expect(page.getByText('Attachment uploaded.')).toBeVisible()
  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText('Wallet address of your profile · TRC20')).toBeVisible()
  await expect(page.getByText('The last change of this address')).toHaveCount(0)
  await expectSoundScreen(page)
  await review(page)
  const dialog = page.getByRole('dialog', { name: 'Review your withdrawal' })
  for (const text of [address, 'TRC20', '8,000', '$80.00', 'slip.png', '27,500', '19,500']) {
    await expect(dialog).toContainText(text)
  }
  await expectSoundLayer(page)
  // A pasted file now would differ from the reviewed one.
  await pasteSlip(page)
  expect(posts()).toBe(0)
  await setRate(server, '0.02')
  await dialog.getByRole('button', { name: 'Submit withdrawal' }).dblclick()
  const heading = page.getByRole('heading', { level: 1, name: 'Withdrawal submitted' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await setRate(server, '0.01')
  await expect(page.getByText('8,000\u00a0ET are locked until an administrator decides.')).toContainText('$160.00')
  await expect(page.getByText('The rate changed before your request arrived.')).toBeVisible()
  await expect(page.getByText(/You reviewed \$80\.00 at \$0\.01000 per ET/)).toBeVisible()
  expect(posts()).toBe(1)
  expect(uploads()).toBe(1)
  const [request, ...others] = await requestsOf(amara)
  expect(others).toEqual([])
  expect(request).toMatchObject({
    kind: 'withdrawal',
    user_id: amara.userId,
    amount_coins: '8000',
    wallet_address: address,
    attachment_url: expect.stringContaining(amara.userId),
    status: 'pending',
  })
  await expect(page.getByRole('link', { name: 'Go to Activity' })).toHaveAttribute(
    'href',
    `/dashboard/activity?request=${request?.id}`,
  )
  await expectSoundScreen(page)
})

test('a refused withdrawal and a lost answer lose nothing; repeated, it is one request [WITHDRAW-05] [ERR-09]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [amara, kofi] = [await createBuyer(admin), await createBuyer(admin, { name: 'Kofi Mensah' })]
  await setWallet(amara, address)
  await useSession(page, amara)
  await openWithdrawPage(page)
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('20000')
  await review(page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await transfer(amara, kofi, 10_000)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(errors.amount_exceeds_balance.message)
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAccessibleDescription(new RegExp(errors.amount_exceeds_balance.message))
  await expect(amount).toHaveValue('20000')

  const keys: (string | undefined)[] = []
  await page.route(withdrawals, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await page.getByRole('button', { name: /^Max/ }).click()
  await expect(amount).toHaveValue('17000')
  await review(page)
  await submit(page)
  await expect(page.getByRole('alert').getByText(fallbackTexts.network)).toBeVisible()
  await page.reload()
  await expect(amount).toHaveValue('17000')
  await review(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect((await requestsOf(amara)).map(({ kind }) => kind).sort()).toEqual(['transfer', 'withdrawal'])
  expect((await requestsOf(amara))[0]).toMatchObject({ amount_coins: '17000', attachment_url: null })
})

test('an amount that is changed after a lost answer is not sent before the person knows what arrived', async ({
  page,
  server,
}) => {
  const amara = await createBuyer(await createAdmin(server))
  await setWallet(amara, address)
  await useSession(page, amara)
  await openWithdrawPage(page)
  const amount = page.getByLabel('Amount', { exact: true })
  await page.route(withdrawals, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await amount.fill('7000')
  await review(page)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await page.unrouteAll()
  await amount.fill('5000')
  await review(page)
  await submit(page)
  await expect(page.getByRole('alert').getByText(fallbackTexts.earlierArrived)).toBeVisible()
  expect(await requestsOf(amara)).toHaveLength(1)
  // A member who wants both requests submits again.
  await review(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  expect((await requestsOf(amara)).map(({ amount_coins: coins }) => coins)).toEqual(['5000', '7000'])
})

test('a wallet that is changed during the review is told before anything is sent, or right after [WITHDRAW-02]', async ({
  page,
  server,
}) => {
  const other = 'TQjik9eLzDbhVN47dhEKxU5azDuBM1Lawd'
  const amara = await createBuyer(await createAdmin(server))
  await setWallet(amara, address)
  await useSession(page, amara)
  const posts = countPosts(page)
  await openWithdrawPage(page)
  await page.getByLabel('Amount', { exact: true }).fill('8000')
  await review(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(address)
  await setWallet(amara, other)
  await expect(page.getByText(other)).toBeAttached()
  await expect(dialog).toContainText(address)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(/The wallet address in your profile has changed/)).toBeVisible()
  expect(posts()).toBe(0)
  await expect(page.getByText('The last change of this address')).toBeVisible()
  await expectSoundScreen(page)

  await page.route(withdrawals, async (route) => {
    await setWallet(amara, address)
    await route.continue()
  })
  await review(page)
  await expect(dialog).toContainText(other)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  await expect(page.getByText('The request goes to another wallet address than the one you reviewed.')).toBeVisible()
  expect((await requestsOf(amara))[0]).toMatchObject({ wallet_address: address })
})

test('a retry that is turned away at the door leaves open whether the first attempt arrived [ERR-09]', async ({
  page,
  server,
}) => {
  const amara = await createBuyer(await createAdmin(server))
  await setWallet(amara, address)
  await useSession(page, amara)
  await openWithdrawPage(page)
  const { status, message } = errors.too_many_requests
  let tries = 0
  await page.route(withdrawals, async (route) => {
    tries += 1
    if (tries === 2) return route.fulfill({ status, json: { code: 'too_many_requests', message } })
    const response = await route.fetch()
    return tries === 1 ? route.abort() : route.fulfill({ response })
  })
  await page.getByLabel('Amount', { exact: true }).fill('27000')
  for (const sentence of [fallbackTexts.network, message]) {
    await review(page)
    await submit(page)
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
  }
  // By now the repeated request itself has locked the coins.
  await review(page)
  await expect(page.getByRole('dialog')).toContainText('it is never counted twice')
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  expect(await requestsOf(amara)).toHaveLength(1)
})

async function setDeposit(server: TestServer, depositAddress: string | null): Promise<void> {
  await withDatabase(server, (db) => db.updateTable('settings').set({ deposit_address: depositAddress }).execute())
}

async function openWithdrawPage(page: Page) {
  await page.goto('/dashboard/withdraw')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw coins' })).toBeVisible()
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
}

async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit withdrawal' }).click()
}

async function setRate(server: TestServer, rate: string) {
  await withDatabase(server, (db) => db.updateTable('settings').set({ et_rate: rate }).execute())
}

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: {} })).items.filter(({ kind }) => kind !== 'buy')
}

async function pasteSlip(page: Page) {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4'], 'pasted.pdf', { type: 'application/pdf' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
}

function countPosts(page: Page, path = '/api/withdrawal-requests'): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}
