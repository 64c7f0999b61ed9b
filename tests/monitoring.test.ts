import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { listPackages } from '../contract/packages.ts'
import { getPush } from '../contract/push.ts'
import { mergeFigures } from '../server/platform/metrics/merge-figures.ts'
import { createMetrics } from '../server/platform/metrics/metrics.ts'
import { watchProcess } from '../server/platform/metrics/process-metrics.ts'
import { watchWorkers } from '../server/platform/metrics/worker-metrics.ts'
import { watchPlatform } from '../server/reports/stats/platform-metrics.ts'
import { call, createTestApp } from './helpers/app.ts'
import { unpackPackage } from './helpers/debian-packages.ts'
import { addFailingJob } from './helpers/failed-work.ts'
import { findFaults, readSeries, type Expression, type Series } from './helpers/prometheus.ts'

const folder = join(import.meta.dirname, '../docs/monitoring')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const manual = readFileSync(join(folder, '../operations.md'), 'utf8')

interface Rule {
  alert: string
  expr: string
  annotations: Record<string, string>
}
interface Trial {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[]
}
interface Panel {
  title: string
  targets: { refId: string; expr: string; legendFormat: string }[]
}
const [group] = (parse(read('alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups
const { rules } = group
const names = rules.map(({ alert }) => alert)
const { tests: trials } = parse(read('alerts.test.yml')) as { tests: Trial[] }
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }

const expressions: Expression[] = [
  ...rules.map(({ alert, expr, annotations }) => ({
    name: alert,
    expr,
    shown: Object.values(annotations).flatMap((text) =>
      [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
    ),
  })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ refId, expr, legendFormat }) => ({
      name: `${title} ${refId}`,
      expr,
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  ),
]

test('each alert has a row in the manual, in the same order, and each row an alert', () => {
  const rows = [...manual.matchAll(/^\| `(Et\w+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
})

test('each alert names a section of the manual, and so does each row that sends the reader on', () => {
  const sections = [...manual.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  const named = rules.map(({ annotations }) => /^docs\/operations\.md: (.+)$/.exec(annotations['runbook'] ?? '')?.[1])
  const rows = [...manual.matchAll(/^\| `Et\w+` \|.*$/gm)].join('\n')
  const further = [...rows.matchAll(/see "([^"]+)"/gi)].map(([, title]) => title)
  expect(further.length).toBeGreaterThan(5)
  expect([...named, ...further].filter((title) => !sections.includes(title))).toEqual([])
})

test('each alert is tried with figures at which it fires, and with others at which it does not', () => {
  const tried = trials.flatMap((trial) => trial.alert_rule_test)
  const triedBy = (fires: boolean) =>
    new Set(tried.filter(({ exp_alerts: alerts }) => alerts.length > 0 === fires).map(({ alertname }) => alertname))
  expect(triedBy(true)).toEqual(new Set(names))
  expect(triedBy(false)).toEqual(new Set(names))
})

describe('figures', () => {
  let series: Series
  beforeAll(async () => {
    series = await readEverySeries()
  })

  test('alerts and the dashboard name only figures that there are, and labels and values that they have', () => {
    expect(expressions.length).toBeGreaterThan(20)
    expect(expressions.flatMap((one) => findFaults(one, series))).toEqual([])
  })

  test.each([
    ['a figure', { expr: 'et_gone > 0' }],
    ['a label', { expr: 'et_workers{status="missing"} > 0' }],
    ['a value of a label', { expr: 'et_workers{state="gone"} > 0' }],
    ['a label to add up by', { expr: 'sum by (kind) (et_workers)' }],
    ['a shown label', { expr: 'sum(et_workers)', shown: ['state'] }],
    ['a label that a target has as its own', { expr: 'et_job_late{job="chain"}' }],
  ])('%s that is not there is noticed', (_, { expr, shown = [] }: Partial<Expression>) => {
    expect(findFaults({ name: 'x', expr: expr ?? '', shown }, series)).toHaveLength(1)
  })
})

const debian = unpackPackage('prometheus')

describe.runIf(debian)("Prometheus' own check (needs packages of Debian)", () => {
  const draft = mkdtempSync(join(tmpdir(), 'et-rules-'))
  afterAll(() => rmSync(draft, { recursive: true }))

  function check(...args: string[]): { isGood: boolean; said: string } {
    const { status, stdout, stderr } = spawnSync(join(debian ?? '/', 'usr/bin/promtool'), args, { encoding: 'utf8' })
    return { isGood: status === 0, said: stdout + stderr }
  }

  function checkExpressions(list: readonly string[]) {
    const file = join(draft, 'rules.yml')
    const recorded = list.map((expr, at) => ({ record: `expression_${at}`, expr }))
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'expressions', rules: recorded }] }))
    return check('check', 'rules', file)
  }

  test('takes the rules, and each alert fires and stays silent as it should', () => {
    expect(check('check', 'rules', join(folder, 'alerts.yml'))).toMatchObject({ isGood: true })
    expect(check('test', 'rules', join(folder, 'alerts.test.yml'))).toMatchObject({ isGood: true })
  })

  test('takes each expression of the dashboard, and refuses one that is cut off', () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(checkExpressions(shown)).toMatchObject({
      isGood: true,
      said: expect.stringContaining(`${shown.length} rules`) as string,
    })
    expect(checkExpressions([...shown, 'sum(rate(et_calls_total[5m])']).isGood).toBe(false)
  })
})

/** Reads every figure of a server with a second process on its port, as Prometheus stores them. */
async function readEverySeries(): Promise<Series> {
  const metrics = createMetrics()
  const site = await createTestApp({}, { meter: metrics.meter })
  const { database, deps } = site
  const onError = (error: unknown) => {
    throw error
  }
  try {
    // The age of a backup of the operator's own PostgreSQL is in the database.
    const config = { ...deps.config, databaseUrl: database.ownerUrl }
    await database.owner.query('INSERT INTO outside_backups (finished_at) VALUES (now())')
    watchPlatform(metrics.meter, { ...deps, config, onError, everyMs: 0 })
    watchProcess(metrics.meter, database.app)
    watchWorkers(metrics.meter, { wanted: 2, workers: { serving: 1 } })
    await addFailingJob(database, 'chain', { failures: 6 })
    const check = "SELECT ledger.verify('whole'), ledger.verify('balances')"
    for (const query of [check, check]) await database.app.query(query)
    await call(site, listPackages, {}, {})
    await call(site, getPush, {}, {})
    const url = `http://127.0.0.1:${await metrics.listen(0, '127.0.0.1')}/metrics`
    const text = await (await fetch(url)).text()
    return readSeries(mergeFigures([{ text }, { number: 1, text }]))
  } finally {
    await metrics.close()
    await site.close()
  }
}
