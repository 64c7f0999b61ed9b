import type { Config } from '../config.ts'
import { createCallBudget, type CallBudget } from './call-budget.ts'
import { createChain, type Chain } from './chain.ts'
import { createTronClient } from './tron-client.ts'

export type ChainConfig = Pick<
  Config,
  'tronApiUrl' | 'tronApiKey' | 'tronSecondApiUrl' | 'tronSecondApiKey' | 'tronBothAboveUsdt' | 'tronContract'
>

/** A configuration with a provider. */
export type ProviderConfig = ChainConfig & { tronApiUrl: string }

/** True if the configuration names a provider. Without one, nothing is checked on the chain. */
export function hasProvider(config: ChainConfig): config is ProviderConfig {
  return config.tronApiUrl !== undefined
}

/** The token has six decimals. */
export const unitsOfUsdt = 1_000_000n
/** Calls that people wait for, such as those of a page, in a minute. */
const callsPerMinute = 30

/** Opens the chain by the providers of the configuration. The budget counts the calls to both of them, and the signal ends them. */
export function openChain(
  { tronApiUrl, tronApiKey, tronSecondApiUrl, tronSecondApiKey, tronBothAboveUsdt, tronContract }: ProviderConfig,
  { budget = createCallBudget(callsPerMinute), signal }: { budget?: CallBudget; signal?: AbortSignal } = {},
): Chain {
  const places = [
    { url: tronApiUrl, key: tronApiKey },
    ...(tronSecondApiUrl === undefined ? [] : [{ url: tronSecondApiUrl, key: tronSecondApiKey }]),
  ]
  return createChain({
    providers: places.map((place) =>
      createTronClient({ provider: { ...place, signal }, contract: tronContract, budget }),
    ),
    bothAboveUnits: BigInt(tronBothAboveUsdt) * unitsOfUsdt,
  })
}
