import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDebounce } from 'use-debounce'
import type { OutputOf } from '../../contract/typed-endpoints.ts'
import { checkWalletAddress } from '../../contract/endpoints/own-profile.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'

export type WalletCheck = OutputOf<typeof checkWalletAddress>

const pauseMs = 400

/** Checks the typed address. Undefined while it is empty or still being typed, or if the check failed. */
export function useWalletCheck(typed: string): WalletCheck | undefined {
  const address = typed.trim()
  const [settled] = useDebounce(address, pauseMs)
  const { data } = useQuery({ ...walletCheckQuery(settled), enabled: settled !== '' })
  return settled === address ? data : undefined
}

/** Checks an address at once. Returns undefined if the check fails, as that must not keep a person from saving. */
export async function checkWallet(address: string): Promise<WalletCheck | undefined> {
  return address === '' ? undefined : queryClient.fetchQuery(walletCheckQuery(address)).catch(() => undefined)
}

function walletCheckQuery(address: string) {
  return queryOptions({
    queryKey: [checkWalletAddress.id, address],
    queryFn: ({ signal }) => call(checkWalletAddress, { body: { wallet_address: address } }, { signal }),
    // The result for a text stays true until the settings change the network or the deposit address.
    staleTime: Infinity,
    retry: false,
    meta: { topics: ['settings'], isPublic: false },
  })
}
