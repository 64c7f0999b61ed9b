import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchRow } from '../bench/figures.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/benchmarks.md')

const notMeasured = 'Not measured.'
const failed = 'The run failed, so it has no figures.'

const introduction = `# Benchmarks

\`npm run bench -- --write\` measures and writes this page; with the names of benches it renews their rows alone. Each bar stands in the code of
its bench. A missed bar stays on the page until a later run holds it. Figures of another machine, or of one with other work, compare only as ratios.
`

/** Settings before the command with which a bench measures less than usual, more, or something else. A test finds each one that is read. */
export const benchSettings: readonly string[] = [
  'BEFORE',
  'FAILOVERS',
  'FLOODS',
  'LISTS',
  'LOAD_SECONDS',
  'PAGES',
  'ROUNDS',
  'SLIPS_SEED',
  'SOAK_MINUTES',
  'STREAMS',
  'VERIFIER_PART',
]

/** The measured bench, and a line about the run. A run that failed has no rows. */
interface Measured {
  name: string
  rows: readonly BenchRow[] | 'failed'
  run: string
}

/**
 * Returns the page with these figures and this run in place of the earlier ones of the same bench. Its first table has the figures of all
 * `names` of benches, sorted, and its second one their runs, also of those that were not measured.
 */
export function renderReport(before: string, { name, rows, run }: Measured, names: readonly string[]): string {
  const [figuresBefore = [], runsBefore = []] = before.split(/^## /m).slice(1).map(readRows)
  const isOther = (one: string) => (line: string) => benchOf(line) === one && one !== name
  const sorted = names.toSorted()
  const figures = sorted.flatMap((one) =>
    one === name && rows !== 'failed' ? rows.map((row) => renderRow(name, row)) : figuresBefore.filter(isOther(one)),
  )
  const runs = sorted.map((one) => {
    if (one === name) return `| ${one} | ${rows === 'failed' ? `${run} ${failed}` : run} |`
    return runsBefore.find(isOther(one)) ?? `| ${one} | ${notMeasured} |`
  })
  const tables = [
    ['## Figures', '', '| bench | measured | value | bar | |', '| --- | --- | --- | --- | --- |', ...figures],
    ['## Runs', '', '| bench | day, commit, machine |', '| --- | --- |', ...runs],
  ].map((lines) => lines.join('\n'))
  return `${[introduction.trimEnd(), summarise(figures, runs), ...tables].join('\n\n')}\n`
}

/** Returns the rows of a table. The first cell of each one is the name of a bench. */
function readRows(part: string): string[] {
  return part.split('\n').filter((line) => benchOf(line) !== undefined)
}

function benchOf(line: string): string | undefined {
  return /^\| ([a-z][a-z-]*) \| (?!measured|day)/.exec(line)?.[1]
}

function renderRow(bench: string, { name, value, bar, pass }: BenchRow): string {
  const cells = [bench, name, value, bar ?? '', bar === undefined ? '' : pass ? 'held' : 'missed']
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
}

function summarise(figures: readonly string[], runs: readonly string[]): string {
  const count = (lines: readonly string[], pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  const [held, missed] = [count(figures, /\| held \|$/), count(figures, /\| missed \|$/)]
  const failures = count(runs, /The run failed/)
  const others = failures > 0 ? ` Benches that failed: ${failures}.` : ''
  return `Bars held: ${held}, missed: ${missed}. Benches that were not measured: ${count(runs, /Not measured/)}.${others}`
}

/** Writes the figures of one bench into docs/benchmarks.md, or that its run failed. */
export function writeReport(name: string, rows: Measured['rows'], names: readonly string[]): void {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  writeFileSync(page, renderReport(before, { name, rows, run: describeRun() }, names))
}

/** Names the version in a folder by its commit; `…` if the folder is not the root of a repository of git. */
export function nameVersion(folder: string): string {
  try {
    if (realpathSync(git(folder, 'rev-parse', '--show-toplevel')) !== realpathSync(folder)) return '…'
    const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== ''
    return `commit ${git(folder, 'rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
  } catch {
    return '…'
  }
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function describeRun(): string {
  const commit = git(root, 'rev-parse', '--short', 'HEAD')
  const isChanged = git(root, 'status', '--porcelain', '--untracked-files=no')
    .split('\n')
    .some((line) => line !== '' && !line.endsWith('docs/benchmarks.md'))
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const settings = benchSettings.flatMap((name) => {
    const value = process.env[name]
    // A folder belongs to the person who measures.
    return value ? [`${name}=${name === 'BEFORE' ? nameVersion(value) : value}`] : []
  })
  const form = settings.length > 0 ? `, not in its usual form: ${settings.join(', ')}` : ''
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}${isChanged ? ' with changes' : ''}, ${machine}${form}.`
}
