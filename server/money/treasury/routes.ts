import * as contract from '../../../contract/treasury.ts'
import type { ChainConfig } from '../../platform/chain/open-chain.ts'
import type { Db } from '../../platform/db/client.ts'
import { sendCsv } from '../../platform/http/csv.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { exportTreasury } from './export-treasury.ts'
import { openTreasury } from './open-treasury.ts'

export function treasuryRoutes(deps: { db: Db; config: ChainConfig }): Route[] {
  const treasury = openTreasury(deps)
  return [
    route(contract.getTreasury, () => treasury.read()),
    route(contract.checkTreasuryBalances, ({ write }) => treasury.check(write)),
    route(contract.exportTreasury, ({ caller: { userId: actorId }, ipAddress, reply }) =>
      sendCsv(reply, exportTreasury(treasury.reader, { actorId, ipAddress })),
    ),
  ]
}
