import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Versions = Record<string, string>

/** A package as package-lock.json describes it. */
export interface LockedPackage {
  version: string
  name?: string
  license?: string
  dev?: boolean
  dependencies?: Versions
  optionalDependencies?: Versions
  devDependencies?: Versions
  [field: string]: unknown
}

/** Packages by their folders, such as node_modules/fastify. The folder of the project itself is ''. */
export type LockedPackages = Record<string, LockedPackage>

/** Reads the packages of all platforms, with those of the development. */
export function readLockedPackages(root: string): LockedPackages {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages }
  return lock.packages
}

/** Lists the folders of the packages that the running server needs, of those that are installed here for this platform. */
export function listServerPackages(root: string): string[] {
  return Object.entries(readLockedPackages(root))
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path]) => path)
}

/** Lists the folders of the packages with code in the built web app, as its build has noted them. */
export function listWebPackages(root: string): string[] {
  return JSON.parse(readFileSync(join(root, 'dist/web/.packages.json'), 'utf8')) as string[]
}

export function nameOf(path: string, found?: LockedPackage): string {
  return found?.name ?? path.replace(/^.*node_modules\//, '')
}
