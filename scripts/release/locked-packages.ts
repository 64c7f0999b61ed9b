import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  /** Its folder, such as node_modules/fastify. */
  path: string
  name: string
  version: string
}

interface Lock {
  packages: Record<string, { version: string; name?: string; dev?: boolean }>
}

/** Lists the packages that the running server needs, of those that are installed here for this platform. */
export function listServerPackages(root: string): LockedPackage[] {
  const { packages } = readLock(root)
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path]) => describePackage(packages, path))
}

/** Lists the packages with code in the built web app. The build has noted their folders. */
export function listWebPackages(root: string): LockedPackage[] {
  const { packages } = readLock(root)
  const folders = JSON.parse(readFileSync(join(root, 'dist/web/.packages.json'), 'utf8')) as string[]
  return folders.map((path) => describePackage(packages, path))
}

function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
}

function describePackage(packages: Lock['packages'], path: string): LockedPackage {
  const found = packages[path]
  if (!found) throw new Error(`${path} is not in package-lock.json`)
  return { path, name: found.name ?? path.replace(/^.*node_modules\//, ''), version: found.version }
}
