import type { Endpoint } from '../endpoint.ts'
import { adminOnly, everyDuty } from '../roles.ts'

export const getBackupState = {
  id: 'get_backup_state',
  method: 'GET',
  path: '/api/backups',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint
