import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { claimJobs, endRun } from './job-rows.ts'
import { startJobs, type JobDefinition, type Jobs } from './jobs.ts'

let database: TestDatabase
let logged: object[]
let servers: Jobs[]
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  logged = []
  servers = []
  await database.owner.query('DELETE FROM jobs')
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
})

function start(jobs: JobDefinition[], { leaseSeconds = 30 } = {}): Jobs {
  const log = { warn: (details: object) => void logged.push(details) }
  const server = startJobs({ db: database.appDb, log, jobs, leaseSeconds, lookMs: 20 })
  servers.push(server)
  return server
}

async function read(name: string) {
  const { rows } = await database.owner.query<Record<string, unknown>>('SELECT * FROM jobs WHERE name = $1', [name])
  return rows[0]
}

test('several servers never run a job at once, and each of them takes its turn', async () => {
  let [now, most] = [0, 0]
  const runs = [0, 0, 0]
  const jobOf = (server: number): JobDefinition => ({
    name: 'totals',
    everyMs: 5,
    async work() {
      runs[server] = (runs[server] ?? 0) + 1
      most = Math.max(most, (now += 1))
      await sleep(10)
      now -= 1
    },
  })
  for (let server = 0; server < runs.length; server += 1) start([jobOf(server)])
  await expect.poll(() => Math.min(...runs), { timeout: 20_000 }).toBeGreaterThan(2)
  expect(most).toBe(1)
  expect(await read('totals')).toMatchObject({ failures: 0, reason: null, problem: null })
})

test('the job of a server that was killed goes on elsewhere after its lease, and the run counts as cut off', async () => {
  const runs: number[] = []
  const job: JobDefinition = { name: 'totals', everyMs: 60_000, work: async () => runs.push(Date.now()) }
  const first = start([job])
  await expect.poll(() => runs.length).toBe(1)
  await first.stop()
  await database.owner.query("UPDATE jobs SET due_at = now() - interval '1 second'")
  // A server that takes the job and is killed leaves this row behind.
  const claim = { holder: randomUUID(), leaseSeconds: 1, names: [job.name], urgent: [] }
  expect(await claimJobs(database.appDb, claim)).toEqual(['totals'])
  const killedAt = Date.now()
  start([job])
  await sleep(500)
  expect(runs).toHaveLength(1)
  await expect.poll(() => runs.length, { timeout: 5_000 }).toBe(2)
  expect((runs[1] ?? 0) - killedAt).toBeGreaterThanOrEqual(900)
  await expect.poll(async () => (await read('totals'))?.['holder']).toBe(null)
  expect(await read('totals')).toMatchObject({ failures: 0, reason: 'cut_off', failed_runs: '1', runs: '3' })
})

test('a job that was cut off several times in a row waits longer each time', async () => {
  const claim = { leaseSeconds: 30, names: ['totals' as const], urgent: [] }
  const takeAfter = async (failures: number, seconds: number) => {
    await database.owner.query('DELETE FROM jobs')
    await database.owner.query(
      `INSERT INTO jobs (name, every_seconds, failures, holder, lease_until)
       VALUES ('totals', 5, $1, $2, now() - make_interval(secs => $3))`,
      [failures, randomUUID(), seconds],
    )
    return claimJobs(database.appDb, { ...claim, holder: randomUUID() })
  }
  expect(await takeAfter(0, 0)).toEqual(['totals'])
  for (const [failures, seconds] of [
    [1, 30],
    [2, 60],
    [9, 120],
  ] as const) {
    expect(await takeAfter(failures, seconds - 5)).toEqual([])
    expect(await takeAfter(failures, seconds + 5)).toEqual(['totals'])
  }
})

test.each([
  ["due_at = now() + interval '1 hour'", true],
  ["due_at = now() + interval '2 minutes'", false],
  ["every_seconds = 7200, due_at = now() + interval '1 hour'", false],
  ["holder = gen_random_uuid(), lease_until = now() + interval '1 hour'", true],
  ["holder = gen_random_uuid(), lease_until = now() + interval '40 seconds'", false],
])(
  'after a clock went back, work goes on although its time is too far off: %s is taken: %s',
  async (change, isTaken) => {
    await database.owner.query("INSERT INTO jobs (name, every_seconds) VALUES ('totals', 5)")
    await database.owner.query(`UPDATE jobs SET ${change}`)
    const claim = { holder: randomUUID(), leaseSeconds: 30, names: ['totals' as const], urgent: [] }
    expect(await claimJobs(database.appDb, claim)).toEqual(isTaken ? ['totals'] : [])
    const { rows } = await database.owner.query('SELECT coalesce(failed_at, now()) <= now() AS is_past FROM jobs')
    expect(rows).toEqual([{ is_past: true }])
  },
)

test('a run that takes longer than a lease keeps it, and no other server begins', async () => {
  let [begun, ended] = [0, 0]
  const job: JobDefinition = {
    name: 'verifier',
    everyMs: 60_000,
    async work() {
      begun += 1
      await sleep(2_500)
      ended += 1
    },
  }
  start([job], { leaseSeconds: 1 })
  start([job], { leaseSeconds: 1 })
  await expect.poll(() => ended, { timeout: 10_000 }).toBe(1)
  expect(begun).toBe(1)
})

test('a server that was frozen and lost its job ends the run, and its end changes nothing', async () => {
  const lost = Promise.withResolvers<void>()
  const job: JobDefinition = {
    name: 'verifier',
    everyMs: 60_000,
    async work(signal) {
      signal.addEventListener('abort', () => lost.resolve())
      await lost.promise
    },
  }
  start([job], { leaseSeconds: 3 })
  await expect.poll(async () => (await read('verifier'))?.['holder']).toBeTruthy()
  const other = randomUUID()
  await database.owner.query("UPDATE jobs SET holder = $1, lease_until = now() + interval '6 seconds'", [other])
  await lost.promise
  await sleep(200)
  expect(await read('verifier')).toMatchObject({ holder: other, ended_at: null })
})

test('a job that fails waits twice as long each time, says why, and holds up no other one', async () => {
  let good = 0
  const bad = Object.assign(new Error('no room for ada@example.org'), { code: 'ENOSPC' })
  start([
    { name: 'backup', everyMs: 3_600_000, work: () => Promise.reject(bad) },
    { name: 'totals', everyMs: 5, work: async () => (good += 1) },
  ])
  const readBackup = async () => {
    const { rows } = await database.owner.query<{ failures: number; wait: number }>(
      "SELECT failures, round(extract(epoch FROM due_at - failed_at))::int AS wait FROM jobs WHERE name = 'backup'",
    )
    return rows[0]
  }
  for (const [failures, wait] of [
    [1, 60],
    [2, 120],
    [3, 120],
  ]) {
    await expect.poll(readBackup).toEqual({ failures, wait })
    await database.owner.query("UPDATE jobs SET due_at = now() WHERE name = 'backup'")
  }
  expect(await read('backup')).toMatchObject({ reason: 'disk', problem: 'ENOSPC: no room for …', succeeded_at: null })
  await expect.poll(() => good).toBeGreaterThan(5)
  expect(logged.length).toBeGreaterThanOrEqual(3)
})

test('a good run ends the row of failures, and its next run comes after the usual pause', async () => {
  let fails = true
  start([
    {
      name: 'totals',
      everyMs: 5_000,
      work: async () => {
        if (fails) throw new Error('it broke')
      },
    },
  ])
  await expect.poll(async () => (await read('totals'))?.['failures']).toBe(1)
  fails = false
  await database.owner.query('UPDATE jobs SET due_at = now()')
  await expect.poll(async () => (await read('totals'))?.['failures']).toBe(0)
  expect(await read('totals')).toMatchObject({ runs: '2', failed_runs: '1', problem: 'it broke' })
})

test('a poked job runs soon, once more also if it is poked during its run', async () => {
  let runs = 0
  const server = start([{ name: 'mails', everyMs: 3_600_000, work: async () => void (await sleep(60), (runs += 1)) }])
  await expect.poll(() => runs).toBe(1)
  server.poke('mails')
  await sleep(50)
  server.poke('mails')
  await expect.poll(() => runs).toBe(3)
})

test('the stop waits for the run under way, tells it to end, and leaves the job to the next server at once', async () => {
  const begun = Promise.withResolvers<void>()
  const job: JobDefinition = {
    name: 'retention',
    everyMs: 3_600_000,
    async work(signal) {
      begun.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    },
  }
  const server = start([job])
  await begun.promise
  await server.stop()
  expect(await read('retention')).toMatchObject({ holder: null, failures: 0, succeeded_at: null })
  let isDone = false
  start([{ ...job, work: async () => (isDone = true) }])
  await expect.poll(() => isDone).toBe(true)
})

test('the stop waits for a look that a poke has caused, and leaves no job held', async () => {
  let isDone = false
  const log = { warn: () => {} }
  const job: JobDefinition = { name: 'mails', everyMs: 3_600_000, work: async () => (isDone = true) }
  const server = startJobs({ db: database.appDb, log, jobs: [job], lookMs: 3_600_000 })
  servers.push(server)
  await expect.poll(() => isDone).toBe(true)
  await expect.poll(async () => (await read('mails'))?.['holder']).toBe(null)
  const client = await database.owner.connect()
  try {
    // While the table is locked, the look waits within its claim.
    await client.query('BEGIN; LOCK TABLE jobs')
    server.poke('mails')
    await expect
      .poll(
        async () =>
          (await client.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'jobs'::regclass")).rows.length,
      )
      .toBe(1)
    let isStopped = false
    const end = server.stop().then(() => (isStopped = true))
    await sleep(50)
    expect(isStopped).toBe(false)
    await client.query('COMMIT')
    await end
  } finally {
    client.release()
  }
  expect(await read('mails')).toMatchObject({ holder: null, failures: 0 })
})

test('a server keeps the times of the jobs that it finds, and removes those that no server has had for a day', async () => {
  const never = { everyMs: 3_600_000, work: () => Promise.reject(new Error('it is not due')) }
  await database.owner.query(
    `INSERT INTO jobs (name, every_seconds, due_at, runs, seen_at)
     VALUES ('chain', 5, now(), 1, now() - interval '25 hours'), ('backup', 60, now(), 1, now() - interval '23 hours'),
       ('retention', 60, now() + interval '30 minutes', 7, now() - interval '25 hours')`,
  )
  start([{ name: 'retention', ...never }])
  await expect.poll(async () => (await read('retention'))?.['every_seconds']).toBe(3_600)
  await expect.poll(async () => read('chain')).toBe(undefined)
  await sleep(100)
  expect(await read('retention')).toMatchObject({ runs: '7', failures: 0 })
  expect(await read('backup')).toMatchObject({ runs: '1' })
})

test('a server says each minute which jobs it has, writes lost rows again, and leaves the pause after a failure', async () => {
  const log = { warn: () => {} }
  const jobs: JobDefinition[] = [{ name: 'totals', everyMs: 5_000, work: () => Promise.reject(new Error('it broke')) }]
  servers.push(startJobs({ db: database.appDb, log, jobs, lookMs: 20, registerMs: 100 }))
  await expect.poll(async () => (await read('totals'))?.['failures']).toBe(1)
  await database.owner.query(
    "UPDATE jobs SET seen_at = now() - interval '1 hour', due_at = now() + interval '100 seconds'",
  )
  const readTimes = async () =>
    (
      await database.owner.query<{ is_seen: boolean; waits: boolean }>(
        "SELECT seen_at > now() - interval '1 minute' AS is_seen, due_at > now() + interval '90 seconds' AS waits FROM jobs",
      )
    ).rows
  await expect.poll(readTimes).toEqual([{ is_seen: true, waits: true }])
  await database.owner.query('DELETE FROM jobs')
  await expect.poll(async () => (await read('totals'))?.['failures']).toBe(1)
})

test('the end of a run that is no longer held changes nothing', async () => {
  start([{ name: 'totals', everyMs: 3_600_000, work: async () => {} }])
  await expect.poll(async () => (await read('totals'))?.['runs']).toBe('1')
  await endRun(database.appDb, { holder: randomUUID(), name: 'totals', failure: null, isCutShort: false })
  expect(await read('totals')).toMatchObject({ runs: '1' })
})
