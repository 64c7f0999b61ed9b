import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession, signOut } from '../../contract/auth.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { call, createMember, type Person } from '../helpers/api.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const hourMs = 60 * 60 * 1_000
const jumps = [24 * hourMs, -24 * hourMs, 2 * hourMs, -2 * hourMs, 400 * 24 * hourMs, 0]
const rounds = sizeOf({ short: 1, full: 10 })
const stayMs = 700
const root = join(import.meta.dirname, '../..')

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'et-clock-'))
  setClock(0)
  const preload = join(root, 'tests/helpers/faults/shifted-clock.ts')
  server = await startServer({
    env: { ...withoutStepUp, CLOCK_FILE: join(folder, 'ahead') },
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

/** Returns the time that the server sends with each answer, in milliseconds ahead of the real one. */
async function readAheadMs(): Promise<number> {
  const body = (await (await fetch(`${server.url}${buildUrl(getSession, {})}`)).headers.get('date')) ?? ''
  return Date.parse(body) - Date.now()
}

const isSignedIn = async (person: Person) => (await call(person, getSession, {})).session !== null

test(
  'while the clock of the server jumps, no money call fails, and sessions begin and end by the clock of the database [R13]',
  { timeout: 60_000 + rounds * 60_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R13', faults: `${rounds * jumps.length} jumps` })
    const [member, leaver] = [await createMember(server), await createMember(server)]
    await call(leaver, signOut, { body: {} })
    const load = await startMoneyLoad(server, { chance })
    for (let round = 0; round < rounds; round += 1) {
      for (const jump of jumps) {
        setClock(jump)
        await sleep(stayMs)
        expect(Math.abs((await readAheadMs()) - jump)).toBeLessThan(5_000)
        expect([await isSignedIn(member), await isSignedIn(leaver)]).toEqual([true, false])
        const other = await createMember(server)
        expect(await isSignedIn(other)).toBe(true)
      }
    }
    await load.end()
    expect([...load.answers.keys()]).toEqual([200])
    note(await expectWholeBooks(server, load, chance))
  },
)
