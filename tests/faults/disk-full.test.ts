import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { makeSmallDisk, type SmallDisk } from '../helpers/faults/small-disk.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const times = sizeOf({ short: 1, full: 5 })
const diskMegabytes = 220
const fullMs = 2_000
const backWithinMs = 30_000

test(
  'a full disk stops changes with 503, and once it has room again everything goes on without a repair [R14]',
  { timeout: 60_000 + times * 90_000 },
  async (context) => {
    const disk = makeSmallDisk(diskMegabytes)
    // Only root may mount, so other people and systems run this test in a container or not at all.
    if (!disk) return context.skip('This machine does not allow a disk of its own for the test.')
    vi.stubEnv('TMPDIR', disk.folder)
    let server: TestServer | undefined
    try {
      server = await startServer({ env: { ...withoutStepUp, MIN_FREE_DISK_MB: '0' } })
      const { chance, note } = startScenario(context, { promises: 'R14', faults: `${times} full disks` })
      const load = await startMoneyLoad(server, { chance })
      let longestMs = 0
      for (let time = 0; time < times; time += 1) longestMs = Math.max(longestMs, await fillOnce(server, disk, load))
      await load.end()
      expect(load.withoutRetryAfter).toBe(0)
      note(
        `${await expectWholeBooks(server, load, chance)}; calls succeeded again after ${(longestMs / 1000).toFixed(1)} s`,
      )
    } finally {
      await server?.stop()
      vi.unstubAllEnvs()
      disk.remove()
    }
  },
)

type Load = Awaited<ReturnType<typeof startMoneyLoad>>

/** Fills the disk until calls are refused, makes room, and returns the time until a new call succeeds. */
async function fillOnce(server: TestServer, disk: SmallDisk, load: Load): Promise<number> {
  await sleep(500)
  const refused = load.answers.get(503) ?? 0
  disk.fill()
  await expect.poll(() => load.answers.get(503) ?? 0, { timeout: 60_000 }).toBeGreaterThan(refused)
  await sleep(fullMs)
  expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200)
  disk.free()
  const begun = Date.now()
  const isAnswered = () =>
    load.journal.entries.some(({ madeAt, answeredAt }) => madeAt > begun && answeredAt !== undefined)
  await expect.poll(isAnswered, { timeout: backWithinMs }).toBe(true)
  return Date.now() - begun
}
