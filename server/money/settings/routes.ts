import * as contract from '../../../contract/admin-settings.ts'
import { getOperator } from '../../../contract/operator.ts'
import { getDepositInstructions, getPlatformSettings } from '../../../contract/settings.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { changeSettings, type ChangeDeps } from './change-settings.ts'
import { checkDepositAddress } from './deposit-check.ts'
import { listRateChanges, readRateImpact } from './rate.ts'
import { readAdminSettings, readDepositInstructions, readOperator, readPlatformSettings } from './settings.ts'

export function settingsRoutes(deps: ChangeDeps): Route[] {
  return [
    route(getPlatformSettings, () => readPlatformSettings(deps)),
    route(getOperator, () => readOperator(deps)),
    route(getDepositInstructions, () => readDepositInstructions(deps)),
    route(contract.getAdminSettings, () => readAdminSettings(deps)),
    route(contract.changeSettings, ({ caller: { userId: actorId, token }, ipAddress, body, write, requireProof }) =>
      changeSettings({ ...deps, write }, { actorId, token, ipAddress }, body, requireProof),
    ),
    route(contract.getRateImpact, ({ query }) => readRateImpact(deps.db, query.rate)),
    route(contract.listRateChanges, ({ query }) => listRateChanges(deps.db, query)),
    route(contract.checkDeposit, async ({ query: { network, address } }) => ({
      warnings: checkDepositAddress(network, address),
    })),
  ]
}
