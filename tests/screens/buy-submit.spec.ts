import type { Route } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { listRequests, submitBuyRequest } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts, fieldTexts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { buyRequests, chooseSlip, openBuyPage, review, submit } from '../helpers/buy-screens.ts'
import { gold, onePage } from '../helpers/screen-data.ts'
import { placeholderAddress, readAsNewMember } from '../helpers/screen-data/buys.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, onPhone, test } from '../helpers/screen.ts'
import { escapePattern, expectToast, showBuyStep } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }

test(
  'a refusal of the server is shown twice, and no choice is lost [ERR-08]',
  phone,
  async ({ page, answers, isMobile }) => {
    await readAsNewMember(page, answers)
    await openBuyPage(page)
    await page.getByRole('radio', { name: 'Shield' }).check()
    await showBuyStep(page, 'slip')
    await chooseSlip(page)
    // Another tab has used the same slip first.
    answers.give(submitBuyRequest, () => {
      throw new Refusal('upload_already_used')
    })
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
  },
)

test(
  'a request is reviewed before it is sent, a double click sends it once, and the success screen leads to it [BUY-17] [BUY-18] [CALL-38] [CALL-42]',
  phone,
  async ({ page, answers }) => {
    const world = await readAsNewMember(page, answers)
    await openBuyPage(page)
    await expectAccessibleAtEveryWidth(page)
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
      placeholderAddress,
      'You will receive',
      'Package purchase: Gold. 25,000\u00a0ET and 2,500\u00a0ET bonus.',
      '5f2b6c0e9a7d4318',
      'slip.png',
    ]) {
      await expect(last).toContainText(text)
    }
    await expect(last).toContainText(/250\.0000.USDT/)
    await expect(last).toContainText(/27,500.ET/)
    await expectAccessibleAtEveryWidth(page)
    // Going back and forth changes nothing.
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(hash).toHaveValue(' 5f2b6c0e9a7d4318 ')
    await expect(page.getByText('Slip uploaded.')).toBeVisible()
    await review(page)
    await expect(last).toBeVisible()
    expect(answers.callsOf(submitBuyRequest)).toEqual([])
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
    expect(answers.callsOf(submitBuyRequest)).toHaveLength(1)
    const [slipId] = world.files.keys()
    expect(answers.callsOf(submitBuyRequest)[0]?.body).toEqual({
      amount_coins: 25_000,
      package_id: gold.id,
      payment_proof_id: slipId,
      transaction_hash: '5f2b6c0e9a7d4318',
      quote_id: expect.stringContaining(gold.id),
    })
    const [request] = world.requests
    await expect(page.getByText('5f2b6c0e9a7d4318')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Activity' })).toHaveAttribute(
      'href',
      `/dashboard/activity?request=${request?.id}`,
    )
    await expectAccessibleAtEveryWidth(page)
    answers.give(listRequests, onePage([...world.requests]))
    await page.getByRole('link', { name: 'Go to Activity' }).click()
    await expect(page.getByText(request?.id ?? 'no request')).toBeVisible()
  },
)

test('a member who leaves the page during the submission gets a toast of the acceptance', async ({ page, answers }) => {
  const world = await readAsNewMember(page, answers)
  answers.give(listRequests, onePage([]))
  giveOverview(answers, world.member)
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
  expect(world.requests).toHaveLength(1)
})

test('a broken answer counts as no answer, the next try succeeds, and the error disappears', async ({
  page,
  answers,
}) => {
  const world = await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await review(page)
  let tries = 0
  await page.route(buyRequests, async (route) => {
    const response = await route.fetch()
    tries += 1
    return route.fulfill(tries === 1 ? { response, body: '{"id":"01' } : { response })
  })
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(fallbackTexts.network)).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Request Submitted!' })).toBeFocused()
  // The toast leaves before the five seconds after which it leaves by itself.
  await expect(page.getByText(failureTitles.submission)).toHaveCount(0, { timeout: 1_500 })
  expect(world.requests).toHaveLength(1)
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('on a phone each step is a view of its own, and Back leads to the previous one', async ({ page, answers }) => {
    await readAsNewMember(page, answers)
    await openBuyPage(page)
    await page.getByRole('radio', { name: 'Diamond' }).check()
    await showBuyStep(page, 'slip')
    await expect(page.getByRole('heading', { name: '3. Upload the payment slip' })).toBeFocused()
    await chooseSlip(page)
    await expectAccessibleAtEveryWidth(page)
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
})
