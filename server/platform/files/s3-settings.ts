import * as z from 'zod/mini'
import { StartRefusal } from '../db/start-refusal.ts'
import { isOrigin, urlOf, wholeNumber } from '../setting-schemas.ts'

const visible = () => z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,300}$/)))

/** The settings of an S3-compatible store for uploaded files. Without them the files are in the data folder. */
export const s3Settings = {
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    meaning:
      'S3-compatible store for uploaded files (docs/operations.md), which several servers can share. Without it, they are in ' +
      'the data folder. The bucket stands in the path of each address. Production needs https off this machine, unless ' +
      'S3_PLAIN_HTTP allows http.',
    expected: 'an origin such as https://s3.example.org',
    schema: z.optional(urlOf('http:', 'https:').check(z.refine(isOrigin))),
  },
  s3PlainHttp: {
    name: 'S3_PLAIN_HTTP',
    meaning:
      'Permission to reach the store by http from another machine or container in production. Uploaded files then travel ' +
      'unprotected, so allow it only on a network that nothing but the server and the store is in.',
    expected: 'refused or allowed',
    fallback: 'refused',
    schema: z.enum(['refused', 'allowed']),
  },
  s3Bucket: {
    name: 'S3_BUCKET',
    meaning: 'Bucket of that store, which has to be there. Nothing in it may be public.',
    expected: 'a name of 3 to 63 small letters, digits, dots and hyphens',
    schema: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  },
  s3Region: {
    name: 'S3_REGION',
    meaning: 'Region of the bucket, as signatures name it.',
    expected: 'a name of letters, digits and hyphens',
    fallback: 'us-east-1',
    schema: z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/)),
  },
  s3AccessKeyId: {
    name: 'S3_ACCESS_KEY_ID',
    meaning: 'Key of the store that may list the bucket, and read, write and delete its objects.',
    expected: 'a text without spaces',
    isSecret: true,
    schema: visible(),
  },
  s3SecretAccessKey: {
    name: 'S3_SECRET_ACCESS_KEY',
    meaning: 'Secret of that key.',
    expected: 'a text without spaces',
    isSecret: true,
    schema: visible(),
  },
  s3Prefix: {
    name: 'S3_PREFIX',
    meaning: 'Folder inside the bucket, if something else is in it, too. Each installation needs its own.',
    expected: 'names of letters, digits, dots, hyphens and underscores, with a slash after each',
    fallback: '',
    schema: z.string().check(z.regex(/^(\w[\w.-]{0,60}\/){0,5}$/)),
  },
  s3KeepDays: {
    name: 'S3_KEEP_DAYS',
    meaning:
      'A file that is no longer needed stays in the bucket for so many days, because a database that is restored from a backup ' +
      'may still name it. Choose at least the days that your backups reach back.',
    expected: 'a whole number of days from 1 to 3650',
    fallback: '30',
    schema: wholeNumber(1, 3650),
  },
} as const

interface S3Config {
  s3Endpoint?: string | undefined
  s3Bucket?: string | undefined
  s3Region: string
  s3AccessKeyId?: string | undefined
  s3SecretAccessKey?: string | undefined
  s3Prefix: string
  s3KeepDays: number
}

/** A bucket with the key to it. */
export interface Bucket {
  /** An origin. */
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Empty, or names with a slash after each. */
  prefix: string
  keepDays: number
}

/** Returns the bucket of the settings, or undefined without one. Throws a StartRefusal if only a part of it is set. */
export function readBucket(config: S3Config): Bucket | undefined {
  const {
    s3Endpoint: endpoint,
    s3Bucket: name,
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey,
  } = config
  if (!endpoint && !name && !accessKeyId && !secretAccessKey) return undefined
  if (!endpoint || !name || !accessKeyId || !secretAccessKey) {
    const needed = {
      s3Endpoint: endpoint,
      s3Bucket: name,
      s3AccessKeyId: accessKeyId,
      s3SecretAccessKey: secretAccessKey,
    }
    const missing = Object.entries(needed).flatMap(([key, value]) =>
      value ? [] : [s3Settings[key as keyof typeof needed].name],
    )
    throw new StartRefusal(`A bucket needs four settings. Set ${missing.join(', ')}, too, or none of them.`)
  }
  const { s3Region: region, s3Prefix: prefix, s3KeepDays: keepDays } = config
  return { endpoint, name, region, accessKeyId, secretAccessKey, prefix, keepDays }
}

interface BackupTimes {
  backupDir?: string | undefined
  backupEveryHours: number
  backupKeep: number
}

/** Refuses to remove files earlier than the oldest backup that is kept. That one is replaced once the next one is complete. */
export function assertOutlastsBackups({ s3KeepDays, ...config }: S3Config & BackupTimes): void {
  if (config.s3Endpoint === undefined || config.backupDir === undefined) return
  const days = Math.ceil(((config.backupKeep + 1) * config.backupEveryHours) / 24)
  if (s3KeepDays >= days) return
  throw new StartRefusal(
    `S3_KEEP_DAYS: expected at least ${days}, because so many days of backups are kept, got ${JSON.stringify(String(s3KeepDays))}`,
  )
}
