import type { DepositWarning } from '../../../contract/admin-settings.ts'
import { formsOn } from '../../accounts/members/wallet-address.ts'
import { readWalletAddress } from '../../accounts/members/wallet-address.ts'

/** What is wrong with a deposit address. Nothing is said about networks that this site does not know. */
export function checkDepositAddress(network: string, address: string): DepositWarning[] {
  if (address === '') return []
  const found = readWalletAddress(address)
  const forms = formsOn(network)
  const isOther = forms.length > 0 && (found.network === null || !forms.includes(found.network))
  return [...(found.checksum === 'bad' ? (['checksum'] as const) : []), ...(isOther ? (['network'] as const) : [])]
}
