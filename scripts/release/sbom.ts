import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameOf, readLockedPackages, type LockedPackage, type LockedPackages } from './locked-packages.ts'

interface Bom {
  serialNumber: string
  metadata: { timestamp: string; tools: unknown; component: object }
  components: unknown[]
  dependencies: unknown[]
}

interface Contents {
  /** The folders of the packages in the archive. */
  paths: string[]
  seconds: number
}

/**
 * Returns the bill of materials in CycloneDX of these packages, as npm makes it from package-lock.json, without a network.
 * Nothing in it depends on the moment or on the version of npm.
 */
export function makeSbom(root: string, { paths, seconds }: Contents): string {
  const folder = mkdtempSync(join(tmpdir(), 'et-sbom-'))
  try {
    const packages = narrow(readLockedPackages(root), paths)
    const own = packages['']
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own))
    const lock = { name: 'et', version: own?.version, lockfileVersion: 3, requires: true, packages }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const bom = JSON.parse(askNpm(folder)) as Bom
    const serialNumber = `urn:uuid:${uuidOf(JSON.stringify([bom.components, bom.dependencies]))}`
    const component = { ...bom.metadata.component, type: 'application', name: 'et' }
    const metadata = { timestamp: new Date(seconds * 1000).toISOString(), component }
    return `${JSON.stringify({ ...bom, serialNumber, metadata }, undefined, 1)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Keeps these packages of a lockfile, and of their dependencies those that are kept. A package that no kept one asks for hangs
 * on the project, because only an intermediate package is missing.
 */
function narrow(packages: LockedPackages, paths: string[]): LockedPackages {
  const kept = paths.map((path): [string, LockedPackage] => {
    const found = packages[path]
    if (!found) throw new Error(`${path} is not in package-lock.json`)
    return [path, found]
  })
  const names = new Set(kept.map(([path, found]) => nameOf(path, found)))
  const narrowed = kept.map(([path, found]): [string, LockedPackage] => {
    const { version, name, license, integrity } = found
    const wanted = { ...found.dependencies, ...found.optionalDependencies }
    const dependencies = Object.fromEntries(Object.entries(wanted).filter(([one]) => names.has(one)))
    return [path, { version, ...(name && { name }), ...(license && { license }), integrity, dependencies }]
  })
  const asked = new Set(narrowed.flatMap(([, { dependencies = {} }]) => Object.keys(dependencies)))
  const { version, license = 'none', ...project } = packages[''] ?? { version: '' }
  const named = { ...project.dependencies, ...project.optionalDependencies, ...project.devDependencies }
  const top = narrowed
    .map(([path, found]) => [path.slice('node_modules/'.length), found.version] as const)
    .filter(([name]) => names.has(name) && (name in named || !asked.has(name)))
  const own: LockedPackage = { name: 'et', version, license, private: true, dependencies: Object.fromEntries(top) }
  return { '': own, ...Object.fromEntries(narrowed) }
}

function askNpm(folder: string): string {
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const npm = process.env['npm_execpath']
  const settings = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  if (npm?.endsWith('.js')) return execFileSync(process.execPath, [npm, ...options], settings)
  return execFileSync('npm', options, { ...settings, shell: process.platform === 'win32' })
}

/** Makes a number of the form of a UUID from a text, so that equal contents have an equal number. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
