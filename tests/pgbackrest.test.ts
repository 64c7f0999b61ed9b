import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBackupState } from '../contract/backups.ts'
import { call, createAdmin } from './helpers/api.ts'
import { hostFolders, makeDebianHost, type DebianHost } from './helpers/debian-host.ts'
import { expectStateOf } from './helpers/expect-state-of.ts'
import { createChance } from './helpers/faults/chance.ts'
import { startMoneyLoad, withoutStepUp } from './helpers/faults/money-load.ts'
import { readBlocks } from './helpers/manual.ts'
import { letOneAdministratorDecide } from './helpers/second-owner.ts'
import { startServer, type TestServer } from './helpers/server.ts'

const root = join(import.meta.dirname, '..')
/** The commands of each block of the section. */
const [setUp = [], backUp = [], restore = []] = readBlocks('## PostgreSQL of your own, with pgBackRest', '\n## ').map(
  (lines) => lines.flatMap((line) => line.split(' && ')).filter((line) => line !== ''),
)

describe.runIf(hostFolders)('backups of a PostgreSQL of the operator (needs packages of Debian)', () => {
  let host: DebianHost
  let server: TestServer | undefined

  beforeAll(async () => {
    host = await makeDebianHost(hostFolders ?? [])
  }, 240_000)
  afterAll(async () => {
    await server?.stop()
    await host.remove()
  })

  /** Carries out a line of the manual. Those of ET are for the server of this test. */
  async function carryOut(line: string): Promise<string> {
    const [, command = '', ...args] = /^bin\/et (\w+)(?: (\S+))?$/.exec(line) ?? []
    if (command !== '') return runCommand(command, args.filter(Boolean))
    if (line === 'systemctl stop et@3000') await server?.kill('SIGTERM')
    else if (line === 'systemctl start et@3000') await server?.restart()
    else return host.run(line)
    return ''
  }

  function runCommand(command: string, args: string[]): string {
    const env = { PATH: process.env['PATH'], DATABASE_URL: host.ownerUrl, APP_DATABASE_URL: host.appUrl }
    const script = join(root, `scripts/${command}.ts`)
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`)
    return stdout
  }

  async function carryOutAll(lines: readonly string[]): Promise<string> {
    const printed = []
    for (const line of lines) printed.push(await carryOut(line))
    return printed.join('\n')
  }

  async function untilArchived(): Promise<void> {
    const segment = await host.run("psql -Atc 'SELECT pg_walfile_name(pg_switch_wal())'")
    const ask = `psql -Atc "SELECT last_archived_wal >= '${segment}' FROM pg_stat_archiver"`
    await expect.poll(async () => host.run(ask), { timeout: 20_000, interval: 200 }).toBe('t')
  }

  test('the steps of the manual restore a site that was destroyed under load to a moment', async () => {
    expect([setUp.length, backUp.length, restore.length]).toEqual([6, 3, 10])
    await carryOutAll(setUp)
    server = await startServer({
      env: { DATABASE_URL: host.ownerUrl, APP_DATABASE_URL: host.appUrl, ...withoutStepUp },
    })
    await letOneAdministratorDecide(host.ownerUrl)
    const admin = await createAdmin(server)
    expect(await call(admin, getBackupState, {})).toMatchObject({ state: 'unknown', last_backup_at: null })
    const [full = '', ...later] = backUp
    await carryOut(full)
    const load = await startMoneyLoad(server, { chance: createChance(1, 'restored') })
    await sleep(500)
    expect(await carryOutAll(later)).toContain('counts from this backup')
    expect(await call(admin, getBackupState, {})).toMatchObject({
      state: 'good',
      last_backup_at: expect.any(String) as string,
    })
    expect(await host.run('pgbackrest --stanza=et info')).toMatch(
      /incr backup[^]*cipher: aes-256-cbc|cipher: aes-256-cbc[^]*incr backup/,
    )

    await sleep(1_000)
    const moment = Date.now()
    await sleep(1_000)
    await untilArchived()
    const ended = load.stop()
    await server.kill('SIGKILL')
    host.destroy()
    await ended

    const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
    const lines = restore.map((line) => line.replace('2026-11-24 17:00:00+00', target))
    expect(lines.join('\n')).toContain(`--target="${target}"`)
    expect(await carryOutAll(lines)).toContain('The ledger holds')
    await expectStateOf(server, moment, load)
    // The restored row is that of the moment, so the record is not newer than the backup.
    expect(Date.parse((await call(admin, getBackupState, {})).last_backup_at ?? '')).toBeLessThan(moment)
  }, 240_000)
})
