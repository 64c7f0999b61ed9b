import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** `failures` names what failed, each with the first lines of its error. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] }

/** One step of the checks. A plain check counts as one test, a test run as the number of its tests. */
export type Step = { name: string; run: () => Promise<Counts> }

type Environment = Record<string, string>

const root = join(import.meta.dirname, '..')
const binaries = join(root, 'node_modules', '.bin')
const sources = ['contract', 'server', 'web', 'tests', 'scripts', 'bench', 'vite.config.ts']

/** The checks that need neither a database nor a browser. None of them fills two processor cores, so they run at once. */
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

/**
 * Runs every step, even after a failed one. At the end it names what failed, and prints a last line: `N passed, N
 * failed`. The steps of an inner list run at the same time.
 */
export async function runSteps(steps: (Step | Step[])[]): Promise<void> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  const report: string[] = []
  for (const group of steps) {
    for (const [name, counts, seconds] of await Promise.all([group].flat().map(runStep))) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
      total.failures.push(...counts.failures.map((failure) => `${name}: ${failure}`))
      report.push(`${name.padEnd(12)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${describe(counts)}`)
    }
  }
  for (const failure of total.failures) console.log(`\n${failure}`)
  console.log(`\n${report.join('\n')}\n\n${describe(total)}`)
  process.exit(total.failed > 0 ? 1 : 0)
}

async function runStep({ name, run }: Step): Promise<[name: string, Counts, seconds: number]> {
  console.log(`\n== ${name}`)
  const startedMs = performance.now()
  const counts = await run()
  return [name, counts, (performance.now() - startedMs) / 1000]
}

/** Runs a program of node_modules/.bin and shows its output. Returns true if the program succeeded. */
export async function runProgram(command: string[], environment: Environment = {}): Promise<boolean> {
  return (await startProgram(command, environment, 'inherit')).isSuccess
}

/** Runs a program as above, and returns its output instead of showing it. */
async function readProgram(command: string[]): Promise<{ isSuccess: boolean; output: string }> {
  return startProgram(command, {}, 'pipe')
}

async function startProgram([program, ...args]: string[], environment: Environment, stdio: 'inherit' | 'pipe') {
  const isWindows = process.platform === 'win32'
  const env = { ...process.env, ...environment, PATH: [binaries, process.env['PATH']].join(delimiter) }
  const child = spawn(join(binaries, isWindows ? `${program}.cmd` : `${program}`), args, {
    cwd: root,
    env,
    stdio: ['ignore', stdio, stdio],
    shell: isWindows,
  })
  const release = endTogether(child)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('close', (code) => resolve(code === 0))
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`)
    resolve(false)
  })
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [isSuccess, ...printed] = await Promise.all([promise, ...outputs])
  release()
  return { isSuccess, output: printed.join('') }
}

function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    async run() {
      let isSuccess = true
      for (const command of commands) {
        const result = await readProgram(command)
        if (result.output.trim()) console.log(`\n== ${name}\n${result.output}`)
        isSuccess &&= result.isSuccess
      }
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1, skipped: 0, failures: [] }
    },
  }
}

/** Ends the child when this process receives a signal, loses its parent process or ends. */
function endTogether(child: ChildProcess): () => void {
  const exit = () => process.exit(1)
  const end = () => child.kill('SIGTERM')
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  for (const event of events) process.on(event, exit)
  process.on('exit', end)
  return () => {
    for (const event of events) process.off(event, exit)
    process.off('exit', end)
  }
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
