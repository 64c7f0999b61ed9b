import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** One measured figure. A figure without a bar is informative. */
export type Row = { name: string; value: string; bar?: string; pass: boolean }

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/benchmarks.md')

const introduction = `# Benchmarks

\`npm run bench -- --write\` measures and writes this page; with the names of benches it renews their parts alone. Each bar stands in the code of
its bench. A missed bar stays on the page until a later run holds it. Figures of another machine, or of one with other work, compare only as ratios.
`

/** Returns the page with this part in place of the earlier one of the same name. The parts are sorted. */
export function renderReport(before: string, name: string, rows: readonly Row[], run: string): string {
  const parts = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n')[0] ?? '', part.trimEnd()] as const),
  )
  const escape = (text: string) => text.replaceAll('|', String.raw`\|`)
  const lines = rows.map(
    ({ name: measured, value, bar, pass }) =>
      `| ${escape(measured)} | ${value} | ${bar ?? ''} | ${bar === undefined ? '' : pass ? 'held' : 'missed'} |`,
  )
  const table = ['| measured | value | bar | |', '| --- | --- | --- | --- |', ...lines].join('\n')
  parts.set(name, `${name}\n\n${run}\n\n${table}`)
  const sorted = [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${introduction}\n${sorted.map(([, part]) => `## ${part}\n`).join('\n')}`
}

/** Writes the figures of one bench into docs/benchmarks.md. */
export async function writeReport(name: string, rows: readonly Row[]): Promise<void> {
  const { format, resolveConfig } = await import('prettier')
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const text = renderReport(before, name, rows, describeRun())
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }))
}

function describeRun(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .some((line) => line !== '' && !line.endsWith('docs/benchmarks.md'))
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}${isChanged ? ' with changes' : ''}, ${machine}.`
}
