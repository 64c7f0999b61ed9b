import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const built = join(dist, 'web')
const sources = ['web', 'contract', 'scripts/web-build', 'vite.config.ts', 'tsconfig.base.json', 'package-lock.json']

/** Builds the web app into dist/web, unless dist/web was built from these exact sources. */
export function buildWeb(): void {
  const fingerprint = fingerprintSources()
  if (readFingerprint() === fingerprint) return
  console.log('Building the web app. This takes a few seconds.')
  mkdirSync(dist, { recursive: true })
  // Builds into another folder and swaps it in when it is complete. A running server never serves half a build, and a
  // failed build changes nothing.
  const fresh = mkdtempSync(join(dist, 'web-'))
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
    // The NODE_ENV of a server or of a test must not change what browsers get.
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status } = spawnSync(process.execPath, [vite, ...options], { cwd: root, env, stdio: 'inherit' })
    if (status !== 0) throw new Error('The web app could not be built.')
    writeFileSync(join(fresh, '.fingerprint'), fingerprint)
    rmSync(built, { recursive: true, force: true })
    renameSync(fresh, built)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function readFingerprint(): string {
  const file = join(built, '.fingerprint')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function fingerprintSources(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function listFiles(source: string): string[] {
  const path = join(root, source)
  if (statSync(path).isFile()) return [source]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
}
