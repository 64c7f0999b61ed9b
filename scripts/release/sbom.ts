import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { LockedPackage } from './locked-packages.ts'

interface Component {
  'bom-ref': string
  name: string
  scope: string
}

interface Bom {
  serialNumber: string
  metadata: { timestamp: string; tools: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Contents {
  server: LockedPackage[]
  web: LockedPackage[]
  seconds: number
}

/**
 * Returns the bill of materials in CycloneDX, as npm makes it from package-lock.json, without a network. It keeps the packages
 * of the archive and those with code in the web app, and nothing that depends on the moment or on the version of npm.
 */
export function makeSbom(root: string, { server, web, seconds }: Contents): string {
  const bom = JSON.parse(askNpm(root)) as Bom
  const needed = new Set([...server, ...web].map(nameOf))
  const components = bom.components
    .filter((component) => needed.has(component['bom-ref']))
    .map((component) => ({ ...component, scope: 'required' }))
  const missing = [...needed].filter((name) => !components.some((component) => component['bom-ref'] === name))
  if (missing.length > 0) throw new Error(`npm names no ${missing.join(', ')}`)
  const own = bom.metadata.component
  const dependencies = bom.dependencies
    .filter(({ ref }) => needed.has(ref) || ref === own['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => needed.has(name)) }))
  const content = { components, dependencies }
  const metadata = {
    timestamp: new Date(seconds * 1000).toISOString(),
    component: { ...own, type: 'application', name: 'et' },
  }
  return `${JSON.stringify({ ...bom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`, metadata, ...content }, undefined, 1)}\n`
}

function nameOf({ name, version }: LockedPackage): string {
  return `${name}@${version}`
}

function askNpm(root: string): string {
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const npm = process.env['npm_execpath']
  const settings = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  if (npm?.endsWith('.js')) return execFileSync(process.execPath, [npm, ...options], settings)
  return execFileSync('npm', options, { ...settings, shell: process.platform === 'win32' })
}

/** Makes a number of the form of a UUID from a text, so that equal contents have an equal number. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
