import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export type Counts = { passed: number; failed: number; skipped: number }

/** One step of the checks. A plain check counts as one test, a test run as the number of its tests. */
export type Step = { name: string; run: () => Promise<Counts> }

type Environment = Record<string, string>

const root = join(import.meta.dirname, '..')
const binaries = join(root, 'node_modules', '.bin')
const sources = ['contract', 'server', 'web', 'tests', 'scripts', 'bench', 'vite.config.ts']

/** The checks that need neither a database nor a browser, the quickest first. */
export const staticSteps: Step[] = [
  check(
    'types',
    ['tsc', '-p', '.'],
    ['tsc', '-p', 'web'],
    ['tsc', '-p', 'tests/journeys'],
    ['tsc', '-p', 'tests/screens'],
  ),
  check('lint', ['oxlint']),
  check('format', ['prettier', '--check', '--log-level', 'warn', '.']),
  check('boundaries', ['depcruise', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...sources]),
]

/** Runs every step, even after a failed one, and prints a last line: `N passed, N failed`. */
export async function runSteps(steps: Step[]): Promise<void> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  const report: string[] = []
  for (const { name, run } of steps) {
    console.log(`\n== ${name}`)
    const startedMs = performance.now()
    const counts = await run()
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    report.push(`${name.padEnd(12)} ${`${seconds} s`.padStart(8)}   ${describe(counts)}`)
  }
  console.log(`\n${report.join('\n')}\n\n${describe(total)}`)
  process.exit(total.failed > 0 ? 1 : 0)
}

/** Runs a program of node_modules/.bin and shows its output. Returns true if the program succeeded. */
export async function runProgram([program, ...args]: string[], environment: Environment = {}): Promise<boolean> {
  const isWindows = process.platform === 'win32'
  const env = { ...process.env, ...environment, PATH: [binaries, process.env['PATH']].join(delimiter) }
  const child = spawn(join(binaries, isWindows ? `${program}.cmd` : `${program}`), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
  })
  const release = endTogether(child)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('exit', (code) => resolve(code === 0))
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`)
    resolve(false)
  })
  const isSuccess = await promise
  release()
  return isSuccess
}

function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    async run() {
      let isSuccess = true
      for (const command of commands) isSuccess = (await runProgram(command)) && isSuccess
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0 }
    },
  }
}

/** Ends the child when this process receives a signal or loses its parent process. */
function endTogether(child: ChildProcess): () => void {
  const end = () => {
    child.kill('SIGTERM')
    process.exit(1)
  }
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  for (const event of events) process.on(event, end)
  return () => {
    for (const event of events) process.off(event, end)
  }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
