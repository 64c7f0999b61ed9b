import { listRequests } from '../../contract/requests.ts'
import { failureTitles } from '../../contract/texts.ts'
import { call, createMember, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { buyRequests, chooseSlip, openBuyPage, review, submit } from '../helpers/buy-screens.ts'
import { expectToast, showBuyStep } from '../helpers/screens.ts'

test('a lost answer, a reload and a second try make one request', async ({ page, server }) => {
  const member = await createMember(server)
  await signInBrowser(page, member)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Platinum' }).check()
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await page.getByLabel('Transaction hash').fill('5f2b6c0e9a7d4318')
  await review(page)
  const keys: (string | undefined)[] = []
  await page.route(buyRequests, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await submit(page)
  await expectToast(page, failureTitles.submission)
  expect(await requestsOf(member)).toMatchObject([
    {
      kind: 'buy',
      user_id: member.userId,
      amount_coins: '100000',
      amount_usd: '1000',
      usdt_amount: '1000',
      usdt_rate: '1',
      package_name: 'Platinum',
      transaction_hash: '5f2b6c0e9a7d4318',
      payment_proof_url: expect.stringMatching(new RegExp(`^${member.userId}/\\d+\\.png$`)),
      status: 'pending',
    },
  ])
  await page.reload()
  const last = page.getByRole('region', { name: '4. Review your request' })
  await expect(last).toContainText('Package purchase: Platinum.')
  // The page no longer has the file, but the server does.
  await expect(last.getByRole('img', { name: 'Your payment slip' })).toBeVisible()
  await expect(page.getByText('it is never counted twice')).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await requestsOf(member)).toHaveLength(1)
  // The next request starts at its first step with a new key.
  await page.getByRole('button', { name: 'Buy more' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buy coins' })).toBeFocused()
  await expect(page).toHaveURL(/\/dashboard\/buy$/)
  await showBuyStep(page, 'slip')
  await expect(page.getByText('slip.png')).toHaveCount(0)
  await chooseSlip(page)
  await review(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(keys[2]).not.toBe(keys[0])
  expect(await requestsOf(member)).toHaveLength(2)
})

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: {} })).items
}
