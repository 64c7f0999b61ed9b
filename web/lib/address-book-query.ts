import { listWalletAddresses } from '../../contract/endpoints/wallet-addresses.ts'
import { queryOf } from './query-of.ts'

// The settings hold the hours after which an address is usable.
export const addressBookQuery = queryOf(listWalletAddresses, ['profile', 'settings'], {})
