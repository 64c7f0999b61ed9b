import { join } from 'node:path'
import { S3ServiceError } from 's3mini'
import type { Config } from '../config.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import type { Files } from './files.ts'
import { createFiles } from './folder-files.ts'
import { codeOfService, createS3Files, describeStore } from './s3-files.ts'
import { type Bucket, readBucket, type s3Settings } from './s3-settings.ts'

type FileConfig = Pick<Config, keyof typeof s3Settings | 'dataDir' | 'minFreeDiskMb' | 'backupDir'>

export interface OpenedFiles {
  files: Files
  /** A sentence for the operator, if files seem to be in another place. */
  warning?: string
}

/**
 * Opens the uploaded files where the settings say. `onStored` receives the path of each one in the folder that the next backup has
 * to copy. Throws a StartRefusal if the bucket cannot be used.
 */
export async function openFiles(config: FileConfig, onStored?: (path: string) => unknown): Promise<OpenedFiles> {
  const bucket = readBucket(config)
  if (!bucket) return { files: openFolder(config, onStored) }
  const files = await openBucket(bucket)
  if (!(await hasFiles(openFolder(config)))) return { files }
  const warning = `${fileFolder(config)} has uploaded files. With S3_ENDPOINT the bucket alone is read. Copy them by "npm run files -- --to-store", and move the folder away.`
  return { files, warning }
}

/**
 * Opens the files in another process of this host, which has tried the bucket already. So a store that is away for a while keeps no
 * worker from its start.
 */
export function openFilesAgain(config: FileConfig, onStored: (path: string) => unknown): Files {
  const bucket = readBucket(config)
  return bucket ? createS3Files(bucket) : openFolder(config, onStored)
}

/** Opens the files in the data folder. */
export function openFolder(config: FileConfig, onStored: (path: string) => unknown = () => {}): Files {
  const minFreeBytes = config.minFreeDiskMb * 1024 * 1024
  return createFiles(fileFolder(config), {
    minFreeBytes,
    onStored: (path) => config.backupDir === undefined || onStored(path),
  })
}

/** Opens the files in a bucket, once an object was written, read, listed and removed. Throws a StartRefusal that says why not. */
export async function openBucket(bucket: Bucket): Promise<Files> {
  const files = createS3Files(bucket)
  await files.probe().catch((error: unknown) => {
    throw new StartRefusal(explain(error, bucket), { cause: error })
  })
  return files
}

export function fileFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'files', 'payment_proofs')
}

async function hasFiles(files: Files): Promise<boolean> {
  for await (const page of files.list('')) if (page.length > 0) return true
  return false
}

const wrongKey = new Set(['SignatureDoesNotMatch', 'InvalidAccessKeyId', 'InvalidSecurity'])
const wrongRegion = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect', 'AuthorizationQueryParametersError'])

/** Returns a sentence that names the setting to look at. */
function explain(error: unknown, { endpoint, name, region }: Bucket): string {
  const code = error instanceof S3ServiceError ? codeOfService(error) : ''
  if (wrongKey.has(code)) return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store refuses this key (${code}).`
  if (wrongRegion.has(code)) return `S3_REGION: the store refuses signatures for ${region} (${code}).`
  if (code === 'NoSuchBucket') return `S3_BUCKET: the store has no bucket ${name}.`
  if (code === 'AccessDenied') return `S3_ACCESS_KEY_ID: this key may not use the bucket ${name} (${code}).`
  if (code === 'RequestTimeTooSkewed') return `The clock of this machine differs from that of the store (${code}).`
  return `S3_ENDPOINT: the store at ${endpoint} cannot be used. ${describeStore(error)}.`
}
