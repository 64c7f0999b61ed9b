import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, uploadSlip } from '../helpers/api.ts'
import { expectStateOf, expectStateSince } from '../helpers/expect-state-of.ts'
import { startMoneyLoad, waitForCalls, withoutStepUp } from '../helpers/faults/money-load.ts'
import { startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const root = join(import.meta.dirname, '../..')
const key = randomBytes(32).toString('base64url')
/** A destruction loses no more than the calls of this time. The server copies its log every ten seconds, and later on a busy machine. */
const lostMs = 60_000
/** Calls that are acknowledged in the restored site. */
const callsAgain = 20

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'et-drill-'))
  server = await startServer({ env: { BACKUP_DIR: folder, BACKUP_KEY: key, ...withoutStepUp } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Runs a command of the project on the server's data folder. */
async function command(
  name: 'backup' | 'restore',
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: server.dataDir, BACKUP_DIR: folder, BACKUP_KEY: key }
  const child = spawn(process.execPath, [join('scripts', `${name}.ts`), ...args], { cwd: root, env })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return { code: await promise, output: (await outputs).join('') }
}

const readKeptUntil = () =>
  existsSync(join(folder, 'log-state.json'))
    ? Date.parse((JSON.parse(readFileSync(join(folder, 'log-state.json'), 'utf8')) as { keptUntil: string }).keptUntil)
    : 0

async function untilCopied(moment: number): Promise<void> {
  await expect.poll(readKeptUntil, { timeout: lostMs, interval: 200 }).toBeGreaterThan(moment)
}

/** Destroys the server with its database and its files. Returns the moment, and the one up to which the log was kept. */
async function destroy(): Promise<{ at: number; keptUntil: number }> {
  const at = Date.now()
  await server.kill('SIGKILL')
  const postmaster = Number(readFileSync(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(postmaster, 'SIGKILL')
  await sleep(500)
  renameSync(server.dataDir, `${server.dataDir}.lost`)
  rmSync(`${server.dataDir}.lost`, { recursive: true })
  const keptUntil = readKeptUntil()
  expect(at - keptUntil, 'the time of the calls that are lost').toBeLessThan(lostMs)
  return { at, keptUntil }
}

test('the drill: destroyed under load, the site is restored to a noted moment and to the end, and goes on [R16]', async (context) => {
  const { chance, note } = startScenario(context, { promises: 'R16', faults: '2 destructions' })
  const member = await createMember(server)
  const { path } = await uploadSlip(member)
  const slip = readFileSync(join(server.dataDir, 'files/payment_proofs', path))
  const load = await startMoneyLoad(server, { chance, writers: 2, storedSlips: 100 })
  await sleep(1_000)
  expect(await command('backup')).toMatchObject({ code: 0 })
  await sleep(2_000)
  const moment = Date.now()
  await sleep(2_000)
  await untilCopied(moment)
  expect(await command('restore')).toMatchObject({
    code: 1,
    output: expect.stringContaining('in use by another instance') as string,
  })
  const ended = load.stop()
  const first = await destroy()
  await ended

  const past = await command('restore', '--to', new Date(moment).toISOString())
  expect(past.output).toContain('The ledger holds.')
  expect(past.code).toBe(0)
  await server.restart()
  await expectStateOf(server, moment, load)
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(readFileSync(join(server.dataDir, 'files/payment_proofs', path)))).toBe(hash(slip))

  // The members go on in the restored site, which is destroyed again.
  const secondLoad = await startMoneyLoad(server, { chance: chance.fork('again'), callers: load.callers })
  await waitForCalls(secondLoad, callsAgain)
  const { path: later } = await uploadSlip(member)
  await untilCopied(Date.now())
  const endedAgain = secondLoad.stop()
  const second = await destroy()
  await endedAgain
  const newest = await command('restore')
  expect([newest.code, newest.output]).toEqual([0, expect.stringContaining('The ledger holds.')])
  await server.restart()
  expect(existsSync(join(server.dataDir, 'files/payment_proofs', later))).toBe(true)
  await expectStateOf(server, moment, load)
  await expectStateSince(server, second.keptUntil, secondLoad)
  const calls = load.journal.entries.length + secondLoad.journal.entries.length
  const lags = [first, second].map(({ at, keptUntil }) => ((at - keptUntil) / 1000).toFixed(1))
  note(`${calls} calls; the log ended ${lags.join(' and ')} s before the destructions`)
}, 600_000)
