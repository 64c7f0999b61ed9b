import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFiles } from '../files/folder-files.ts'
import { findInBucket } from './restore-uploads.ts'

const owner = '0190f0a0-0000-7000-8000-0000000000f1'

test('a restore names each file that the bucket lacks, or has with another size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'et-bucket-'))
  try {
    const files = createFiles(folder)
    const bytes = Buffer.from('a slip')
    const path = await files.store(owner, 'pdf', bytes)
    const cut = await files.store(owner, 'pdf', Buffer.from('a s'))
    const missing = `${owner}/1.pdf`
    const sha256 = createHash('sha256').update(bytes).digest()
    const known = [path, cut, missing].map((name) => ({ path: name, size: bytes.length, sha256 }))
    expect(await findInBucket(files, known)).toEqual({ uploads: 1, missingUploads: [cut, missing] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
