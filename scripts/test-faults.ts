// Runs the fault suite at its full size, which takes about an hour: `npm run test:faults`. Names select files of it, and SEED
// repeats the choices of an earlier run: `SEED=123 npm run test:faults -- database`. SIZE=short runs it as `npm test` does.
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describeFaults, type FaultReport } from './fault-table.ts'
import { runProgram } from './steps.ts'

const { SEED = String(randomInt(1, 2 ** 31)), SIZE = 'full' } = process.env
const names = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'et-faults-'))
const file = join(folder, 'report.json')
console.log(`SEED=${SEED} SIZE=${SIZE}: the seed decides the calls, the victims and the moments of their faults.`)
try {
  const filters = names.length > 0 ? names.map((name) => join('tests/faults', basename(name))) : ['tests/faults/']
  // The scenarios measure times, so they run one after the other.
  const command = ['vitest', 'run', ...filters, '--no-file-parallelism']
  const isSuccess = await runProgram(
    [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      SEED,
      SIZE,
    },
  )
  console.log(`\n${describeFaults(JSON.parse(readFileSync(file, 'utf8')) as FaultReport)}\n\nSEED=${SEED} SIZE=${SIZE}`)
  process.exitCode = isSuccess ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
