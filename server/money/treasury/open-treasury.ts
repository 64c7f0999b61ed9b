import type { Treasury } from '../../../contract/treasury.ts'
import { hasProvider, openChain, type ChainConfig } from '../../platform/chain/open-chain.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Write } from '../../platform/db/write.ts'
import { createPayoutReader } from '../payouts/payouts.ts'
import { beginCheck, checkBalances } from './balances.ts'
import { readTreasury } from './treasury.ts'

/** Opens the treasury by the providers of the configuration. Without one, a check asks nothing. */
export function openTreasury({ db, config }: { db: Db; config: ChainConfig }) {
  const reader = createPayoutReader({ db, config })
  return {
    reader,
    read: async (): Promise<Treasury> => readTreasury(reader),
    async check(write: Write): Promise<Treasury> {
      const isDue = await write(beginCheck)
      if (isDue && hasProvider(config)) await checkBalances(db, openChain(config))
      return readTreasury(reader)
    },
  }
}
