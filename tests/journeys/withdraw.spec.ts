import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { listRequests } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts } from '../../contract/texts.ts'
import { call, createAdmin, createBuyer, setWallet, transfer, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const withdrawals = '**/api/withdrawal-requests'

test('a refused withdrawal and a lost answer lose nothing, and a repeated one makes one request [WITHDRAW-02] [WITHDRAW-05] [CALL-39] [ERR-09]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [amara, kofi] = [await createBuyer(admin), await createBuyer(admin, { name: 'Kofi Mensah' })]
  await setWallet(amara, address)
  await signInBrowser(page, amara)
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
  expect((await requestsOf(amara))[0]).toMatchObject({
    kind: 'withdrawal',
    user_id: amara.userId,
    amount_coins: '17000',
    wallet_address: address,
    attachment_url: null,
    status: 'pending',
  })
})

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

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: {} })).items.filter(({ kind }) => kind !== 'buy')
}
