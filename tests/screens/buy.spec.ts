import type { Locator } from '@playwright/test'
import { signIn, signOut } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import { submitBuyRequest } from '../../contract/requests.ts'
import { getDepositInstructions } from '../../contract/settings.ts'
import { failureTitles, toasts } from '../../contract/texts.ts'
import { placeholderAddress, readAsBuyer, readAsNewMember } from '../helpers/screen-data/buys.ts'
import { diamond } from '../helpers/screen-data/packages.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { chooseSlip, openBuyPage, review } from '../helpers/buy-screens.ts'
import { findFocusFaults } from '../journeys/layout-faults.ts'
import { readQrCode } from '../helpers/qr.ts'
import { aProfile, depositInstructions, walletAddress } from '../helpers/screen-data.ts'
import { expect, onPhone, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { escapePattern, expectToast, logInOnScreen, showBuyStep } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

test('a first purchase is a package at its price, with its amount [BUY-01] [BUY-02] [BUY-03] [BUY-04] [BUY-10] [CONST-08] [FMT-04] [FMT-05]', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  const amount = page.getByLabel('Amount', { exact: true })
  // The package of the sign-up is already chosen, and its amount cannot be changed.
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await expect(amount).toHaveValue('25,000')
  await expect(amount).toHaveAttribute('readonly')
  await expect(page.getByRole('button', { name: '1,000 ET more' })).toBeDisabled()
  await expect(page.getByText('Package purchase: Gold. $250.00, with 2,500\u00a0ET bonus.')).toBeVisible()
  await expect(
    page.getByText('You pay $250.00, which is 250.0000\u00a0USDT, and receive 27,500\u00a0ET.'),
  ).toBeVisible()
  await page.getByRole('radio', { name: 'Diamond' }).check()
  await expect(amount).toHaveValue('50,000')
  await expect(page.getByText(/^You pay \$500\.00/)).toBeVisible()
  await showBuyStep(page, 'send')
  const send = page.getByRole('region', { name: '2. Send USDT' })
  await expect(send).toContainText('500.0000')
  await expect(send).toContainText('$500.00 at $1.0000 per USDT')
})

test('the page has the instructions, the deposit address and a QR code that a camera reads in both themes [BUY-06] [BUY-07] [BUY-08] [CONST-13] [CONST-14] [CONST-15] [OK-06]', async ({
  page,
  answers,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const pictures: string[] = []
  for (const name of ['Amara Osei', 'Kofi Mensah']) {
    await readAsNewMember(page, answers, { full_name: name })
    await openBuyPage(page)
    await showBuyStep(page, 'send')
    const send = page.getByRole('region', { name: '2. Send USDT' })
    await expect(send).toContainText('Send only USDT on TRC20.')
    await expect(send).toContainText('Deposit address (TRC20)')
    await expect(send).toContainText('Send exactly the USDT amount shown, in one payment.')
    const address = await send.locator('[translate=no]').innerText()
    expect(address).toBe(placeholderAddress)
    const code = send.getByRole('img', { name: 'QR code of the deposit address' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.reload()
      await expect.poll(() => readQrCode(code)).toBe(address)
    }
    pictures.push(await code.innerHTML())
    // The placeholder cannot be mistaken for an address.
    await expect(send).toContainText('do not send real money')
    for (const [button, copied] of [
      ['Copy address', address],
      ['Copy amount', '250.0000'],
    ] as const) {
      await send.getByRole('button', { name: button }).click()
      await expectToast(page, toasts.copied)
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied)
    }
  }
  expect(pictures[0]).toBe(pictures[1])
})

test('without a deposit address buying is closed, and says so', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  answers.give(getDepositInstructions, depositInstructions({ address: null }))
  await page.goto('/dashboard/buy')
  await expect(page.getByText(errors.buying_closed.message)).toBeVisible()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveCount(0)
})

test('a changed deposit address is reported with the earlier one', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  const title = page.getByText('The deposit address has changed since you looked.')
  await expect(title).toHaveCount(0)
  answers.give(getDepositInstructions, depositInstructions({ address: walletAddress }))
  await page.reload()
  await expect(title).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(placeholderAddress)
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Use the new address' }).click()
  await expect(title).toHaveCount(0)
  await page.reload()
  await showBuyStep(page, 'send')
  await expect(page.getByText(walletAddress)).toBeVisible()
  await expect(title).toHaveCount(0)
})

test('a first purchase needs a package and a slip, and says so [BUY-09] [BUY-15] [TOAST-07]', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers, { package_id: null })
  await openBuyPage(page)
  await page.getByRole('button', { name: /^(Continue|Review request)$/ }).click()
  await expectToast(page, toasts.packageRequired)
  const choice = page.getByRole('group', { name: 'Membership package' })
  await expect(choice).toContainText(errors.package_required.message)
  await expect(choice.getByRole('radio').first()).toBeFocused()
  await expectAccessibleAtEveryWidth(page)
  await choice.getByRole('radio', { name: 'Shield' }).check()
  await expect(choice).not.toContainText(errors.package_required.message)
  await showBuyStep(page, 'slip')
  await review(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(errors.slip_required.message)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit request' })).toHaveCount(0)
  await chooseSlip(page)
  await review(page)
  await expect(page.getByRole('button', { name: 'Submit request' })).toBeVisible()
  // The toast leaves before the five seconds after which it leaves by itself.
  await expect(page.getByText(failureTitles.submission)).toHaveCount(0, { timeout: 1_500 })
  expect(answers.callsOf(submitBuyRequest)).toEqual([])
})

test('the package that was chosen on the landing page is preselected, even later and after the log-in [LAND-07] [LAND-08] [BUY-11]', async ({
  page,
  answers,
}) => {
  const select = async (name: string) => {
    await page.goto('/')
    const cards = page.getByRole('region', { name: 'Packages' }).getByRole('article')
    await cards
      .filter({ has: page.getByRole('heading', { name }) })
      .getByRole('button', { name: 'Select Package' })
      .click()
  }
  // The member signed up with Gold, has begun to buy it, and then chooses another package.
  const { member } = await readAsNewMember(page, answers)
  giveOverview(answers, member)
  await openBuyPage(page)
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked()
  await select('Diamond')
  await expect(page).toHaveURL(/\/dashboard$/)
  await openBuyPage(page)
  await expect(page.getByRole('radio', { name: 'Diamond' })).toBeChecked()
  const amount = page.getByLabel('Amount', { exact: true })
  await expect(amount).toHaveValue('50,000')
  // The choice on this page counts, and the landing page shows it.
  await page.getByRole('radio', { name: 'Shield' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Shield' })).toBeChecked()
  await page.goto('/')
  const chosen = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Selected', exact: true }) })
  await expect(chosen).toHaveCount(1)
  await expect(chosen.getByRole('heading')).toHaveText('Shield')

  // A choice stays with its own account.
  answers.give(signOut, async () => {
    readAsVisitor(answers)
    await page.context().clearCookies()
    return {}
  })
  await page.goto('/dashboard/buy')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Package' })).toHaveCount(4)
  await select('Platinum')
  await expect(page).toHaveURL(/\/signup$/)
  answers.give(signIn, async () => {
    const session = await readAsMember(page, answers, aProfile())
    return { session, isAuthenticated: true, isAdmin: false }
  })
  await logInOnScreen(page, 'amara.osei@example.org')
  await openBuyPage(page)
  await expect(page.getByRole('radio', { name: 'Platinum' })).toBeChecked()
  await expect(amount).toHaveValue('100,000')
})

test('after the first purchase the package is preselected, the amount is free and costs 0.01 USD a coin [BUY-11] [BUY-12] [BUY-13] [BUY-14] [CONST-01] [CONST-02] [CONST-07]', async ({
  page,
  answers,
}) => {
  await readAsBuyer(page, answers, { package_id: diamond.id })
  await openBuyPage(page)
  await expect(page.getByRole('radio', { name: 'Diamond' })).toBeChecked()
  const amount = page.getByLabel('Amount', { exact: true })
  await expect(amount).toHaveValue('50,000')
  await expect(page.getByText(/^Package purchase: Diamond\. \$500\.00, with 7,500\u00a0ET bonus\.$/)).toBeVisible()
  await amount.fill('3,000')
  await expect(page.getByText('Top-up. $0.01 per ET, without bonus.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Diamond' })).not.toBeChecked()
  await expect(page.getByText('You pay $30.00, which is 30.0000\u00a0USDT, and receive 3,000\u00a0ET.')).toBeVisible()
  await page.getByRole('button', { name: '1,000 ET more' }).click()
  await expect(amount).toHaveValue(/^4,?000$/)
  await expect(page.getByText(/^You pay \$40\.00/)).toBeVisible()
  for (const [typed, sentence] of [
    ['1500', errors.buy_amount_not_multiple.message],
    ['500', errors.buy_amount_not_valid.message],
    ['1e3', errors.buy_amount_not_valid.message],
    ['1.000', '"1.000" could mean 1 or 1000. Please type one of these two.'],
    ['', errors.buy_amount_not_valid.message],
  ] as const) {
    await amount.fill('2000')
    await expect(page.getByText(sentence)).toHaveCount(0)
    await amount.fill(typed)
    await amount.blur()
    await expect(amount).toHaveAccessibleDescription(new RegExp(escapePattern(sentence)))
  }
  await page.getByRole('button', { name: /^(Continue|Review request)$/ }).click()
  await expect(amount).toBeFocused()
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('radio', { name: 'Shield' }).check()
  await expect(amount).toHaveValue('10,000')
  await expect(amount).toHaveAccessibleDescription(/^(?!.*valid)/)
  expect(answers.callsOf(submitBuyRequest)).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('on a phone the address comes before its code, the amount of a top-up before the packages, and the bar covers nothing', async ({
    page,
    answers,
  }) => {
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN
    await readAsBuyer(page, answers)
    await openBuyPage(page)
    const amount = page.getByLabel('Amount', { exact: true })
    expect(await topOf(amount)).toBeLessThan(await topOf(page.getByRole('radio', { name: 'Shield' })))
    await expect(amount).toBeInViewport({ ratio: 1 })
    // An open keyboard leaves little room.
    for (const height of [812, 600, 420]) {
      await page.setViewportSize({ width: 375, height })
      expect([height, await findFocusFaults(page)]).toEqual([height, []])
    }
    await page.setViewportSize({ width: 375, height: 812 })
    await showBuyStep(page, 'send')
    const copy = page.getByRole('button', { name: 'Copy address' })
    expect(await topOf(copy)).toBeLessThan(
      await topOf(page.getByRole('img', { name: 'QR code of the deposit address' })),
    )
    for (const height of [812, 420]) {
      await page.setViewportSize({ width: 375, height })
      expect([height, await findFocusFaults(page)]).toEqual([height, []])
    }
  })
})
