import * as z from 'zod/mini'
import * as endpoints from './endpoints/backups.ts'
import { defineOperation, moment } from './operation.ts'

export const getBackupState = defineOperation(endpoints.getBackupState, {
  summary: 'The last finished backup, and if it is older than the operator’s setting allows.',
  output: z.object({
    /**
     * `unknown` where the operator’s own PostgreSQL holds the data, and no backup of it was ever recorded. `unwatched` where
     * the operator switched the warning off, and in a demonstration.
     */
    state: z.enum(['good', 'late', 'none', 'unknown', 'unwatched']),
    last_backup_at: z.nullable(moment),
    /** The hours after which a backup is late. */
    warn_hours: z.number(),
  }),
})
export type BackupState = z.infer<typeof getBackupState.output>
