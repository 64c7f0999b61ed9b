// Runs all benches of bench/, or the named ones: `npm run bench -- ledger`. With --write it also writes docs/benchmarks.md.
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BenchRow } from '../bench/figures.ts'
import { writeReport } from './bench-report.ts'

type Bench = { name: string; run: () => Promise<{ rows: BenchRow[] }> }

const folder = join(import.meta.dirname, '..', 'bench')
const isWritten = process.argv.includes('--write')
const requested = process.argv.slice(2).filter((argument) => argument !== '--write')
const names = globSync('*.bench.ts', { cwd: folder }).map((file) => basename(file, '.bench.ts'))
const unknown = requested.filter((name) => !names.includes(name))
if (unknown.length > 0) fail(`There is no bench "${unknown.join('", "')}"; there are: ${names.toSorted().join(', ')}.`)

let isPassed = true
for (const name of names.toSorted()) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n== ${name}`)
  try {
    const { bench } = (await import(join(folder, `${name}.bench.ts`))) as { bench: Bench }
    const { rows } = await bench.run()
    printTable(rows)
    if (isWritten) writeReport(name, rows, names)
    isPassed = isPassed && rows.every((row) => row.pass)
  } catch (error) {
    console.error(error)
    isPassed = false
    // The figures of an earlier run are not those of this product any more.
    if (isWritten) writeReport(name, 'failed', names)
  }
}
process.exit(isPassed ? 0 : 1)

function printTable(rows: BenchRow[]): void {
  const cells = rows.map(({ name, value, bar, pass }) => [
    name,
    value,
    bar ?? '',
    bar ? (pass ? 'held' : 'MISSED') : '',
  ])
  const header = ['measured', 'value', 'bar', '']
  const widths = header.map((_, column) => Math.max(...[header, ...cells].map((row) => row[column]?.length ?? 0)))
  for (const row of [header, ...cells]) {
    const [name = '', value = '', bar = '', verdict = ''] = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
    console.log(`${name}  ${value}   ${bar}  ${verdict}`.trimEnd())
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
