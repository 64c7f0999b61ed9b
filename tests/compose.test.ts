import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession, signIn } from '../contract/auth.ts'
import { withConnection } from '../server/platform/db/connect.ts'
import { locateBinaries } from '../server/platform/db/postgres-binaries.ts'
import { initialiseFolder } from '../server/platform/db/postgres-folder.ts'
import { runPostgres, type PostgresProcess } from '../server/platform/db/postgres-process.ts'
import { createS3Files } from '../server/platform/files/s3-files.ts'
import { createMember, logIn, uploadSlip, type Person } from './helpers/api.ts'
import { caddyFolder, startCaddy, type Caddy } from './helpers/caddy.ts'
import {
  buildStage,
  compose,
  fillIn,
  findInstruction,
  imageEnv,
  readDeployed,
  stages,
  statementsOf,
} from './helpers/compose.ts'
import { readList } from './helpers/dockerfile.ts'
import { listKeptFiles } from './helpers/list-kept-files.ts'
import { listStored } from './helpers/list-stored.ts'
import { makeTestRelease, type TestRelease } from './helpers/release.ts'
import { password, slipPicture } from './helpers/screens.ts'
import { findFreePort, startServer, type TestServer } from './helpers/server.ts'
import { startSwift, swiftFolder, type Swift } from './helpers/swift.ts'

const superuserPassword = 'of-the-superuser'
const passwords = { OWNER_PASSWORD: 'of-the-owner', LOGIN_PASSWORD: 'of-the-login' }
const usualAuthorities = getCACertificates('default')
const isThere = caddyFolder !== undefined && swiftFolder !== undefined

describe.runIf(isThere)('each step of compose, outside of a container (needs packages of Debian)', () => {
  let release: TestRelease
  let place: string
  let postgres: PostgresProcess
  let swift: Swift
  let caddy: Caddy
  let server: TestServer
  let member: Person
  let inside: Record<string, string>

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'et-compose-'))
    const bin = locateBinaries()
    await initialiseFolder(bin, join(place, 'postgres'), superuserPassword)
    postgres = await runPostgres(bin, join(place, 'postgres'), { logFile: join(place, 'postgres.log') })
    release = await makeTestRelease()
    stages.forEach((stage, index) => buildStage(stage, { index, place, release }))
    const superuser = `postgresql://postgres:${superuserPassword}@127.0.0.1:${postgres.port}/postgres`
    await withConnection(superuser, async (client) => {
      for (const statement of statementsOf(readDeployed('create-logins.sql'), passwords)) await client.query(statement)
    })
    swift = await startSwift()
    await swift.makeBucket(compose.services.app.environment['S3_BUCKET'])
    const port = await findFreePort()
    caddy = await startCaddy({ domain: 'localhost', ports: [port] })
    setDefaultCACertificates([...usualAuthorities, caddy.readAuthority()])
    inside = readEnvironment(port)
    const program = inContainer(readList(findInstruction('ENTRYPOINT'))[0] ?? '')
    server = await startServer({ command: [program, ...readList(findInstruction('CMD'))], env: inside })
    member = await createMember(server)
  }, 240_000)
  afterAll(async () => {
    setDefaultCACertificates(usualAuthorities)
    await server.stop()
    await caddy.stop()
    await swift.stop()
    await postgres.stop()
    release.remove()
    rmSync(place, { recursive: true })
  })

  const inContainer = (path: string) => join(place, `stage-${stages.length - 1}`) + path

  /** Returns what the server gets from compose, with the places of this machine. */
  function readEnvironment(port: number): Record<string, string> {
    const { host } = new URL(caddy.httpsUrl)
    const values = { ...passwords, DOMAIN: host, STORE_ACCESS_KEY: swift.key, STORE_SECRET_KEY: swift.secret }
    const places = { '@database:5432': `@127.0.0.1:${postgres.port}`, 'http://store:7070': swift.endpoint }
    const env = {
      ...parseEnv(readDeployed('et.env.example')),
      ...imageEnv,
      ...fillIn(compose.services.app, values, places),
      HOST: '127.0.0.1',
      PORT: String(port),
      // The proxy runs on this machine.
      TRUSTED_PROXIES: '127.0.0.1',
      PATH: place,
    }
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        name === 'DATA_DIR' ? inContainer(value ?? '') : (value ?? ''),
      ]),
    )
  }

  const [healthCommand = '', ...healthArgs] = readList(findInstruction('HEALTHCHECK'))
  const readHealth = () => spawnSync(inContainer(healthCommand), healthArgs, { env: inside, cwd: place }).status

  test('the image starts beside the database and the store, and calls itself healthy', async () => {
    expect(server.output()).toContain(`ET is ready at ${caddy.httpsUrl}`)
    expect(readHealth()).toBe(0)
    expect((await fetch(`${caddy.httpsUrl}/login`)).status).toBe(200)
  })

  test('an upload goes into the bucket and comes back, and the folder stays empty', async () => {
    const slip = await slipPicture()
    const { id, path } = await uploadSlip(member, slip)
    const bucket = createS3Files({
      endpoint: swift.endpoint,
      name: inside['S3_BUCKET'] ?? '',
      region: 'us-east-1',
      accessKeyId: swift.key,
      secretAccessKey: swift.secret,
      prefix: '',
      keepDays: 30,
    })
    const stored = await listStored(bucket)
    expect(stored).toHaveLength(1)
    expect(path).toContain(stored[0]?.path)
    expect(listKeptFiles(inside['DATA_DIR'] ?? '')).toEqual([])
    const cookie = `${member.session.name}=${member.session.value}`
    const answer = await fetch(`${caddy.httpsUrl}/api/uploads/${member.userId}/${id}`, { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(stored[0]?.size)
  })

  test('the proxy leads http to https, and the server knows the caller and sets cookies for https alone', async () => {
    const plain = await fetch(`${caddy.httpUrl}/login`, { redirect: 'manual' })
    // Caddy names no port, because visitors use the usual one.
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/login'])
    const calling = request(caddy.httpsUrl + signIn.path, {
      method: 'POST',
      // Another address of this machine is that of the caller. The proxy's own one is 127.0.0.1.
      localAddress: '127.0.0.2',
      family: 4,
      headers: { origin: caddy.httpsUrl, 'content-type': 'application/json' },
    })
    calling.end(JSON.stringify({ email: member.email, password, portal: 'member' }))
    const [answer] = (await once(calling, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    const cookie = answer.headers['set-cookie']?.find((one) => one.startsWith('__Host-session='))
    expect(cookie).toMatch(/; HttpOnly; Secure/)
    const logins = await withConnection(server.databaseUrl('owner'), (client) =>
      client.query<{ address: string }>(
        'SELECT host(ip_address::inet) AS address FROM login_history WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
        [member.userId],
      ),
    )
    expect(logins.rows).toEqual([{ address: '127.0.0.2' }])
  })

  test(
    'calls that are made while the server is away wait at the proxy, and none fails',
    { timeout: 120_000 },
    async () => {
      await server.kill('SIGTERM')
      expect(readHealth()).toBe(1)
      const reads = Array.from({ length: 20 }, async () => (await fetch(caddy.httpsUrl + getSession.path)).status)
      const changes = Array.from(
        { length: 4 },
        async () => (await logIn(server, { ...member, portal: 'member' })).userId,
      )
      await server.restart()
      expect(await Promise.all(reads)).toEqual(reads.map(() => 200))
      expect(await Promise.all(changes)).toEqual(changes.map(() => member.userId))
    },
  )

  test('commands by hand read the settings of systemd, and a look at the health ends with its server', () => {
    const folder = join(place, 'etc')
    const dataDir = join(place, 'no-data')
    mkdirSync(folder)
    writeFileSync(join(folder, 'et.env'), readDeployed('et.env.example').replace('/var/lib/et', dataDir))
    symlinkSync('et.env', join(folder, '.env'))
    const run = (...args: string[]) =>
      spawnSync(join(release.unpacked, 'bin/et'), args, { cwd: folder, env: { PATH: place }, encoding: 'utf8' })
    expect(run('verify').stderr).toContain(`${dataDir} holds no database`)
    const ended = spawnSync('true').pid
    const startMs = performance.now()
    expect(run('health', '--wait', '100', '--pid', String(ended)).status).toBe(1)
    expect(performance.now() - startMs).toBeLessThan(50_000)
  })
})
