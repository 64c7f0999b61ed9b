import { getDepositInstructions, getPlatformSettings } from '../../contract/settings.ts'
import { route, type Route } from '../http/route.ts'
import { readDeposit, readPlatformSettings, type SettingsDeps } from './settings.ts'

export function settingsRoutes(deps: SettingsDeps): Route[] {
  return [
    route(getPlatformSettings, () => readPlatformSettings(deps)),
    route(getDepositInstructions, () => readDeposit(deps)),
  ]
}
