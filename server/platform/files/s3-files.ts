import { createHash, randomInt, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import { Refusal } from '../db/refusal.ts'
import { inSpan } from '../traces/spans.ts'
import { assertPath, type Files, type ListedFile, pathPattern } from './files.ts'
import type { Bucket } from './s3-settings.ts'

/** The time for an answer of the store: a file of 5 MB reaches it well within this time. */
const answerMs = 20_000
const folder = 'payment_proofs/'

export interface S3Files extends Files {
  /** Writes, reads, lists and removes a small object, as a start does. Throws the failure of the store. */
  probe(): Promise<void>
}

/**
 * Opens the files in a bucket, payment_proofs/{userId}/{timestamp}.{extension} below its prefix. A failure of the store is
 * refused with files_unavailable. Not all stores keep two writers from one name, so six random digits follow the
 * milliseconds in the name.
 */
export function createS3Files(bucket: Bucket, { pageSize = 1_000 } = {}): S3Files {
  const client = openClient(bucket)
  const root = `${bucket.prefix}${folder}`
  const keyOf = (path: string) => {
    assertPath(path)
    return root + path
  }
  return {
    async store(userId, extension, bytes) {
      const digits = randomInt(1_000_000).toString().padStart(6, '0')
      const path = `${userId}/${Date.now()}${digits}.${extension}`
      await refuseFailure(async () => write(client, keyOf(path), bytes))
      return path
    },
    async put(path, bytes) {
      const key = keyOf(path)
      await refuseFailure(async () => write(client, key, bytes))
    },
    async open(path) {
      const key = keyOf(path)
      return refuseFailure(async () => read(client, key))
    },
    async remove(path) {
      const key = keyOf(path)
      await refuseFailure(async () => remove(client, key))
    },
    hasRoom: async () => true,
    list: (after) => listPages(client, { root, after, pageSize }),
    keptDays: bucket.keepDays,
    probe: async () => probe(client, `${root}.probe-${randomUUID()}`),
  }
}

function openClient({ endpoint, name, region, accessKeyId, secretAccessKey }: Bucket): S3mini {
  return new S3mini({ accessKeyId, secretAccessKey, endpoint: `${endpoint}/${name}`, region, fetch: fetchInTime })
}

/** Only the headers have to come in time: a slow reader may take long for the bytes. A redirect would leave the named store. */
async function fetchInTime(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new Error('The store does not answer in time')), answerMs)
  try {
    // The name of an object has the id of a member in it.
    const asking = async () => fetch(input, { ...init, redirect: 'error', signal: waiting.signal })
    const answer = await inSpan({ kind: 'outgoing', name: 's3', details: methodOf(init) }, asking)
    if (answer.status === 404) await refuseOtherLoss(answer.clone())
    return answer
  } finally {
    clearTimeout(timer)
  }
}

function methodOf({ method = 'GET' }: RequestInit = {}) {
  return { 'http.request.method': method }
}

/** The client takes every 404 for a missing object. One with another code is a failure, such as a bucket that is gone. */
async function refuseOtherLoss(answer: Response): Promise<void> {
  const failure = new S3ServiceError('not found', 404, undefined, await answer.text())
  if (codeOfService(failure) !== 'NoSuchKey') throw failure
}

async function write(client: S3mini, key: string, bytes: Buffer): Promise<void> {
  // The store refuses bytes that changed on the way.
  const headers: Record<string, string> = { 'content-md5': createHash('md5').update(bytes).digest('base64') }
  const answer = await client.putObject(key, bytes, 'application/octet-stream', undefined, headers)
  await answer.body?.cancel()
}

async function read(client: S3mini, key: string) {
  const answer = await client.getObjectResponse(key)
  if (!answer?.body) return undefined
  const stream = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
  return { size: Number(answer.headers.get('content-length')), stream }
}

async function remove(client: S3mini, key: string): Promise<void> {
  await client.deleteObject(key).catch((error: unknown) => {
    if (!(error instanceof S3ServiceError && codeOfService(error) === 'NoSuchKey')) throw error
  })
}

interface Listing {
  root: string
  /** The id of a user, or nothing. */
  after: string
  pageSize: number
}

async function* listPages(client: S3mini, { root, after, pageSize }: Listing): AsyncGenerator<ListedFile[]> {
  // A tilde sorts behind every name of this user.
  let last: string | undefined = after && `${root}${after}/~`
  do {
    const options: Record<string, string> = last ? { 'start-after': last } : {}
    const page = await refuseFailure(async () => client.listObjectsPaged('/', root, pageSize, undefined, options))
    if (!page) throw new Refusal('files_unavailable', { cause: new Error('The bucket is gone') })
    const objects = page.objects ?? []
    last = page.nextContinuationToken === undefined ? undefined : objects.at(-1)?.Key
    yield objects
      .map(({ Key, Size, LastModified }) => ({
        path: Key.slice(root.length),
        size: Size,
        changedMs: LastModified.getTime(),
      }))
      .filter(({ path }) => pathPattern.test(path))
  } while (last)
}

async function probe(client: S3mini, key: string): Promise<void> {
  const bytes = Buffer.from(key)
  await write(client, key, bytes)
  const found = await read(client, key)
  const kept = found && Buffer.concat(await found.stream.toArray())
  if (!kept?.equals(bytes)) throw new Error('The store does not give back what was written')
  await client.listObjectsPaged('/', key, 1)
  await remove(client, key)
}

/** The answer of a store may repeat a whole request, so the log has its code alone. */
async function refuseFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('files_unavailable', { cause: new Error(describeStore(error)) })
  }
}

/** Returns a line about a failure of the store: its status and code, or the failure of the network. */
export function describeStore(error: unknown): string {
  if (error instanceof S3ServiceError) return `The store answers ${error.status} ${codeOfService(error)}`
  if (!(error instanceof Error)) return 'The store has failed'
  if (error.cause instanceof Error) return describeStore(error.cause)
  return 'code' in error && typeof error.code === 'string' ? `The store is not reached (${error.code})` : error.message
}

/** Returns the code of an answer, such as NoSuchBucket. Some stores send it under a type that the client does not read. */
export function codeOfService({ serviceCode, body = '' }: S3ServiceError): string {
  if (serviceCode && serviceCode !== 'Unknown') return serviceCode
  return /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''
}
