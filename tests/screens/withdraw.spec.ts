import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getProfile } from '../../contract/profiles.ts'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import { listSessions } from '../../contract/sessions.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { checkWalletAddress, getWalletChange } from '../../contract/own-profile.ts'
import { getTwoFactor } from '../../contract/two-factor.ts'
import { aProfile, platformStats, walletCheck } from '../helpers/screen-data.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

const phone = { tag: '@phone' }

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
    answers.give(getTwoFactor, { is_on: false, is_required: false, enabled_at: null, recovery_codes_left: 0 })
    answers.give(listSessions, { items: [] })
    await openWithdrawPage(page)
    await expect(page.getByText(errors.wallet_address_missing.message)).toBeVisible()
    await page.getByLabel('Amount', { exact: true }).fill('2000')
    await review(page)
    await expect(page.getByRole('alert').getByText(errors.wallet_address_missing.message)).toBeVisible()
    const link = page.getByRole('link', { name: 'Set the wallet address' })
    await expect(link).toBeFocused()
    await expectSoundScreen(page)
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
  'every wrong amount has its sentence, and a right one its value at the platform’s rate, which waits while it is read [WITHDRAW-01] [WITHDRAW-03] [WITHDRAW-04] [WITHDRAW-08] [WITHDRAW-09] [WITHDRAW-10] [WITHDRAW-11] [CONST-10]',
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

async function openWithdrawPage(page: Page) {
  await page.goto('/dashboard/withdraw')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw coins' })).toBeVisible()
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
}
