import type { Page } from '@playwright/test'
import { listRequests, type Request } from '../../contract/requests.ts'
import {
  call,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  setWallet,
  useSession,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { buyOnScreen, showBuyStep } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

const liveWithinMs = 1_500

test('a purchase that is decided while its success screen is open says so, and a rejected one is sent again', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const member = await createMember(server)
  await useSession(page, member)
  await buyOnScreen(page, 'Gold')
  await markPage(page)
  await expect(page.getByText('An administrator compares your slip')).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await decide(admin, await newestOf(member), 'rejected', 'The slip cannot be read.')
  const decision = page.getByRole('main').getByRole('status')
  await expect(decision).toContainText('Rejected by Ines Carvalho No coins creditedThe slip cannot be read.', {
    timeout: liveWithinMs,
  })
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible()
  await expect(page.getByText('An administrator compares your slip')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /^Slip uploaded/,
    /^Rejected by Ines/,
    /^No coins credited/,
  ])
  await expectSoundScreen(page)

  await decision.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('You are sending a rejected request again.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await showBuyStep(page, 'slip')
  await expect(page.getByText('Please upload it here once more')).toBeVisible()
  await expectSamePage(page)
})

test('an approval shows on the success screen of a purchase, a withdrawal and a transfer without a reload', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [member, kofi] = [await createBuyer(admin), await createMember(server, { name: 'Kofi Mensah' })]
  await setWallet(member, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  await useSession(page, member)
  const decision = page.getByRole('main').getByRole('status')
  const approve = async () => {
    await markPage(page)
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
    await decide(admin, await newestOf(member), 'approved')
    await expect(decision).toContainText('Approved by Ines Carvalho', { timeout: liveWithinMs })
    await expect(page.getByText('Approved', { exact: true })).toBeVisible()
    await expectSamePage(page)
  }
  await buyOnScreen(page, 'Gold')
  await approve()
  await expect(decision).toContainText('Coins credited')
  await expect(page.locator('dl')).toContainText('Received27,500')

  await page.goto('/dashboard/withdraw')
  await page.getByLabel('Amount', { exact: true }).fill('2000')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await page.getByRole('button', { name: 'Submit withdrawal' }).click()
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  await approve()

  await page.goto('/dashboard/transfer')
  await page.getByLabel('Recipient Member ID').fill(kofi.memberId)
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer submitted' })).toBeVisible()
  await approve()
  await expect(decision).toContainText('Coins sent')
  await expectSoundScreen(page)
})

test('a decision that comes before the success screen is on it', async ({ page, server }) => {
  const admin = await createAdmin(server)
  const member = await createMember(server)
  await useSession(page, member)
  await page.route('**/api/buy-requests', async (route) => {
    const response = await route.fetch()
    await decide(admin, (await response.json()) as Request, 'approved')
    await route.fulfill({ response })
  })
  await buyOnScreen(page, 'Gold')
  await expect(page.getByRole('main').getByRole('status')).toContainText('Approved by Ines Carvalho')
})

async function newestOf(member: Person): Promise<Request> {
  const { items } = await call(member, listRequests, { query: { limit: 1 } })
  if (!items[0]) throw new Error('this member has asked for nothing')
  return items[0]
}

async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => (document.body.dataset['loaded'] = 'once'))
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once')
}
