import { randomUUID } from 'node:crypto'
import { errors } from '../../contract/errors.ts'
import { checkWalletAddress, getWalletChange, getWalletQr, updateProfile } from '../../contract/own-profile.ts'
import { submitWithdrawalRequest } from '../../contract/requests.ts'
import { stepUp } from '../../contract/two-factor.ts'
import {
  addWalletAddress,
  listWalletAddresses,
  removeWalletAddress,
  type ListedAddress,
} from '../../contract/wallet-addresses.ts'
import { walletColumns } from '../../server/accounts/members/wallet-address.ts'
import { drawQrCode } from '../../server/accounts/members/wallet-qr.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aProfile, walletAddress as known, walletCheck } from '../helpers/screen-data.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'
import { readAsSpender } from '../helpers/screen-data/spending.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { confirmIdentity } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const later = '2100-01-01T12:00:00.000Z'
const added = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'

/** The book of the test, which the calls of the page change as those of the server do. */
function giveBook(answers: Answers, ...more: ListedAddress[]): ListedAddress[] {
  const items = [anAddress(known, { is_default: true }), ...more]
  answers.give(listWalletAddresses, () => ({ items }))
  answers.give(addWalletAddress, async ({ body, requireProof }) => {
    await requireProof()
    if (items.some(({ address }) => address === body.wallet_address)) throw new Refusal('wallet_address_listed')
    items.push(anAddress(body.wallet_address, { usable_from: later }))
    return { items }
  })
  answers.give(removeWalletAddress, async ({ params, requireProof }) => {
    await requireProof()
    const at = items.findIndex(({ id }) => id === params.addressId)
    items.splice(at, 1)
    return { items }
  })
  return items
}

function anAddress(address: string, fields: Partial<ListedAddress> = {}): ListedAddress {
  return { id: randomUUID(), address, is_default: false, usable_from: null, ...fields }
}

test('a member adds, removes and chooses withdrawal addresses, each with a proof, and reads from when on they are usable', async ({
  page,
  answers,
}) => {
  const { profile } = await readAsMember(page, answers, aProfile({ wallet_address: known }))
  giveSecurity(answers)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(stepUp, { proof: 'P'.repeat(43), expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(getWalletQr, ({ reply }) => reply.type('image/svg+xml').send(drawQrCode(known)))
  answers.give(updateProfile, async ({ body, requireProof }) => {
    await requireProof()
    return { ...profile, ...walletColumns(profile.id, body.wallet_address ?? null) }
  })
  giveBook(answers)
  await page.goto('/dashboard/profile#wallet')
  const book = page.getByRole('list', { name: 'Withdrawal addresses' })
  await expect(book.getByRole('listitem')).toHaveText([/Default\s*Usable now/])

  await page.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByText('Wallet Address is required.')).toBeVisible()
  await page.getByLabel('Another address').fill(added)
  await page.getByRole('button', { name: 'Add address' }).click()
  await confirmIdentity(page)
  const row = book.getByRole('listitem').nth(1)
  await expect(row).toContainText('Withdrawals to it can be approved from')
  await expect(row.locator('time')).toHaveAttribute('datetime', later)
  await expect(page.getByLabel('Another address')).toHaveValue('')
  await expectAccessibleAtEveryWidth(page)

  await page.getByLabel('Another address').fill(added)
  await page.getByRole('button', { name: 'Add address' }).click()
  await confirmIdentity(page)
  await expect(page.getByRole('alert')).toContainText(errors.wallet_address_listed.message)

  await page.getByRole('button', { name: `Make default: the address ending in ${added.slice(-6)}` }).click()
  await confirmIdentity(page)
  expect(answers.callsOf(updateProfile).map(({ body }) => body)).toContainEqual({ wallet_address: added })
  await page.getByRole('button', { name: `Remove: the address ending in ${added.slice(-6)}` }).click()
  await confirmIdentity(page)
  await expect(book.getByRole('listitem')).toHaveCount(1)
})

test('a book of five offers no form for a sixth', async ({ page, answers }) => {
  await readAsMember(page, answers, aProfile({ wallet_address: known }))
  giveSecurity(answers)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletQr, ({ reply }) => reply.type('image/svg+xml').send(drawQrCode(known)))
  giveBook(answers, ...Array.from({ length: 4 }, (_, n) => anAddress(`0x${String(n).repeat(40)}`)))
  await page.goto('/dashboard/profile#wallet')
  await expect(page.getByText('You have five addresses, which is the most.')).toBeVisible()
  await expect(page.getByLabel('Another address')).toHaveCount(0)
})

test('a withdrawal goes to the chosen address, of which the form says from when on it can be approved', async ({
  page,
  answers,
}) => {
  await readAsSpender(page, answers)
  answers.give(checkWalletAddress, walletCheck())
  answers.give(getWalletChange, { changed_at: null })
  giveBook(answers, anAddress(added, { usable_from: later }))
  await page.goto('/dashboard/withdraw')
  const choice = page.getByRole('group', { name: 'Pay to' })
  await expect(choice.getByRole('radio', { name: known })).toBeChecked()
  await expect(choice).toContainText('Withdrawals to it can be approved from')
  await expectAccessibleAtEveryWidth(page)
  await choice.getByRole('radio', { name: added }).check()
  await page.getByLabel('Amount', { exact: true }).fill('2000')
  await page.getByRole('button', { name: 'Review withdrawal' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Review your withdrawal' })
  await expect(dialog).toContainText(added)
  await dialog.getByRole('button', { name: 'Submit withdrawal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawal submitted' })).toBeVisible()
  expect(answers.callsOf(submitWithdrawalRequest)[0]?.body).toMatchObject({ wallet_address: added })
})
