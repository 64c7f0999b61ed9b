import * as contract from '../../../contract/treasury.ts'
import { hasProvider, openChain, type ChainConfig } from '../../platform/chain/open-chain.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { createPayoutReader } from '../payouts/payouts.ts'
import { beginCheck, checkBalances } from './balances.ts'
import { exportTreasury } from './export-treasury.ts'
import { readTreasury } from './treasury.ts'

export function treasuryRoutes({ db, config }: { db: Db; config: ChainConfig }): Route[] {
  const reader = createPayoutReader({ db, config })
  return [
    route(contract.getTreasury, () => readTreasury(reader)),
    route(contract.checkTreasuryBalances, async ({ write }) => {
      const isDue = await write(beginCheck)
      if (isDue && hasProvider(config)) await checkBalances(db, openChain(config))
      return readTreasury(reader)
    }),
    route(contract.exportTreasury, ({ caller: { userId: actorId }, ipAddress, reply }) =>
      sendCsv(reply, exportTreasury(reader, { actorId, ipAddress })),
    ),
  ]
}
