import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/operation.ts'
import { checkWalletAddress } from '../../contract/own-profile.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'
import { useSettled } from './use-settled.ts'

export type WalletCheck = OutputOf<typeof checkWalletAddress>

const pauseMs = 400

/** What is known of the address that is typed: undefined while it is empty, still being typed, or could not be checked. */
export function useWalletCheck(typed: string): WalletCheck | undefined {
  const address = typed.trim()
  const settled = useSettled(address, pauseMs)
  const { data } = useQuery({ ...walletCheckQuery(settled), enabled: settled !== '' })
  return settled === address ? data : undefined
}

/** The same at once; a check that fails says nothing, and must not keep anybody from saving. */
export async function checkWallet(address: string): Promise<WalletCheck | undefined> {
  return address === '' ? undefined : queryClient.fetchQuery(walletCheckQuery(address)).catch(() => undefined)
}

function walletCheckQuery(address: string) {
  return queryOptions({
    queryKey: [checkWalletAddress.id, address],
    queryFn: ({ signal }) => call(checkWalletAddress, { body: { wallet_address: address } }, { signal }),
    // The same text is the same address until the settings have another network or deposit address.
    staleTime: Infinity,
    retry: false,
    meta: { topics: ['settings'], isPublic: false },
  })
}
