import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getExchangeRates } from '../../contract/rates.ts'
import { submitBuyRequest } from '../../contract/requests.ts'
import { failureTitles, toasts } from '../../contract/texts.ts'
import type { Answers } from '../helpers/answers.ts'
import { chooseSlip, openBuyPage, review, submit } from '../helpers/buy-screens.ts'
import { exchangeRates, gold } from '../helpers/screen-data.ts'
import { readAsBuyer, readAsNewMember, type BuyWorld } from '../helpers/screen-data/buys.ts'
import { expect, test } from '../helpers/screen.ts'
import { expectToast, showBuyStep } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const standIn = exchangeRates({ is_fallback: true, error: 'The service of exchange rates did not answer.' })

test('the rate of USDT is shown with its age, can be refreshed, and reports a change or a fallback [BUY-04] [CONST-09] [RATE-12] [RATE-13]', async ({
  page,
  answers,
}) => {
  const world = await openBuyPageAt('0.98', page, answers)
  await expect(page.getByText(/^You pay \$250\.00, which is 255\.1020.USDT/)).toBeVisible()
  await showBuyStep(page, 'send')
  const send = page.getByRole('region', { name: '2. Send USDT' })
  await expect(send).toContainText('$250.00 at $0.9800 per USDT')
  await expect(send).toContainText(/Rate of .*just now/)

  // The page shows the former figures beside the new ones.
  world.usdtRate = '0.96'
  await send.getByRole('button', { name: 'Refresh rate' }).click()
  const changes = page.getByRole('status').filter({ hasText: 'The figures have changed since you looked.' })
  await expect(changes).toContainText(/You send: 255\.1020.USDT.*260\.4167.USDT/)
  await expect(changes).toContainText(/USDT rate: \$0\.9800.*\$0\.9600/)
  await expect(send).toContainText('260.4167')
  // The message returns after a reload until the member accepts the new figures.
  await page.reload()
  await expect(changes).toContainText(/You send: 255\.1020.USDT.*260\.4167.USDT/)
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Use the new figures' }).click()
  await expect(changes).toHaveCount(0)

  // A failed refresh keeps the figures.
  answers.give(getExchangeRates, standIn)
  await send.getByRole('button', { name: 'Refresh rate' }).click()
  await expect(send).toContainText('A newer rate is not available at the moment.')
  await expect(send).toContainText('260.4167')

  // A stand-in rate is always marked as such.
  Object.assign(world, { usdtRate: '1', isFallback: true })
  await page.reload()
  await expect(changes).toContainText('$1.0000 (fallback)')
  await expect(send).toContainText('Fallback rate.')
  await page.getByRole('button', { name: 'Use the new figures' }).click()
  await chooseSlip(page)
  await review(page)
  const last = page.getByRole('region', { name: '4. Review your request' })
  await expect(last).toContainText('$250.00 at $1.0000 per USDT (fallback)')
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  await expect(page.locator('main')).toContainText(/USDT rate\$1\.0000.*Fallback/)
  expect(world.requests).toMatchObject([{ usdt_amount: '250', usdt_rate: '1', usdt_rate_is_fallback: true }])
})

test('the summary has the amount to send and its price, and the copied amount is in USDT [BUY-04] [CONST-09] [FMT-04] [FMT-05]', async ({
  page,
  answers,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBuyPageAt('0.98', page, answers)
  const facts = page.getByRole('region', { name: 'Summary' }).locator('dl > div')
  await expect(facts).toHaveText([
    'You send255.1020\u00a0USDT',
    'Price$250.00',
    'USDT rate$0.9800',
    'Coins25,000\u00a0ET',
    'Bonus2,500\u00a0ET',
  ])
  await showBuyStep(page, 'send')
  await page.getByRole('button', { name: /^Copy the amount|^Copy amount/ }).click()
  await expectToast(page, toasts.copied)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('255.1020')
})

test('a price that changed before the submit is reported, and the second submit uses the new terms', async ({
  page,
  answers,
}) => {
  const world = await openBuyPageAt('0.98', page, answers)
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await page.getByLabel('Transaction hash').fill('5f2b6c0e9a7d4318')
  await review(page)
  const last = page.getByRole('region', { name: '4. Review your request' })
  await expect(last).toContainText(/255\.1020.USDT/)
  world.packages = [{ ...gold, coin_price: '0.0104', total_price: '260' }]
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(errors.quote_changed.message)).toBeVisible()
  const changes = page.getByRole('status').filter({ hasText: 'The figures have changed since you looked.' })
  await expect(changes).toContainText(/You send: 255\.1020.USDT.*265\.3061.USDT/)
  await expect(changes).toContainText(/Price: \$250\.00.*\$260\.00/)
  await expect(last).toContainText(/265\.3061.USDT/)
  await expect(last).toContainText('slip.png')
  expect(world.requests).toEqual([])
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(world.requests).toMatchObject([
    { amount_usd: '260', usdt_amount: '265.3061', transaction_hash: '5f2b6c0e9a7d4318' },
  ])
})

test('figures that change during the review are not sent before they were shown', async ({ page, answers }) => {
  const world = await openBuyPageAt('0.98', page, answers)
  await showBuyStep(page, 'slip')
  await chooseSlip(page)
  await review(page)
  world.usdtRate = '0.96'
  await page.getByRole('button', { name: 'Refresh rate' }).click()
  const changes = page.getByRole('status').filter({ hasText: 'The figures have changed since you looked.' })
  await expect(changes).toBeVisible()
  await submit(page)
  await expect(page.getByRole('alert').getByText(errors.quote_changed.message)).toBeVisible()
  expect(answers.callsOf(submitBuyRequest)).toHaveLength(0)
  await expect(changes).toBeVisible()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
  expect(answers.callsOf(submitBuyRequest)).toHaveLength(1)
})

test('a chosen package that is withdrawn does not silently become a top-up', async ({ page, answers }) => {
  const world = await readAsBuyer(page, answers)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Shield' }).check()
  await expect(page.getByText(/^Package purchase: Shield\./)).toBeVisible()
  world.packages = [gold]
  await page.reload()
  await expect(page.getByText(errors.package_not_found.message)).toBeVisible()
  await expect(page.getByText(/^You pay/)).toHaveCount(0)
  await page.getByRole('button', { name: '1,000 ET more' }).click()
  await expect(page.getByText(/^Top-up\./)).toBeVisible()
  await expect(page.getByText(errors.package_not_found.message)).toHaveCount(0)
})

/** Opens the buy page for a new member, with USDT at this price in USD. */
async function openBuyPageAt(usdtRate: string, page: Page, answers: Answers): Promise<BuyWorld> {
  const world = await readAsNewMember(page, answers)
  world.usdtRate = usdtRate
  await openBuyPage(page)
  return world
}

test('an amount of its own shows its last digits and why it has them', async ({ page, answers }) => {
  const world = await readAsBuyer(page, answers)
  world.tail = '0.0037'
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Gold' }).check()
  await expect(page.getByText(/^You pay \$250\.00, which is 250\.0037.USDT/)).toBeVisible()
  await showBuyStep(page, 'send')
  const send = page.getByRole('region', { name: '2. Send USDT' })
  await expect(send).toContainText('250.0037')
  await expect(send).toContainText('Send it to the last digit: 0.0037 USDT of it tell your payment apart.')
  await chooseSlip(page)
  await review(page)
  await expect(page.getByRole('region', { name: '4. Review your request' })).toContainText('0.0037 USDT')
  await expectAccessibleAtEveryWidth(page)
  await submit(page)
  await expect(page.locator('main')).toContainText(/Last digits0\.0037/)
})
