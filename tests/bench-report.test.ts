import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { atLeast, atMost, exactly, quantile } from '../bench/figures.ts'
import { benchSettings, nameVersion, renderReport } from '../scripts/bench-report.ts'

const names = ['chat', 'ledger', 'soak']
const rows = [
  { name: 'one ÷ two', value: '0.4', bar: '≥ 0.5', pass: false },
  { name: 'ms', value: '3', pass: true },
]

const linesOf = (page: string, bench: string) =>
  page.split('\n').filter((line) => line.startsWith(`| ${bench} `) && !line.includes('measured |'))

test('renewed figures take the place of the earlier ones of their bench, and the others stay', () => {
  const first = renderReport('', { name: 'ledger', rows, run: '2026-01-01, commit one.' }, names)
  const both = renderReport(first, { name: 'chat', rows, run: '2026-01-02, commit two.' }, names)
  const better = rows.map((row) => ({ ...row, pass: true }))
  const renewed = renderReport(both, { name: 'ledger', rows: better, run: '2026-01-03, commit three.' }, names)
  expect(linesOf(both, 'ledger')).toEqual([
    '| ledger | one ÷ two | 0.4 | ≥ 0.5 | missed |',
    '| ledger | ms | 3 |  |  |',
    '| ledger | 2026-01-01, commit one. |',
  ])
  expect(linesOf(renewed, 'ledger')).toEqual([
    '| ledger | one ÷ two | 0.4 | ≥ 0.5 | held |',
    '| ledger | ms | 3 |  |  |',
    '| ledger | 2026-01-03, commit three. |',
  ])
  expect(linesOf(renewed, 'chat')).toEqual(linesOf(both, 'chat'))
  expect(linesOf(renewed, 'soak')).toEqual(['| soak | Not measured. |'])
  expect(renewed).toContain('Bars held: 1, missed: 1. Benches that were not measured: 1.')
})

test('the rows of a bench that is gone leave the page', () => {
  const before = renderReport('', { name: 'ledger', rows, run: 'The first run.' }, names)
  const after = renderReport(before, { name: 'chat', rows, run: 'The second run.' }, ['chat', 'soak'])
  expect(linesOf(after, 'ledger')).toEqual([])
  expect(linesOf(after, 'chat')).toHaveLength(3)
})

test('a figure is held by its bar, and one that could not be measured is missed', () => {
  expect(atMost('p99', 49.96, 50, { unit: 'ms', digits: 1 })).toEqual({
    name: 'p99',
    value: '50.0 ms',
    bar: '≤ 50 ms',
    pass: true,
  })
  expect(atMost('p99', 50.04, 50).pass).toBe(false)
  expect(atLeast('ratio', 0.2, 0.2, { digits: 2 })).toEqual({ name: 'ratio', value: '0.20', bar: '≥ 0.2', pass: true })
  expect(exactly('lost', 1, 0).pass).toBe(false)
  for (const row of [atMost('p99', Number.NaN, 50), atLeast('ratio', quantile([], 0.5), 0.2)])
    expect(row.pass).toBe(false)
})

test('a run that failed takes the place of figures that an earlier one held', () => {
  const better = rows.map((row) => ({ ...row, pass: true }))
  const before = renderReport('', { name: 'ledger', rows: better, run: 'The first run.' }, names)
  const after = renderReport(before, { name: 'ledger', rows: 'failed', run: 'The second run.' }, names)
  expect(linesOf(after, 'ledger')).toEqual(['| ledger | The second run. The run failed, so it has no figures. |'])
  expect(after).toContain('Bars held: 0, missed: 0. Benches that were not measured: 2. Benches that failed: 1.')
  const renewed = renderReport(after, { name: 'ledger', rows: better, run: 'The third run.' }, names)
  expect(renewed).toContain('Bars held: 1, missed: 0. Benches that were not measured: 2.\n')
})

test('the page names each setting that a bench reads', () => {
  const text = globSync('bench/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const reads = text.match(/(?<!\.\.\.)process\.env\b/g)?.length
  const names = [...text.matchAll(/process\.env\['(\w+)'\]/g)].map(([, name]) => name)
  expect(names).toHaveLength(reads ?? 0)
  expect(new Set(names.filter((name) => name !== 'PATH'))).toEqual(new Set(benchSettings))
})

test('an earlier version is named by the commit of its folder, and not by that of a folder around it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'et-earlier-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  try {
    expect(nameVersion(folder)).toBe('…')
    git('init', '-q')
    writeFileSync(join(folder, 'file'), 'one')
    git('add', 'file')
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'One')
    const commit = `commit ${git('rev-parse', '--short', 'HEAD')}`
    expect(nameVersion(folder)).toBe(commit)
    writeFileSync(join(folder, 'file'), 'two')
    expect(nameVersion(folder)).toBe(`${commit} with changes`)
    mkdirSync(join(folder, 'inner'))
    expect(nameVersion(join(folder, 'inner'))).toBe('…')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('docs/measuring.md tells of every bench', () => {
  const benches = globSync('bench/*.bench.ts').map((file) => basename(file, '.bench.ts'))
  const text = readFileSync('docs/measuring.md', 'utf8')
  expect(benches.length).toBeGreaterThan(0)
  expect(benches.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
