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

\`npm run bench -- --write\` measures and writes this page; with the names of benches it renews their parts alone. Each bar stands in the code of
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
 * Returns the page with this part in place of the earlier one of the same name. It has a part for each of the names of
 * benches, sorted, and says of the others that they were not measured.
 */
export function renderReport(before: string, { name, rows, run }: Measured, names: readonly string[]): string {
  const earlier = before
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.split('\n')[0] ?? '', part.trimEnd()] as const)
  const parts = new Map(names.map((one) => [one, `${one}\n\n${notMeasured}`]))
  for (const [one, part] of earlier) if (parts.has(one)) parts.set(one, part)
  parts.set(name, `${name}\n\n${run}\n\n${rows === 'failed' ? failed : renderTable(rows)}`)
  const sorted = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const body = sorted.map(([, part]) => `## ${part}\n`).join('\n')
  return `${introduction}\n${summarise(body)}\n\n${body}`
}

function renderTable(rows: readonly BenchRow[]): string {
  const escape = (text: string) => text.replaceAll('|', String.raw`\|`)
  const lines = rows.map(
    ({ name, value, bar, pass }) =>
      `| ${escape(name)} | ${value} | ${bar ?? ''} | ${bar === undefined ? '' : pass ? 'held' : 'missed'} |`,
  )
  return ['| measured | value | bar | |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

function summarise(body: string): string {
  const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0
  const [held, missed] = [count(/\| held +\|$/gm), count(/\| missed +\|$/gm)]
  const failures = count(/^The run failed, so it has no figures\.$/gm)
  const others = failures > 0 ? ` Benches that failed: ${failures}.` : ''
  return `Bars held: ${held}, missed: ${missed}. Benches that were not measured: ${count(/^Not measured\.$/gm)}.${others}`
}

/** Writes the figures of one bench into docs/benchmarks.md, or that its run failed. */
export async function writeReport(name: string, rows: Measured['rows'], names: readonly string[]): Promise<void> {
  const { format, resolveConfig } = await import('prettier')
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const text = renderReport(before, { name, rows, run: describeRun() }, names)
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }))
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
