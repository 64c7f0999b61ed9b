import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { wholeNumber } from '../setting-schemas.ts'

/** The settings of backups, which are made of the built-in database. */
export const backupSettings = {
  backupDir: {
    name: 'BACKUP_DIR',
    meaning:
      'Folder of backups, best on another disk. The server backs the built-in database up into it by its own clock, and copies ' +
      'its log and each uploaded file every ten seconds. So any moment since the oldest backup can be restored ' +
      '(docs/operations.md). Without it, backups are made by hand.',
    expected: 'a path',
    schema: z.pipe(
      z.optional(z.string()),
      z.transform((path: string | undefined) => (path === undefined ? undefined : resolve(path))),
    ),
  },
  backupKey: {
    name: 'BACKUP_KEY',
    meaning:
      'Key that encrypts backups. Keep it in another place as well: without it they cannot be read. Without a key, a ' +
      'backup is as secret as the data folder itself.',
    expected: '32 or more random bytes in base64url, as "openssl rand 32 | basenc --base64url" prints them',
    isSecret: true,
    schema: z.optional(z.string().check(z.regex(/^[\w-]{43,}=*$/))),
  },
  backupEveryHours: {
    name: 'BACKUP_EVERY_HOURS',
    meaning: 'A whole backup is made so many hours after the last one.',
    expected: 'a whole number of hours from 1 to 720',
    fallback: '24',
    schema: wholeNumber(1, 720),
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    meaning: 'So many whole backups are kept, with the log since the oldest of them.',
    expected: 'a whole number from 1 to 365',
    fallback: '7',
    schema: wholeNumber(1, 365),
  },
  backupWarnHours: {
    name: 'BACKUP_WARN_HOURS',
    meaning:
      'The dashboard of administrators warns if the last whole backup is older than so many hours, or missing. 0 switches the warning off.',
    expected: 'a whole number of hours from 0 to 8760',
    fallback: '48',
    schema: wholeNumber(0, 8_760),
  },
} as const
