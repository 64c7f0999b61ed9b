import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPackages } from '../../../contract/packages.ts'
import { getPush } from '../../../contract/push.ts'
import {
  createAdmin,
  createMember,
  createTestApp,
  call,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { addFailedMail, addFailingJob } from '../../../tests/helpers/failed-work.ts'
import { createPackage, submitPackage } from '../../../tests/helpers/ledger.ts'
import { giveCoins } from '../../../tests/helpers/people.ts'
import type { Db } from '../../platform/db/client.ts'
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts'
import { watchPlatform } from './platform-metrics.ts'

let site: TestApp
let metrics: Metrics
let url: string
let member: Person
const errors: unknown[] = []
beforeAll(async () => {
  metrics = createMetrics()
  site = await createTestApp({}, { meter: metrics.meter })
  url = `http://127.0.0.1:${await metrics.listen(0, '127.0.0.1')}`
  watchPlatform(metrics.meter, { ...site.deps, onError: (error) => errors.push(error), everyMs: 0 })
  const admin = await createAdmin(site)
  member = await createMember(site)
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 5000)
  await submitPackage(site.database, member.userId, await createPackage(site.database))
  await site.deliverMails()
  await addFailingJob(site.database, 'chain', { failures: 6 })
  await addFailedMail(site.database)
  await site.database.owner.query(
    "INSERT INTO jobs (name, every_seconds, succeeded_at, runs) VALUES ('cleanup', 60, now() - interval '1 hour', 7)",
  )
  const check = "SELECT ledger.verify('whole'), ledger.verify('balances')"
  for (const query of [check, check]) await site.database.app.query(query)
})
afterAll(async () => {
  await metrics.close()
  await site.close()
})

/** Reads the figures as Prometheus does: the value of each line by its name and labels. */
async function read(): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\S+?(?:\{.*\})?) (\S+)(?: \d+)?$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

test('the figures are those of the platform', async () => {
  const figures = await read()
  expect([...figures.keys()].filter((name) => name === '')).toEqual([])
  expect(figures.get('et_database_up')).toBe(1)
  expect(figures.get('et_coins{state="held"}')).toBe(5000)
  expect(figures.get('et_coins{state="issued"}')).toBe(5000)
  expect(figures.get('et_requests_pending{kind="buy"}')).toBe(1)
  expect(figures.get('et_request_oldest_seconds{kind="buy"}')).toBeGreaterThanOrEqual(0)
  expect(figures.get('et_requests_overdue{kind="transfer"}')).toBe(0)
  expect(figures.get('et_payouts_due')).toBe(0)
  expect(figures.has('et_backup_age_seconds')).toBe(false)
  expect(figures.get('et_job_failures{job="chain"}')).toBe(6)
  expect(figures.get('et_job_late{job="chain"}')).toBe(0)
  expect(figures.get('et_job_late{job="cleanup"}')).toBe(1)
  expect(figures.get('et_job_success_age_seconds{job="cleanup"}')).toBeGreaterThan(3_500)
  expect(figures.get('et_job_runs{job="cleanup",outcome="good"}')).toBe(7)
  expect(figures.get('et_mails_failed')).toBe(1)
  expect(figures.get('et_mails_waiting')).toBe(0)
  expect(figures.get('et_verifier_findings')).toBe(0)
  expect(figures.get('et_verifier_late')).toBe(0)
  expect(figures.get('et_verifier_age_seconds{kind="whole"}')).toBeLessThan(600)
  expect(figures.get('et_verifier_reach_seconds{kind="whole"}')).toBeGreaterThan(0)
})

test('calls count by operation, status and refusal, and name no person', async () => {
  await call(site, listPackages, {}, {})
  await call(site, getPush, {}, {})
  const figures = await read()
  expect(figures.get('et_calls_total{operation="list_packages",status="200"}')).toBeGreaterThan(0)
  expect(figures.get('et_call_duration_seconds_count{operation="list_packages"}')).toBeGreaterThan(0)
  expect(figures.get('et_refusals_total{code="not_signed_in"}')).toBeGreaterThan(0)
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const personal of [member.userId, member.email, '127.0.0.1']) expect(text).not.toContain(personal)
  // A label of a known kind alone: nothing that a caller chooses makes a further line.
  const before = figures.size
  await fetch(`${url}/elsewhere`)
  await site.app.inject({ url: '/api/made-up-address' })
  await site.app.inject({ url: '/made-up-page' })
  const after = await read()
  await site.app.inject({ url: '/api/another-made-up-address' })
  expect((await read()).size).toBe(after.size)
  expect(after.size - before).toBeLessThan(30)
})

test('a database that does not answer is said to be away, and has no old figures', async () => {
  const probe = createServer().listen(0)
  const { port } = probe.address() as AddressInfo
  probe.close()
  const other = createMetrics()
  const fail = () => {
    throw new Error('away')
  }
  const broken = { selectFrom: fail, getExecutor: fail } as unknown as Db
  watchPlatform(other.meter, { db: broken, config: site.deps.config, onError: (error) => errors.push(error) })
  await other.listen(port, '127.0.0.1')
  try {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('et_database_up 0')
    expect(text).not.toContain('et_coins{')
    expect(errors).toHaveLength(1)
  } finally {
    await other.close()
  }
})
