import { toasts } from '../../contract/texts.ts'
import { createMember, setWallet, useSession } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { readQrCode } from '../helpers/qr.ts'
import { expectToast, password } from '../helpers/screens.ts'

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const tron = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

test('a name is kept, and a wallet address with its code after a proof, of which a mail tells [PROFILE-02] [PROFILE-03]', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await setWallet(member, evm)
  await useSession(page, member)
  await page.goto('/dashboard/profile#wallet')
  await page.getByLabel('Full name').fill('Amara Osei Bonsu')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expectToast(page, toasts.profileUpdated)
  const wallet = page.getByRole('region', { name: 'Withdrawal wallet', exact: true })
  await wallet.getByLabel('Wallet address').fill(tron)
  await expect(wallet.getByText('TRC20 address, the checksum fits.')).toBeVisible()
  await wallet.getByRole('button', { name: 'Save address' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  const code = wallet.getByRole('img', { name: 'QR code of your wallet address' })
  await expect.poll(() => readQrCode(code)).toBe(tron)
  await server.mailTo(member.email, 'withdrawal address was changed')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Amara Osei Bonsu')
  await expect(wallet.getByLabel('Wallet address')).toHaveValue(tron)
})
