import type { Route } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { listRequests, submitBuyRequest } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts, fieldTexts } from '../../contract/texts.ts'
import { call, createMember, findPackage, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { buyRequests, chooseSlip, countPosts, openBuyPage, review, submit, uploads } from '../helpers/buy-screens.ts'
import { escapePattern, expectToast, showBuyStep } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

test('a refusal of the server is shown twice, and nothing chosen is lost [ERR-08]', async ({
  page,
  server,
  isMobile,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Shield' }).check()
  const stored = page.waitForResponse(uploads)
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  // Another tab has used the same slip first.
  const { id } = (await (await stored).json()) as { id: string }
  const offer = await findPackage(server, 'Shield')
  const body = { amount_coins: 10_000, package_id: offer.id, payment_proof_id: id }
  await call(member, submitBuyRequest, { body })
  await page.getByLabel('Transaction hash').fill('5f2b6c0e9a7d4318')
  await review(page)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(errors.upload_already_used.message)
  await expect(page.getByRole('alert').getByText(errors.upload_already_used.message)).toBeVisible()
  // The page leads to the step for another slip and keeps everything else.
  await expect(page.getByText('slip.png')).toBeVisible()
  await expect(page.getByLabel('Transaction hash')).toHaveValue('5f2b6c0e9a7d4318')
  if (isMobile) for (let steps = 0; steps < 2; steps += 1) await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('radio', { name: 'Shield' })).toBeChecked()
})

test('a request is looked over before it is sent, a double click sends it once, and the success screen leads to it [BUY-17] [BUY-18] [CALL-38] [CALL-42]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  const posts = countPosts(page, buyRequests)
  await openBuyPage(page)
  await expectSoundScreen(page)
  await showBuyStep(page, 'slip')
  const hash = page.getByLabel('Transaction hash')
  await hash.fill('https://tronscan.org')
  await hash.blur()
  await expect(hash).toHaveAccessibleDescription(new RegExp(escapePattern(fieldTexts.transactionHashNotValid)))
  await chooseSlip(page)
  await review(page)
  await expect(hash).toBeFocused()
  await hash.fill(' 5f2b6c0e9a7d4318 ')
  await expect(page.getByText(fieldTexts.transactionHashNotValid)).toHaveCount(0)
  await review(page)

  const last = page.getByRole('region', { name: '4. Review your request' })
  await expect(page.getByRole('heading', { name: '4. Review your request' })).toBeFocused()
  for (const text of [
    'You have sent',
    'To this address, on TRC20',
    'DEMO-ADDRESS-DO-NOT-SEND-FUNDS',
    'You will receive',
    'Package purchase: Gold. 25,000\u00a0ET and 2,500\u00a0ET bonus.',
    '5f2b6c0e9a7d4318',
    'slip.png',
  ]) {
    await expect(last).toContainText(text)
  }
  await expect(last).toContainText(/250\.0000.USDT/)
  await expect(last).toContainText(/27,500.ET/)
  await expectSoundScreen(page)
  // Going back and forth changes nothing.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(hash).toHaveValue(' 5f2b6c0e9a7d4318 ')
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await review(page)
  await expect(last).toBeVisible()
  expect(posts()).toBe(0)
  await page.route(buyRequests, async (route) => {
    // The delay lets the second click meet the first call still running.
    await page.waitForTimeout(100)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit request' }).dblclick()
  const heading = page.getByRole('heading', { level: 1, name: 'Request Submitted!' })
  await expect(heading).toBeFocused()
  await expect(page.locator('main')).toContainText(
    'An administrator compares your slip with the request for 25,000\u00a0ET. You can follow it in your activity.',
  )
  expect(posts()).toBe(1)
  const [request, ...others] = await requestsOf(member)
  expect(others).toEqual([])
  expect(request).toMatchObject({
    kind: 'buy',
    user_id: member.userId,
    amount_coins: '25000',
    amount_usd: '250',
    usdt_amount: '250',
    usdt_rate: '1',
    package_name: 'Gold',
    transaction_hash: '5f2b6c0e9a7d4318',
    payment_proof_url: expect.stringMatching(new RegExp(`^${member.userId}/\\d+\\.png$`)),
    status: 'pending',
  })
  await expect(page.getByText('5f2b6c0e9a7d4318')).toBeVisible()
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
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await review(page)
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

test('whoever leaves the page while a request is sent is told that it was accepted', async ({ page, server }) => {
  const member = await createMember(server)
  await useSession(page, member)
  await page.goto('/dashboard/activity')
  await page.goto('/dashboard/buy')
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await review(page)
  const held = Promise.withResolvers<Route>()
  await page.route(buyRequests, (route) => held.resolve(route))
  await submit(page)
  const route = await held.promise
  await page.getByRole('link', { name: /^ET/ }).first().click()
  await expect(page).not.toHaveURL(/buy/)
  await route.continue()
  await expectToast(page, { title: 'Request Submitted!', description: 'You can follow it in your activity.' })
  expect(await requestsOf(member)).toHaveLength(1)
})

test('an answer that breaks off is told as no answer; the next try succeeds, and the refusal leaves the screen', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await useSession(page, member)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await review(page)
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
  // The toast leaves before the five seconds after which it leaves by itself.
  await expect(page.getByText(failureTitles.submission)).toHaveCount(0, { timeout: 1_500 })
  expect(await requestsOf(member)).toHaveLength(1)
})

test('on a phone each step is a view, and the way back of the phone leads to the one before', async ({
  page,
  server,
  isMobile,
}) => {
  test.skip(!isMobile, 'a wider screen shows the steps together')
  await useSession(page, await createMember(server))
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Diamond' }).check()
  await showBuyStep(page, 'slip')
  await expect(page.getByRole('heading', { name: '3. Upload the payment slip' })).toBeFocused()
  await chooseSlip(page)
  await expectSoundScreen(page)
  await page.getByLabel('Transaction hash').fill('5f2b6c0e9a7d4318')
  await page.reload()
  await expect(page.getByText('Uploaded before this page was reloaded.')).toBeVisible()
  await expect(page.getByLabel('Transaction hash')).toHaveValue('5f2b6c0e9a7d4318')
  await page.goBack()
  await expect(page.getByRole('region', { name: '2. Send USDT' })).toContainText('500.0000')
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Diamond' })).toBeChecked()
  // An address cannot skip missing steps.
  await page.goto('/dashboard/buy?step=review')
  await expect(page.getByRole('heading', { name: '4. Review your request' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.goto('/dashboard/buy?step=review')
  await expect(page.getByRole('heading', { name: '3. Upload the payment slip' })).toBeVisible()
})

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: {} })).items
}
