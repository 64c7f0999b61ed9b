import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operation.ts'
import { checkWalletAddress, getWalletQr, updateProfile } from '../../contract/own-profile.ts'
import type { Profile } from '../../contract/profiles.ts'
import { getDepositInstructions } from '../../contract/settings.ts'
import { failureTitles, fieldTexts, requiredText, toasts } from '../../contract/texts.ts'
import { stepUp } from '../../contract/two-factor.ts'
import {
  networkName,
  readWalletAddress,
  walletColumns,
  findWalletFault,
} from '../../server/accounts/members/wallet-address.ts'
import { drawQrCode } from '../../server/accounts/members/wallet-qr.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { readQrCode } from '../helpers/qr.ts'
import { aProfile, depositInstructions, walletAddress as tron } from '../helpers/screen-data.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const mistyped = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ofToken = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

test('the details describe the person, and member ID and referral link can be copied [PROFILE-01] [PROFILE-08] [PROFILE-09] [PROFILE-10] [OK-06]', async ({
  page,
  answers,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await openProfile(page, answers)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const details = section(page, 'Details')
  const copied = [
    ['the email', member.email],
    ['the member ID', member.member_id ?? ''],
    ['the referral code', member.referral_code ?? ''],
    ['the referral link', `${answers.url}/signup?ref=${member.referral_code}`],
  ] as const
  for (const [what, text] of copied) {
    await expect(details.getByText(text, { exact: true })).toBeVisible()
    await details.getByRole('button', { name: `Copy ${what}` }).click()
    await expectToast(page, toasts.copied)
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(text)
  }
  for (const text of ['Gold', '+44 20 7946 0018', 'United Kingdom', 'Scotland', 'Edinburgh']) {
    await expect(details.getByText(text, { exact: true }), text).toBeVisible()
  }
  await expectAccessibleAtEveryWidth(page)
})

test('the name is changed; a refusal stays on the page until the next try, and typed text survives a reload [PROFILE-02] [OK-04] [ERR-05]', async ({
  page,
  answers,
}) => {
  const member = await openProfile(page, answers)
  const details = section(page, 'Details')
  const name = details.getByLabel('Full name')
  const save = details.getByRole('button', { name: 'Save name' })
  await name.fill('R2-D2')
  await expect(details.getByText(fieldTexts.lettersOnly)).toHaveCount(0)
  await name.blur()
  await expect(details.getByText(fieldTexts.lettersOnly)).toBeVisible()
  await name.fill('')
  await save.click()
  await expect(details.getByText(requiredText('Full Name'))).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Amara Osei Bonsu')
  await expect(details.getByText(requiredText('Full Name'))).toHaveCount(0)
  await page.reload()
  await expect(name).toHaveValue('Amara Osei Bonsu')

  answers.give(updateProfile, () => {
    throw new Refusal('outcome_unknown')
  })
  await save.click()
  await expectToast(page, failureTitles.update)
  await expect(details.getByRole('alert')).toContainText(failureTitles.update)
  await expect(details.getByRole('alert')).toContainText(errors.outcome_unknown.message)
  await expect(name).toHaveValue('Amara Osei Bonsu')
  await expectAccessibleAtEveryWidth(page)
  takeChanges(page, answers, member)
  await save.click()
  await expectToast(page, toasts.profileUpdated)
  await expect(details.getByRole('alert')).toHaveCount(0)
  expect(answers.callsOf(updateProfile).map(({ params, body }) => ({ params, body }))).toEqual(
    Array(2).fill({ params: { userId: member.id }, body: { full_name: 'Amara Osei Bonsu' } }),
  )
  await page.reload()
  await expect(name).toHaveValue('Amara Osei Bonsu')
})

test('a wallet address is checked during typing, saved after a proof, and shown as a QR code [PROFILE-03] [OK-04]', async ({
  page,
  answers,
}) => {
  await openProfile(page, answers, { wallet_address: null })
  const wallet = section(page, 'Withdrawal wallet')
  const address = wallet.getByLabel('Wallet address')
  await address.fill(mistyped)
  await expect(wallet.getByText('The checksum of this address does not fit.')).toBeVisible()
  await expect(wallet.getByRole('button', { name: 'Save anyway' })).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await address.fill('my wallet')
  await expect(wallet.getByText('This is no address of a network that we know.')).toBeVisible()
  await address.fill(tron)
  await expect(wallet.getByText('TRC20 address, the checksum fits.')).toBeVisible()

  // Without the confirmation nothing changes, and the typed address stays.
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await wallet.getByRole('button', { name: 'Save address' }).click()
  await expectAccessibleAtThisWidth(page)
  await question.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(address).toHaveValue(tron)
  await expect(wallet.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(address).toHaveValue(tron)

  await wallet.getByRole('button', { name: 'Save address' }).click()
  await confirm(question)
  await expectToast(page, toasts.profileUpdated)
  expect(answers.callsOf(stepUp).map(({ body: { call: name, ...form } }) => [name.length, form])).toEqual([
    [43, { action: 'wallet', password }],
  ])
  const code = wallet.getByRole('img', { name: 'QR code of your wallet address' })
  await expect.poll(() => readQrCode(code)).toBe(tron)
  expect(await code.boundingBox()).toMatchObject({ width: 150, height: 150 })
  await expect(wallet.getByRole('link', { name: /Look it up/ })).toHaveAttribute('href', new RegExp(tron))
  await expectAccessibleAtEveryWidth(page)

  // The QR code changes with the address.
  await address.fill(evm)
  await expect(wallet.getByText('This is no TRC20 address.')).toBeVisible()
  await expect(wallet).toContainText('for 24 hours each withdrawal shows the change')
  await address.press('Enter')
  await confirm(question)
  await expectToast(page, toasts.profileUpdated)
  await expect.poll(() => readQrCode(code)).toBe(evm)
})

test('an address with a wrong checksum is not saved before its warning was shown', async ({ page, answers }) => {
  await openProfile(page, answers, { wallet_address: null })
  const wallet = section(page, 'Withdrawal wallet')
  const answerCheck = holdCheck(answers)
  await wallet.getByLabel('Wallet address').fill(mistyped)
  await wallet.getByRole('button', { name: 'Save address' }).click()
  answerCheck()
  await expect(wallet.getByRole('button', { name: 'Save anyway' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(answers.callsOf(updateProfile)).toEqual([])
  await wallet.getByRole('button', { name: 'Save anyway' }).click()
  await confirm(page.getByRole('dialog'))
  await expectToast(page, toasts.profileUpdated)
})

test('an address of the platform or of the token is refused in its field without a proof', async ({
  page,
  answers,
}) => {
  await openProfile(page, answers, { wallet_address: null })
  const wallet = section(page, 'Withdrawal wallet')
  const address = wallet.getByLabel('Wallet address')
  await expect(wallet.getByText('Of your own wallet, on TRC20.')).toBeVisible()
  await address.fill(ofToken)
  await expect(address).toHaveAccessibleDescription(new RegExp(errors.wallet_of_platform.message))
  await wallet.getByRole('button', { name: 'Save address' }).click()
  await expect(address).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(answers.callsOf(updateProfile)).toEqual([])
  await expectAccessibleAtThisWidth(page)
  await address.fill(tron)
  await expect(wallet.getByText('TRC20 address, the checksum fits.')).toBeVisible()
  await expect(wallet.getByText(errors.wallet_of_platform.message)).toHaveCount(0)
})

test('a second click opens no second question for a proof', async ({ page, answers }) => {
  await openProfile(page, answers, { wallet_address: null })
  const wallet = section(page, 'Withdrawal wallet')
  const answerCheck = holdCheck(answers)
  await wallet.getByLabel('Wallet address').fill(tron)
  await wallet.getByRole('button', { name: 'Save address' }).dblclick()
  answerCheck()
  await confirm(page.getByRole('dialog'))
  await expectToast(page, toasts.profileUpdated)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(answers.callsOf(stepUp)).toHaveLength(1)
})

test('the deposit address is shown with its network and its QR code, or buying is closed [PROFILE-07]', async ({
  page,
  answers,
}) => {
  answers.give(getDepositInstructions, depositInstructions({ is_placeholder: true }))
  await openProfile(page, answers)
  const deposit = section(page, 'Deposit address')
  await expect(deposit.getByText('Send only USDT on TRC20.')).toBeVisible()
  await expect(deposit.getByText('Placeholder address.')).toBeVisible()
  await expect(deposit.getByText('Demo', { exact: true })).toBeVisible()
  const code = deposit.getByRole('img', { name: 'QR code of the deposit address' })
  const shown = await deposit.getByText('Deposit address (TRC20)').locator('+ p').textContent()
  expect(shown).toBe(depositInstructions().address)
  await expect.poll(() => readQrCode(code)).toBe(shown)
  await expectAccessibleAtEveryWidth(page)
  answers.give(getDepositInstructions, depositInstructions({ address: null }))
  await page.reload()
  await expect(deposit.getByText(errors.buying_closed.message)).toBeVisible()
  await expect(deposit.getByRole('img')).toHaveCount(0)
})

test(
  'on a narrow screen one section is open at a time, and every control can be used by finger and keyboard',
  phone,
  async ({ page, answers, isMobile }) => {
    await openProfile(page, answers)
    if (isMobile) {
      const opener = (title: string) => page.getByRole('button', { name: title, exact: true })
      await expect(opener('Details')).toHaveAttribute('aria-expanded', 'true')
      await section(page, 'Details').getByLabel('Full name').fill('Half typed')
      await opener('Security').click()
      await expect(opener('Details')).toHaveAttribute('aria-expanded', 'false')
      await expect(section(page, 'Details').getByLabel('Full name')).toBeHidden()
      for (const button of await page.getByRole('main').getByRole('button').all()) {
        const box = await button.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerHTML()).toBeGreaterThanOrEqual(43.5)
      }
      await opener('Details').click()
      await expect(section(page, 'Details').getByLabel('Full name')).toHaveValue('Half typed')
      return
    }
    await page
      .getByRole('navigation', { name: 'Sections of the profile' })
      .getByRole('link', { name: 'Security' })
      .click()
    await expect(page).toHaveURL(/#security$/)
    await expect(section(page, 'Security')).toBeInViewport()
    // From the last section back to the first, every stop belongs to the page and is visible.
    await page.getByRole('button', { name: 'Turn on two-factor authentication' }).focus()
    const stops: string[] = []
    for (let step = 0; step < 40 && !stops.includes('Full name'); step++) {
      await page.keyboard.press('Shift+Tab')
      stops.push(await nameOfFocus(page))
    }
    for (const name of [
      'Change password',
      'Current password',
      'Copy the deposit address',
      'Wallet address',
      'Full name',
    ]) {
      expect(stops, name).toContain(name)
    }
  },
)

/** Opens the profile of a member with these fields. Changes of it are taken from then on. */
async function openProfile(page: Page, answers: Answers, fields: Partial<Profile> = {}): Promise<Profile> {
  const { profile } = await readAsMember(page, answers, aProfile(fields))
  giveSecurity(answers)
  answers.give(checkWalletAddress, ({ body }) => checkOf(body.wallet_address ?? ''))
  answers.give(stepUp, { proof: 'P'.repeat(43), expires_at: '2100-01-01T00:00:00.000Z' })
  takeChanges(page, answers, profile)
  await page.goto(fields.wallet_address === null ? '/dashboard/profile#wallet' : '/dashboard/profile')
  return profile
}

/** Takes changes of the profile as the server does: those of the address need a proof. */
function takeChanges(page: Page, answers: Answers, profile: Profile): void {
  let current = profile
  answers.give(getWalletQr, ({ reply }) => reply.type('image/svg+xml').send(drawQrCode(current.wallet_address ?? '')))
  answers.give(updateProfile, async ({ body, requireProof }) => {
    const { full_name: name, wallet_address: address } = body
    if (address !== undefined) await requireProof()
    current = {
      ...current,
      ...(name !== undefined && { full_name: name }),
      ...(address !== undefined && walletColumns(current.id, address)),
    }
    await readAsMember(page, answers, current)
    return current
  })
}

function checkOf(text: string): OutputOf<typeof checkWalletAddress> {
  const found = readWalletAddress(text)
  return {
    ...found,
    network_name: networkName(found.network, 'TRC20'),
    paid_on: 'TRC20',
    refusal: text === ofToken ? 'wallet_of_platform' : findWalletFault(text, 'TRC20'),
  }
}

/** Lets the check of an address wait until the returned function is called. */
function holdCheck(answers: Answers): () => void {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  answers.give(checkWalletAddress, async ({ body }) => {
    await mayAnswer
    return checkOf(body.wallet_address ?? '')
  })
  return answer
}

function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

async function confirm(question: Locator) {
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Returns the label of the focused element. An element hidden below the bars does not count. */
async function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!top || !(element.contains(top) || top.contains(element))) return 'hidden'
    const label = element.labels?.[0]?.textContent
    return element.getAttribute('aria-label') || element.title || label || element.textContent
  })()`)
}
