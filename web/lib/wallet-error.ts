import { errors } from '../../contract/errors.ts'
import { t } from '../../contract/translate.ts'
import type { WalletCheck } from './use-wallet-check.ts'

interface WalletFault {
  title: string
  text: string
}

/** Returns the reason why coins cannot be withdrawn to an address; undefined if they can. */
export function walletError({ refusal, network, paid_on }: WalletCheck): WalletFault | undefined {
  switch (refusal) {
    case null:
      return undefined
    case 'wallet_address_mistyped':
      return {
        title: network
          ? t('The checksum of this address does not fit.')
          : t('This is no address of a network that we know.'),
        text: t('A character is mistyped or missing. Nothing can be withdrawn to this address.'),
      }
    case 'wallet_network_other':
      return {
        title: t('This is no {network} address.', { network: paid_on }),
        text: t('Withdrawals are paid on {network} only. Nothing can be withdrawn to this address.', {
          network: paid_on,
        }),
      }
    case 'wallet_of_platform':
      return { title: t('This is no wallet of your own.'), text: errors.wallet_of_platform.message }
  }
}
