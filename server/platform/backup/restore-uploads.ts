import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Files } from '../files/files.ts'
import { fileFolder } from '../files/open-files.ts'
import { restoreUpload } from './ship-uploads.ts'
import type { Vault } from './vault.ts'

interface KnownUpload {
  path: string
  /** The size in bytes. */
  size: number
  sha256: Buffer
}

interface FoundUploads {
  uploads: number
  missingUploads: string[]
}

/** Lists the uploaded files that a restored database knows. */
export async function listKnownUploads(client: pg.Client): Promise<KnownUpload[]> {
  const found = []
  // An earlier release lacks a table, or the column that says when a file was removed.
  for (const table of ['uploads', 'chat_files']) {
    const known = await client.query<{ isThere: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS "isThere"`)
    if (!known.rows[0]?.isThere) continue
    const kept = await client.query<KnownUpload>(
      `SELECT f.path, f.sha256, (to_jsonb(f) ->> 'size_bytes')::integer AS size
         FROM ${table} f WHERE to_jsonb(f) ->> 'removed_at' IS NULL`,
    )
    found.push(...kept.rows)
  }
  return found
}

/** Restores uploaded files into the draft of a data folder, and compares their hashes with those of the database. */
export async function restoreUploads(draft: string, vault: Vault, known: KnownUpload[]): Promise<FoundUploads> {
  const missingUploads: string[] = []
  for (const { path, sha256 } of known) {
    const place = join(fileFolder({ dataDir: draft }), path)
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    if ((await restoreUpload(vault, path, place)) !== sha256.toString('hex')) missingUploads.push(path)
  }
  return { uploads: known.length - missingUploads.length, missingUploads }
}

/** Looks for uploaded files in a bucket, by their paths and sizes. Their bytes are compared whenever one is opened. */
export async function findInBucket(bucket: Files, known: KnownUpload[]): Promise<FoundUploads> {
  const sizes = new Map<string, number>()
  for await (const page of bucket.list('')) for (const { path, size } of page) sizes.set(path, size)
  const missingUploads = known.filter(({ path, size }) => sizes.get(path) !== size).map(({ path }) => path)
  return { uploads: known.length - missingUploads.length, missingUploads }
}
