import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from '../server/platform/config.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { locateBinaries } from '../server/platform/db/postgres-binaries.ts'
import { initialiseFolder } from '../server/platform/db/postgres-folder.ts'
import { runPostgres, type PostgresProcess } from '../server/platform/db/postgres-process.ts'
import { assertSafeInProduction } from '../server/platform/production-rules.ts'
import { readDockerfile, readList, type Instruction } from './helpers/dockerfile.ts'
import { makeTestRelease, type TestRelease } from './helpers/release.ts'
import { findFreePort, startServer } from './helpers/server.ts'

const deploy = join(import.meta.dirname, '../deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const names = new Set<string>(Object.values(settings).map(({ name }) => name))
const unknownNames = (given: object) => Object.keys(given).filter((name) => !names.has(name))

interface Service {
  image: string
  environment: Record<string, string>
  env_file?: string
  volumes: string[]
  networks: string[]
}
const compose = parse(read('compose.yaml')) as {
  services: Record<'database' | 'app' | 'proxy', Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
  volumes: Record<string, null>
}
const stages = readDockerfile(read('Dockerfile'))
const image = stages.at(-1) ?? []
const find = (name: string) => image.find((instruction) => instruction.name === name)?.rest ?? ''
const imageEnv = Object.fromEntries(
  find('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

describe('the files of an installation', () => {
  test('the example of settings is complete and safe', () => {
    const example = parseEnv(read('et.env.example'))
    expect(unknownNames(example)).toEqual([])
    expect(() => assertSafeInProduction(readConfig(example))).not.toThrow()
  })

  test('compose names settings, files, volumes and networks that there are', () => {
    const { app, database, proxy } = compose.services
    expect(unknownNames({ ...app.environment, ...imageEnv })).toEqual([])
    expect(existsSync(join(deploy, `${app.env_file}.example`))).toBe(true)
    const mounts = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    const missing = mounts.filter((from) =>
      from.startsWith('./') ? !existsSync(join(deploy, from)) : !(from in compose.volumes),
    )
    expect(missing).toEqual([])
    expect(
      Object.values(compose.services)
        .flatMap(({ networks }) => networks)
        .filter((name) => !(name in compose.networks)),
    ).toEqual([])
    // The proxy is trusted by its network, and only the server reaches the database.
    expect(app.environment['TRUSTED_PROXIES']).toBe(compose.networks['outside']?.ipam?.config[0]?.subnet)
    expect(compose.networks['inside']?.internal).toBe(true)
    expect([database.networks, proxy.networks]).toEqual([['inside'], ['outside']])
    expect(proxy.environment['SERVERS']).toBe(`app:${imageEnv['PORT']}`)
    for (const name of Object.keys(proxy.environment)) expect(read('Caddyfile')).toContain(`{$${name}}`)
  })

  test('the unit of systemd starts the commands of a release in a sandbox', () => {
    const lines = read('et@.service')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
    const valuesOf = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
    expect(
      unknownNames(
        Object.fromEntries(
          valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
        ),
      ),
    ).toEqual([])
    expect([...valuesOf('ExecStart'), ...valuesOf('ExecStartPost')]).toEqual([
      '/opt/et/current/bin/et start',
      '/opt/et/current/bin/et health --wait 3600 --pid $MAINPID',
    ])
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictNamespaces']) {
      expect([key, ...valuesOf(key)]).toEqual([key, 'yes'])
    }
    expect([valuesOf('ProtectSystem'), valuesOf('CapabilityBoundingSet'), valuesOf('User')]).toEqual([
      ['strict'],
      [''],
      ['et'],
    ])
  })

  const analyser = spawnSync('systemd-analyze', ['--version'])
  test.runIf(analyser.status === 0)('systemd rates the sandbox as good', () => {
    const args = ['security', '--offline=true', '--threshold=25', '--no-pager', join(deploy, 'et@.service')]
    expect(spawnSync('systemd-analyze', args).status).toBe(0)
  })
})

describe('each step of the container, outside of a container', () => {
  let release: TestRelease
  let place: string
  let postgres: PostgresProcess
  const superuserPassword = 'of-the-superuser'
  const passwords = { OWNER_PASSWORD: 'of-the-owner', LOGIN_PASSWORD: 'of-the-login' }

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'et-deploy-'))
    const bin = locateBinaries()
    await initialiseFolder(bin, join(place, 'postgres'), superuserPassword)
    postgres = await runPostgres(bin, join(place, 'postgres'), { logFile: join(place, 'postgres.log') })
    release = await makeTestRelease()
  }, 120_000)
  afterAll(async () => {
    await postgres.stop()
    release.remove()
    rmSync(place, { recursive: true })
  })

  test('the image is built, starts beside the database, and calls itself healthy', { timeout: 120_000 }, async () => {
    stages.forEach((stage, index) => buildStage(stage, { index, place, release }))
    const superuser = `postgresql://postgres:${superuserPassword}@127.0.0.1:${postgres.port}/postgres`
    await withConnection(superuser, async (client) => {
      for (const statement of statementsOf(read('create-logins.sql'), passwords)) await client.query(statement)
    })
    const own = join(place, `stage-${stages.length - 1}`)
    const port = await findFreePort()
    const env = {
      ...parseEnv(read('et.env.example')),
      ...imageEnv,
      ...fillIn(compose.services.app.environment, postgres.port),
      HOST: '127.0.0.1',
      PORT: String(port),
    }
    const inside = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, name === 'DATA_DIR' ? own + value : (value ?? '')]),
    )
    const program = own + (readList(find('ENTRYPOINT'))[0] ?? '')
    const server = await startServer({ command: [program, ...readList(find('CMD'))], env: { ...inside, PATH: place } })
    try {
      expect(server.output()).toMatch(/^ET is ready at https:\/\/coins\.example\.org$/m)
      const [command = '', ...args] = readList(find('HEALTHCHECK'))
      expect(spawnSync(own + command, args, { env: { ...inside, PATH: place }, cwd: place }).status).toBe(0)
      const forwarded = { headers: { host: 'coins.example.org', 'x-forwarded-proto': 'https' } }
      expect((await fetch(`http://127.0.0.1:${port}/login`, forwarded)).status).toBe(200)
      await server.kill('SIGTERM')
      expect(spawnSync(own + command, args, { env: { ...inside, PATH: place }, cwd: place }).status).toBe(1)
    } finally {
      await server.stop()
    }
  })

  test('commands by hand read the settings of systemd, and a look at the health ends with its server', () => {
    const folder = join(place, 'etc')
    const dataDir = join(place, 'no-data')
    mkdirSync(folder)
    writeFileSync(join(folder, 'et.env'), read('et.env.example').replace('/var/lib/et', dataDir))
    symlinkSync('et.env', join(folder, '.env'))
    const run = (...args: string[]) =>
      spawnSync(join(release.unpacked, 'bin/et'), args, { cwd: folder, env: { PATH: place }, encoding: 'utf8' })
    expect(run('verify').stderr).toContain(`${dataDir} holds no database`)
    const ended = spawnSync('true').pid
    const startMs = performance.now()
    expect(run('health', '--wait', '100', '--pid', String(ended)).status).toBe(1)
    expect(performance.now() - startMs).toBeLessThan(50_000)
  })

  /** Puts the values of the example into what compose reads from its own environment, and reaches the database here. */
  function fillIn(environment: Record<string, string>, databasePort: number): Record<string, string> {
    const values: Record<string, string> = { ...passwords, DOMAIN: 'coins.example.org' }
    const filled = Object.entries(environment).map(([name, text]) => [
      name,
      text
        .replaceAll(/\$\{(\w+):\?\}/g, (_, variable: string) => values[variable] ?? '')
        .replace('@database:5432', `@127.0.0.1:${databasePort}`),
    ])
    return Object.fromEntries(filled) as Record<string, string>
  }
})

interface Building {
  index: number
  place: string
  release: TestRelease
}

/** Carries out the steps of a stage in a folder instead of an empty system. This user stands for the users of the image. */
function buildStage(stage: Instruction[], { index, place, release }: Building): void {
  const root = join(place, `stage-${index}`)
  mkdirSync(join(root, 'var/lib'), { recursive: true })
  let folder = root
  for (const { name, options, rest } of stage) {
    const text = rest.replaceAll('${RELEASE}', release.name)
    if (name === 'WORKDIR') mkdirSync((folder = root + text), { recursive: true })
    if (name === 'COPY') {
      const words = text.split(' ')
      const from = options['from'] === undefined ? release.folder : join(place, 'stage-0')
      for (const source of words.slice(0, -1)) copyInto(join(from, source), root + (words.at(-1) ?? ''))
    }
    if (name === 'RUN') {
      const here = text
        .replaceAll(/(?<=\s)\/(?=opt\/|var\/)/g, `${root}/`)
        .replaceAll('10001', String(process.getuid?.() ?? 0))
      execFileSync('sh', ['-c', here], { cwd: folder, stdio: 'pipe' })
    }
  }
}

function copyInto(source: string, target: string): void {
  const isFolder = target.endsWith('/')
  mkdirSync(isFolder ? target : dirname(target), { recursive: true })
  cpSync(source, isFolder ? join(target, basename(source)) : target, { recursive: true, verbatimSymlinks: true })
}

/** Reads the statements of a script for psql, with the variables that it takes from the environment. */
function statementsOf(script: string, environment: Record<string, string>): string[] {
  const variables = new Map(
    [...script.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name = '', from = '']) => [name, environment[from] ?? '']),
  )
  return script
    .replaceAll(/^(?:--|\\).*\n/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => `'${(variables.get(name) ?? '').replaceAll("'", "''")}'`)
    .split(/;\n/)
    .filter((statement) => statement.trim() !== '')
}
