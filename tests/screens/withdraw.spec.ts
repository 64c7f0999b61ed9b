import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getSession } from '../../contract/auth.ts'
import { getProfile } from '../../contract/profiles.ts'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { failureTitles, fallbackTexts, fieldTexts } from '../../contract/texts.ts'
import { checkWalletAddress, getWalletChange } from '../../contract/own-profile.ts'
import { aProfile, aSession, platformStats, walletAddress, walletCheck } from '../helpers/screen-data.ts'
import { expectToast, slipPicture } from '../helpers/screens.ts'
import type { Answers } from '../helpers/answers.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { uploadFile } from '../../contract/uploads.ts'
import { readAsSpender, type SpendingWorld } from '../helpers/screen-data/spending.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const withdrawals = '**/api/withdrawal-requests'

test.beforeEach(({ answers }) => {
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
})

test(
  'without a wallet address the page warns, links to the profile and sends nothing [WITHDRAW-06] [WITHDRAW-07]',
  phone,
  async ({ page, answers }) => {
    const { profile } = await readAsMember(page, answers, aProfile({ wallet_address: null }))
    answers.give(getProfile, profile)
    giveSecurity(answers)
    await openWithdrawPage(page)
    await expect(page.getByText(errors.wallet_address_missing.message)).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('2000')
    await review(page)
    await expect(page.getByRole('alert').getByText(errors.wallet_address_missing.message)).toBeVisible()
    const link = page.getByRole('link', { name: 'Set the wallet address' })
    await expect(link).toBeFocused()
    await expectAccessibleAtEveryWidth(page)
    expect(answers.callsOf(submitWithdrawalRequest)).toEqual([])
    await link.click()
    await expect(page).toHaveURL(/\/dashboard\/profile#wallet$/)
    await expect(page.getByLabel('Wallet address')).toBeVisible()
    // The typed amount is still there after the address was set.
    await page.goBack()
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('2000')
  },
)

test(
  'every invalid amount has its sentence, and a valid one its value at the platform’s rate, which stays during typing [WITHDRAW-01] [WITHDRAW-03] [WITHDRAW-04] [WITHDRAW-08] [WITHDRAW-09] [WITHDRAW-10] [WITHDRAW-11] [CONST-10]',
  phone,
  async ({ page, answers }) => {
    await readAsMember(page, answers)
    await openWithdrawPage(page)
    const amount = page.getByLabel('Amount', { exact: true })
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('Withdrawal time with Gold24 hours')
    for (const [typed, sentence] of [
      ['lots', fieldTexts.numberNeeded],
      ['500', errors.withdrawal_below_minimum.message],
      ['1.000', '"1.000" could mean 1 or 1000. Please type one of these two.'],
      ['28000', errors.amount_exceeds_balance.message],
      ['1500', errors.withdrawal_not_multiple.message],
    ] as const) {
      await amount.fill(typed)
      await amount.blur()
      await expect(page.getByText(sentence)).toBeVisible()
      await review(page)
      await expect(amount).toBeFocused()
      await amount.fill('2000')
      await expect(page.getByText(sentence)).toHaveCount(0)
    }
    expect(answers.callsOf(submitWithdrawalRequest)).toEqual([])
    await page.getByRole('button', { name: /^Max/ }).click()
    await expect(amount).toHaveValue('27000')
    await expect(summary).toContainText('$270.00')
    await amount.fill('3000')
    await expect(summary).toContainText('$30.00')
    answers.give(getGlobalPlatformStats, platformStats({ et_rate: '0.02' }))
    answers.announce('settings')
    await expect(page.getByText('$0.0200').first()).toBeVisible()
    await expect(summary).toContainText('$30.00')
    await expect(summary).toContainText('$0.0100')
    await amount.blur()
    await expect(summary).toContainText('$60.00')
    await expect(summary).toContainText('$0.0200')
  },
)

test('an unusable wallet address is refused with its reason, leads to the profile and sends nothing', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
  const destination = page
    .getByRole('region', { name: 'Destination' })
    .or(page.locator('section', { hasText: 'Destination' }))
  for (const [wallet, check, title] of [
    [
      `${walletAddress.slice(0, -1)}F`,
      walletCheck({ checksum: 'bad', refusal: 'wallet_address_mistyped' }),
      'The checksum of this address does not fit.',
    ],
    [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      walletCheck({ network: 'EVM', network_name: null, refusal: 'wallet_network_other' }),
      'This is no TRC20 address.',
    ],
  ] as const) {
    answers.give(checkWalletAddress, check)
    setWallet(answers, world, wallet)
    await openWithdrawPage(page)
    await expect(destination.getByText(title)).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('2000')
    await review(page)
    await expect(page.getByRole('alert').getByText(title)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Change it in your profile' })).toBeFocused()
    // Here the bar at the top covers half of a button, which axe would take for a small one.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleAtEveryWidth(page)
  }
  expect(answers.callsOf(submitWithdrawalRequest)).toEqual([])

  // The address becomes the platform's after the page was opened, so only the server can refuse it.
  answers.give(checkWalletAddress, walletCheck())
  setWallet(answers, world, walletAddress)
  await expect(page.getByText('Wallet address of your profile · TRC20')).toBeVisible()
  await review(page)
  answers.give(submitWithdrawalRequest, () => {
    throw new Refusal('wallet_of_platform')
  })
  await submit(page)
  await expect(page.getByRole('alert').getByText(errors.wallet_of_platform.message)).toBeVisible()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('2000')
  answers.give(checkWalletAddress, walletCheck({ refusal: 'wallet_of_platform' }))
  await openWithdrawPage(page)
  await expect(destination.getByText('This is no wallet of your own.')).toBeVisible()
})

test(
  'a withdrawal is reviewed, sent once to the member’s own wallet, and reports a changed rate [WITHDRAW-02] [WITHDRAW-05] [CALL-39]',
  phone,
  async ({ page, answers }) => {
    const world = await readAsSpender(page, answers)
    const answering = Promise.withResolvers<void>()
    await page.route(withdrawals, async (route) => {
      // The second click meets the first call still running.
      await answering.promise
      await route.continue()
    })
    await openWithdrawPage(page)
    // The page keeps the rate that it showed while the amount was typed.
    await expect(page.getByRole('region', { name: 'Live rate and figures' })).toContainText('$0.0100')
    await page.getByLabel('Amount', { exact: true }).fill('8000')
    await page.locator('input[type=file]').setInputFiles(await slipPicture())
    await expect(page.getByText('Attachment uploaded.')).toBeVisible()
    await expect(page.getByText(walletAddress)).toBeVisible()
    await expect(page.getByText('Wallet address of your profile · TRC20')).toBeVisible()
    await expect(page.getByText('The last change of this address')).toHaveCount(0)
    await expectAccessibleAtEveryWidth(page)
    await review(page)
    const dialog = page.getByRole('dialog', { name: 'Review your withdrawal' })
    for (const text of [walletAddress, 'TRC20', '8,000', '$80.00', 'slip.png', '27,500', '19,500']) {
      await expect(dialog).toContainText(text)
    }
    await expectAccessibleAtThisWidth(page)
    // A pasted file now would differ from the reviewed one.
    await pasteSlip(page)
    expect(answers.callsOf(submitWithdrawalRequest)).toEqual([])
    world.rate = '0.02'
    await dialog.getByRole('button', { name: 'Submit withdrawal' }).dblclick()
    answering.resolve()
    const heading = page.getByRole('heading', { level: 1, name: 'Withdrawal submitted' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(page.getByText('8,000\u00a0ET are locked until an administrator decides.')).toContainText('$160.00')
    await expect(page.getByText('The rate changed before your request arrived.')).toBeVisible()
    await expect(page.getByText(/You reviewed \$80\.00 at \$0\.01000 per ET/)).toBeVisible()
    expect(answers.callsOf(submitWithdrawalRequest)).toHaveLength(1)
    expect(answers.callsOf(uploadFile)).toHaveLength(1)
    expect(answers.callsOf(submitWithdrawalRequest)[0]?.body).toEqual({
      amount_coins: 8_000,
      attachment_id: expect.any(String),
    })
    const [request] = world.requests
    await expect(page.getByRole('link', { name: 'Go to Activity' })).toHaveAttribute(
      'href',
      `/dashboard/activity?request=${request?.id}`,
    )
    await expectAccessibleAtEveryWidth(page)
  },
)

test('an amount that is changed after a lost answer is not sent before the earlier outcome is known', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
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
  expect(world.requests).toHaveLength(1)
  // A member who wants both requests submits again.
  await review(page)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  expect(world.requests.map(({ amount_coins: coins }) => coins)).toEqual(['5000', '7000'])
})

test('a wallet that is changed during the review is reported before or right after the submission [WITHDRAW-02]', async ({
  page,
  answers,
}) => {
  const other = 'TQjik9eLzDbhVN47dhEKxU5azDuBM1Lawd'
  const world = await readAsSpender(page, answers)
  await openWithdrawPage(page)
  await page.getByLabel('Amount', { exact: true }).fill('8000')
  await review(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(walletAddress)
  answers.give(getWalletChange, { changed_at: new Date().toISOString() })
  setWallet(answers, world, other)
  await expect(page.getByText(other)).toBeAttached()
  await expect(dialog).toContainText(walletAddress)
  await submit(page)
  await expectToast(page, failureTitles.submission)
  await expect(page.getByRole('alert').getByText(/The wallet address in your profile has changed/)).toBeVisible()
  expect(answers.callsOf(submitWithdrawalRequest)).toEqual([])
  await expect(page.getByText('The last change of this address')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)

  await page.route(withdrawals, async (route) => {
    world.member = { ...world.member, wallet_address: walletAddress }
    await route.continue()
  })
  await review(page)
  await expect(dialog).toContainText(other)
  await submit(page)
  await expect(page.getByRole('heading', { name: 'Withdrawal submitted' })).toBeVisible()
  await expect(page.getByText('The request goes to another wallet address than the one you reviewed.')).toBeVisible()
  expect(world.requests[0]).toMatchObject({ wallet_address: walletAddress })
})

test('a retry that is refused before it is handled leaves the outcome of the first attempt unknown [ERR-09]', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
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
  expect(world.requests).toHaveLength(1)
})

/** Changes the wallet address in the member's profile, as in another tab. */
function setWallet(answers: Answers, world: SpendingWorld, wallet: string) {
  world.member = { ...world.member, wallet_address: wallet }
  answers.give(getSession, { session: aSession(world.member), isAuthenticated: true, isAdmin: false })
  answers.announce('profile')
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

async function pasteSlip(page: Page) {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4'], 'pasted.pdf', { type: 'application/pdf' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
}
