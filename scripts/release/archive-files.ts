import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Commit } from './read-commit.ts'
import { listSources } from './read-commit.ts'
import { listServerPackages, listWebPackages } from './locked-packages.ts'
import { makeSbom } from './sbom.ts'
import { contentOf, type ArchiveFile } from './tar.ts'

export const sbomName = 'sbom.cdx.json'

/** The sources that a running server reads, and the documents of an operator. Each is a file or the start of a path. */
const kept = [
  'contract/',
  'server/',
  'web/languages/',
  'deploy/',
  'docs/monitoring/',
  'docs/decisions/',
  'docs/security/',
  ...['backup', 'files', 'health', 'restore', 'verify'].map((name) => `scripts/${name}.ts`),
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
]
const documents = /^docs\/[^/]+\.md$/
const tests = /\.test\.tsx?$/

export interface Release extends Commit {
  version: string
  /** Such as linux-x64. */
  platform: string
}

/**
 * Lists all files of a release, in the order of their paths: the server and the contract, the built web app, the packages of the
 * running server with Node and PostgreSQL, a command to start, the bill of materials, and the sums of all of them.
 */
export function listArchiveFiles(root: string, release: Release): ArchiveFile[] {
  const server = listServerPackages(root)
  const paths = [...new Set([...server, ...listWebPackages(root)])].toSorted()
  const { version, commit, platform, seconds } = release
  const made = [
    { path: sbomName, mode: 0o644, content: makeSbom(root, { paths, seconds }) },
    { path: 'release.json', mode: 0o644, content: toJson({ version, commit, platform }) },
    { path: 'package.json', mode: 0o644, content: describePackage(root) },
    { path: 'bin/et', mode: 0o755, content: readCommand(root, platform) },
  ]
  const files = [
    ...listKept(root),
    ...listFolder(root, 'dist/web'),
    ...server.flatMap((path) => listPackage(root, path)),
    ...made,
  ]
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return [...sorted, { path: 'SHA256SUMS', mode: 0o644, content: sumsOf(sorted) }]
}

function listKept(root: string): ArchiveFile[] {
  return listSources(root)
    .filter(
      (path) =>
        documents.test(path) || kept.some((start) => (start.endsWith('/') ? path.startsWith(start) : path === start)),
    )
    .filter((path) => !tests.test(path))
    .map((path) => describeFile(root, path))
}

/** Lists the files of a package without those of the packages inside it. Of the package with Node only the program is needed. */
function listPackage(root: string, path: string): ArchiveFile[] {
  const files = listFolder(root, path).filter((file) => !file.path.slice(path.length).includes('/node_modules/'))
  if (!/^node_modules\/node-\w+-\w+$/.test(path)) return files
  return files.filter((file) => !/^\/(?:include|share)\//.test(file.path.slice(path.length)))
}

function listFolder(root: string, folder: string): ArchiveFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => describeFile(root, relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')))
}

/** Describes a file by what counts: a program may be run, and all may read. The umask of this machine has no part in it. */
function describeFile(root: string, path: string): ArchiveFile {
  const source = join(root, path)
  const status = lstatSync(source)
  if (status.isSymbolicLink()) return { path, mode: 0o777, link: readlinkSync(source) }
  return { path, mode: (status.mode & 0o100) === 0 ? 0o644 : 0o755, source }
}

function describePackage(root: string): string {
  const found = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const names = ['name', 'version', 'private', 'description', 'license', 'type', 'engines', 'dependencies']
  return toJson(Object.fromEntries(names.map((name) => [name, found[name]])))
}

function readCommand(root: string, platform: string): string {
  return readFileSync(join(root, 'scripts/release/et.sh'), 'utf8').replaceAll('PLATFORM', platform)
}

function sumsOf(files: ArchiveFile[]): string {
  return files
    .filter(({ link }) => link === undefined)
    .map((file) => `${createHash('sha256').update(contentOf(file)).digest('hex')}  ${file.path}\n`)
    .join('')
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
