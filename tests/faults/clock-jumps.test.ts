import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, signOut } from '../../contract/auth.ts'
import { enableTwoFactor, startTwoFactor, stepUp } from '../../contract/two-factor.ts'
import { sessionIdleMinutes } from '../../server/platform/sessions.ts'
import { call, callProven, createMember, withDatabase, type Person } from '../helpers/api.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { totpCode } from '../helpers/two-factor.ts'

const hourMs = 60 * 60 * 1_000
const jumps = [24 * hourMs, -24 * hourMs, 2 * hourMs, -2 * hourMs, 400 * 24 * hourMs, 0]
const rounds = sizeOf({ short: 1, full: 10 })
const stayMs = 700
/** A session that ends in so many seconds is not ended early, also if a busy machine takes long to look at it. */
const notYetSeconds = 60
/** An app shows a new code so often, and the server takes the last one for as long again. */
const codeMs = 30_000
const root = join(import.meta.dirname, '../..')

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'et-clock-'))
  setClock(0)
  const preload = join(root, 'tests/helpers/faults/shifted-clock.ts')
  server = await startServer({
    env: { ...withoutStepUp, SECURITY_CONTACT: 'security@example.org', CLOCK_FILE: join(folder, 'ahead') },
    command: [process.execPath, '--import', preload, join(root, 'server/main.ts')],
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

function setClock(aheadMs: number): void {
  writeFileSync(join(folder, 'ahead'), String(aheadMs))
}

/** Returns the moment at which the server says that its contact expires, which is a fixed time after its own present. */
async function readExpiry(): Promise<number> {
  const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text()
  return Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
}

/** Lets the account forget the codes that it has seen, because an app shows a new one only every half minute. */
async function forgetCodes({ userId }: Person): Promise<void> {
  await withDatabase(server, async (db) =>
    db.updateTable('two_factor').set({ last_step: '0' }).where('user_id', '=', userId).execute(),
  )
}

/** True if the code of an app is right. It is used up as the proof of a call that is never made. */
async function isCodeAccepted(person: Person, code: string): Promise<boolean> {
  return call(person, stepUp, { body: { action: 'wallet', call: 'A'.repeat(43), code } }).then(
    () => true,
    (error: unknown) => {
      if (!String(error).includes('code_wrong')) throw error
      return false
    },
  )
}

/**
 * Demands that a session ends by its idle time and by its age as the database counts them. No call ends it: time alone passes, as far
 * as its row says.
 */
async function expectEndByTime(person: Person): Promise<void> {
  const leaveIdle = (seconds: number) =>
    sql`update sessions set last_active_at = now() + make_interval(secs => ${seconds - sessionIdleMinutes * 60})
         where user_id = ${person.userId}`
  const growOld = (seconds: number) =>
    sql`update sessions set expires_at = now() + make_interval(secs => ${seconds}) where user_id = ${person.userId}`
  for (const endIn of [leaveIdle, growOld]) {
    for (const seconds of [notYetSeconds, -1, notYetSeconds]) {
      await withDatabase(server, async (db) => endIn(seconds).execute(db))
      expect(await isSignedIn(person)).toBe(seconds > 0)
    }
  }
}

const isSignedIn = async (person: Person) => (await call(person, getSession, {})).session !== null

test(
  'while the clock of the server jumps, no money call fails, sessions begin and end by the clock of the database, and no code counts twice [R13]',
  { timeout: 60_000 + rounds * 60_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R13', faults: `${rounds * jumps.length} jumps` })
    const [member, leaver] = [await createMember(server), await createMember(server)]
    await call(leaver, signOut, { body: {} })
    const { secret } = await callProven(member, startTwoFactor, {})
    await call(member, enableTwoFactor, { body: { code: totpCode(secret) } })
    const usualExpiry = await readExpiry()
    const load = await startMoneyLoad(server, { chance })
    let used: { code: string; atMs: number } | undefined
    let replays = 0
    for (let round = 0; round < rounds; round += 1) {
      for (const jump of jumps) {
        setClock(jump)
        await sleep(stayMs)
        // Without this the clock might not have moved at all.
        expect(Math.abs((await readExpiry()) - usualExpiry - jump)).toBeLessThan(10 * 60_000)
        expect([await isSignedIn(member), await isSignedIn(leaver)]).toEqual([true, false])
        // The code that was used before the jump is still one of the present, and only its use forbids another one.
        if (used) expect(await isCodeAccepted(member, used.code)).toBe(false)
        if (used && Date.now() - used.atMs < codeMs) replays += 1
        await forgetCodes(member)
        const code = totpCode(secret)
        used = { code, atMs: Date.now() }
        expect([await isCodeAccepted(member, code), await isCodeAccepted(member, code)]).toEqual([true, false])
        const other = await createMember(server)
        expect(await isSignedIn(other)).toBe(true)
        await expectEndByTime(other)
      }
    }
    expect(replays, 'codes were tried again across a jump while they were fresh').toBeGreaterThan(0)
    await load.end()
    // A busy machine refuses a call now and then, with any clock.
    expect([...load.answers.keys()].filter((status) => status !== 503)).toEqual([200])
    note(`${await expectWholeBooks(server, load, chance)}; ${replays} codes were refused again after a jump`)
  },
)
