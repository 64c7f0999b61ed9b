import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBackupState } from '../contract/backups.ts'
import { createS3Files, type S3Files } from '../server/platform/files/s3-files.ts'
import { buy, call, createAdmin, createMember, type Person } from './helpers/api.ts'
import { compose, fillIn } from './helpers/compose.ts'
import { hostFolders, makeDebianHost, type DebianHost } from './helpers/debian-host.ts'
import { listStored } from './helpers/list-stored.ts'
import { slipPicture } from './helpers/screens.ts'
import { readBlocks } from './helpers/manual.ts'
import { findFreePort, startServer, type TestServer } from './helpers/server.ts'
import { startSwift, swiftFolder, type Swift } from './helpers/swift.ts'

const root = join(import.meta.dirname, '..')
/** The lines of each block of the section. */
const [backUp = [], restore = []] = readBlocks('## Backup by compose', '\n## ').map((lines) =>
  lines.filter((line) => line !== ''),
)
const toBackups = '--volume "$PWD/backups:/backup" --env DATA_DIR=/backup '

describe.runIf(hostFolders && swiftFolder)(
  'backups of compose, outside of containers (needs packages of Debian)',
  () => {
    let host: DebianHost
    let swift: Swift
    let bucket: S3Files
    let server: TestServer
    let env: Record<string, string>

    beforeAll(async () => {
      host = await makeDebianHost(hostFolders ?? [])
      swift = await startSwift()
      const { app } = compose.services
      const named = await swift.makeBucket(app.environment['S3_BUCKET'])
      bucket = createS3Files({ ...named, prefix: '' })
      const values = {
        DOMAIN: 'coins.example.org',
        OWNER_PASSWORD: new URL(host.ownerUrl).password,
        LOGIN_PASSWORD: new URL(host.appUrl).password,
        STORE_ACCESS_KEY: swift.key,
        STORE_SECRET_KEY: swift.secret,
      }
      const places = { '@database:5432': `@${new URL(host.ownerUrl).host}`, 'http://store:7070': swift.endpoint }
      const port = String(await findFreePort())
      // No proxy is in front.
      const own = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: '' }
      env = { ...fillIn(app, values, places), ...own }
      server = await startServer({ env })
    }, 240_000)
    afterAll(async () => {
      await server.stop()
      await swift.stop()
      await host.remove()
    })

    /** Carries out a line of the manual with the places of this test in place of containers. Returns what it printed. */
    async function carryOut(line: string): Promise<string> {
      const [, inDatabase] = /^docker compose exec -T database (.*)$/.exec(line) ?? []
      if (inDatabase !== undefined) return host.run(inDatabase)
      const [, options, command] =
        /^docker compose (?:run --rm --no-deps (.*)app|exec -T app \/opt\/et\/bin\/et) (\w+.*)$/.exec(line) ?? []
      if (command !== undefined) return runInApp(command, options)
      if (line === 'docker compose stop app') await server.kill('SIGTERM')
      else if (line === 'docker compose start app') await server.restart()
      else return host.run(line)
      return ''
    }

    async function runInApp(command: string, options = ''): Promise<string> {
      expect(['', toBackups]).toContain(options)
      const dataDir = options === '' ? server.dataDir : join(await host.run('pwd'), 'backups')
      const [name = '', ...args] = command.split(' ')
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
        env: { ...env, PATH: process.env['PATH'], DATA_DIR: dataDir },
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`)
      return stdout
    }

    async function carryOutAll(lines: readonly string[]): Promise<string> {
      const printed = []
      for (const line of lines) printed.push(await carryOut(line))
      return printed.join('\n')
    }

    const readSlip = async ({ userId, session }: Person, id: string) => {
      const cookie = `${session.name}=${session.value}`
      const answer = await fetch(`${server.url}/api/uploads/${userId}/${id}`, { headers: { cookie } })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }

    test('the lines of the manual restore the database and the files of a site that lost both', async () => {
      expect([backUp.length, restore.length]).toEqual([5, 7])
      const admin = await createAdmin(server)
      const member = await createMember(server)
      const slip = await slipPicture()
      const kept = await buy(member, 'Gold', slip)
      const before = await readSlip(member, kept.payment_proof_id ?? '')
      expect(before.status).toBe(200)
      expect(await carryOutAll(backUp)).toContain('counts from this backup')
      expect(await call(admin, getBackupState, {})).toMatchObject({ state: 'good' })
      // A second backup copies what is new alone, and takes the place of the dump.
      expect(await carryOutAll(backUp)).toContain('0 files were copied')

      const late = await createMember(server)
      for (const { path } of await listStored(bucket)) await bucket.remove(path)
      expect((await readSlip(member, kept.payment_proof_id ?? '')).status).toBe(500)
      const printed = await carryOutAll(restore)
      expect(printed).toContain('1 files were copied')
      expect(printed).toContain('The ledger holds')
      expect(await readSlip(member, kept.payment_proof_id ?? '')).toEqual(before)
      // That account is younger than the dump.
      expect((await readSlip(late, kept.payment_proof_id ?? '')).status).toBe(401)
    }, 240_000)
  },
)
