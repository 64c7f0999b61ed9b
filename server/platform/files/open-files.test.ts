import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listStored } from '../../../tests/helpers/list-stored.ts'
import { findFreePort, startServer } from '../../../tests/helpers/server.ts'
import { startSwift, swiftFolder, type Swift } from '../../../tests/helpers/swift.ts'
import { readConfig } from '../config.ts'
import { openBucket, openFiles } from './open-files.ts'
import { createS3Files } from './s3-files.ts'
import type { Bucket } from './s3-settings.ts'

const settings = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'slips',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'very-secret',
}

const environmentOf = ({ endpoint, name, accessKeyId, secretAccessKey }: Bucket) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: name,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

/** Runs the command that copies files, with these settings alone. */
function runFiles(environment: Record<string, string>, ...args: string[]) {
  const cwd = join(import.meta.dirname, '../../..')
  const env = { PATH: process.env['PATH'], ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/files.ts', ...args], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('the settings of a bucket', () => {
  test('are all there, or none of them is', () => {
    expect(readConfig(settings)).toMatchObject({ s3Bucket: 'slips', s3Region: 'us-east-1', s3KeepDays: 30 })
    for (const name of Object.keys(settings))
      expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
        `A bucket needs four settings. Set ${name}, too, or none of them.`,
      )
    expect(() => readConfig({ S3_BUCKET: 'slips' })).toThrow(
      'Set S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, too',
    )
  })

  test.each([
    ['S3_ENDPOINT', 'https://s3.example.org/slips'],
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_BUCKET', 'Slips'],
    ['S3_BUCKET', '../slips'],
    ['S3_REGION', 'eu west'],
    ['S3_SECRET_ACCESS_KEY', 'very secret'],
    ['S3_PREFIX', '../'],
    ['S3_PREFIX', 'et'],
    ['S3_KEEP_DAYS', '0'],
  ])('%s as %s is refused, and no secret is in the sentence', (name, value) => {
    const read = () => readConfig({ ...settings, [name]: value })
    expect(read).toThrow(`${name}: expected `)
    expect(read).not.toThrow('secret')
  })

  test('files outlast the backups that may name them', () => {
    const read = (more: Record<string, string>) => () => readConfig({ ...settings, BACKUP_DIR: '/backups', ...more })
    expect(read({})).not.toThrow()
    expect(read({ S3_KEEP_DAYS: '8' })).not.toThrow()
    expect(read({ S3_KEEP_DAYS: '7' })).toThrow(
      'S3_KEEP_DAYS: expected at least 8, because so many days of backups are kept, got "7"',
    )
    expect(read({ BACKUP_KEEP: '30', S3_KEEP_DAYS: '31' })).not.toThrow()
    expect(read({ BACKUP_KEEP: '30' })).toThrow('expected at least 31')
  })
})

describe.runIf(swiftFolder)('a start with a bucket (needs packages of Debian)', () => {
  let swift: Swift
  let bucket: Bucket
  beforeAll(async () => {
    swift = await startSwift()
    bucket = await swift.makeBucket()
  })
  afterAll(async () => swift.stop())

  test('tries it and leaves nothing in it', async () => {
    const files = await openBucket(bucket)
    expect(await listStored(files)).toEqual([])
    expect(await listStored(createS3Files({ ...bucket, prefix: '' }))).toEqual([])
  })

  test.each<[string, Partial<Bucket>, string]>([
    [
      'a wrong secret',
      { secretAccessKey: 'another' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store refuses this key (SignatureDoesNotMatch).',
    ],
    [
      'an unknown key',
      { accessKeyId: 'tests:stranger' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store refuses this key (',
    ],
    ['a bucket that is not there', { name: 'other' }, 'S3_BUCKET: the store has no bucket other.'],
    ['another region', { region: 'eu-west-1' }, 'S3_REGION: the store refuses signatures for eu-west-1 ('],
  ])('ends at %s with a sentence that names the setting and no secret', async (_, changes, sentence) => {
    const opening = openBucket({ ...bucket, ...changes })
    await expect(opening).rejects.toThrow(sentence)
    await expect(opening).rejects.not.toThrow(bucket.secretAccessKey)
  })

  test('is one line of the server at a wrong secret', { timeout: 60_000 }, async () => {
    const env = { ...environmentOf(bucket), S3_SECRET_ACCESS_KEY: 'another-secret' }
    const starting = startServer({ env })
    await expect(starting).rejects.toThrow(
      /printed:\nS3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store refuses this key \(SignatureDoesNotMatch\)\.\n$/,
    )
  })

  test('ends when nothing answers at the address', async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}`
    await expect(openBucket({ ...bucket, endpoint })).rejects.toThrow(
      `S3_ENDPOINT: the store at ${endpoint} cannot be used. The store is not reached (ECONNREFUSED).`,
    )
  })

  test('warns of files that are still in the folder, and a command copies them there and back', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'et-open-'))
    try {
      const environment = { DATA_DIR: dataDir, ...environmentOf(bucket) }
      expect((await openFiles(readConfig(environment))).warning).toBeUndefined()
      const { files } = await openFiles(readConfig({ DATA_DIR: dataDir }))
      await files.store('0190f0a0-0000-7000-8000-0000000000f1', 'png', Buffer.from('x'))
      expect((await openFiles(readConfig(environment))).warning).toContain('npm run files -- --to-store')
      expect(runFiles(environment)).toEqual({ status: 1, output: 'Say where to: --to-store or --to-folder.\n' })
      const copied = (place: string) =>
        `1 files were copied into ${place} and read back, 0 were there already. Together they have 1 bytes.\n`
      expect(runFiles(environment, '--to-store')).toEqual({ status: 0, output: copied(`the bucket ${bucket.name}`) })
      const folder = join(dataDir, 'files/payment_proofs')
      rmSync(folder, { recursive: true })
      expect(runFiles(environment, '--to-folder')).toEqual({ status: 0, output: copied(folder) })
      expect(await listStored(files)).toHaveLength(1)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})
