import { getBackupState } from '../../../contract/backups.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { readBackupState, type Watched } from './backup-state.ts'

export function backupRoutes(watched: Watched): Route[] {
  return [route(getBackupState, () => readBackupState(watched))]
}
