import type { DepositWarning } from '../../../contract/admin-settings.ts'
import { addressFormatsOn } from '../../accounts/members/wallet-address.ts'
import { readWalletAddress } from '../../accounts/members/wallet-address.ts'

/** Returns the faults of a deposit address. On a network that this site does not know, only the checksum counts. */
export function checkDepositAddress(network: string, address: string): DepositWarning[] {
  if (address === '') return []
  const found = readWalletAddress(address)
  const forms = addressFormatsOn(network)
  const isOther = forms.length > 0 && (found.network === null || !forms.includes(found.network))
  return [...(found.checksum === 'bad' ? (['checksum'] as const) : []), ...(isOther ? (['network'] as const) : [])]
}
