import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { buildWeb } from '../build-web.ts'
import { listArchiveFiles, sbomName } from './archive-files.ts'
import { readCommit } from './read-commit.ts'
import { writeTar } from './tar.ts'

const root = join(import.meta.dirname, '../..')

interface Made {
  /** The path of the archive. */
  archive: string
  bytes: number
  /** The folder that is in the archive. */
  name: string
}

/**
 * Builds the web app and writes three files into a folder: the archive, its bill of materials, and the sums of both. Two
 * runs of one commit with the same packages write the same bytes.
 */
export async function makeRelease(folder = join(root, 'release')): Promise<Made> {
  buildWeb()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = readCommit(root)
  const platform = `${process.platform}-${process.arch}`
  const name = `et-${version}-${platform}`
  const files = listArchiveFiles(root, { version, platform, ...commit })
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, `${name}.tar.gz`)
  const tar = Readable.from(writeTar(files, { folder: name, seconds: commit.seconds }))
  await pipeline(tar, createGzip({ level: 6 }), createWriteStream(archive))
  const sbom = join(folder, `${name}.cdx.json`)
  writeFileSync(sbom, files.find(({ path }) => path === sbomName)?.content ?? '')
  const sums = [archive, sbom].map((file) => `${sumOf(readFileSync(file))}  ${file.slice(folder.length + 1)}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return { archive, bytes: statSync(archive).size, name }
}

function sumOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
