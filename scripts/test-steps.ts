import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { brokenFilesOf } from './broken-files.ts'
import { ensureBrowser } from './install-browser.ts'
import { type Counts, type Step, runProgram } from './steps.ts'

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: VitestResult[] }[]
}

type VitestResult = { status: string; fullName: string; failureMessages: string[] }

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }

type PlaywrightSpec = {
  file: string
  line: number
  title: string
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}

/** The tests without a database, which `npm run check` runs. */
export const unitTests: Step = vitestStep('unit', ['--project', 'unit'])

/** Every test of vitest. Tests of data use a real PostgreSQL. */
export const allTests: Step = vitestStep('vitest', [])

/** The browser tests. The arguments select tests as Playwright's own arguments do. */
export function browserTests(args: string[] = []): Step {
  return {
    name: 'browser',
    run: () =>
      countFromReport(
        async (file) => {
          const CHROMIUM_PATH = await ensureBrowser()
          const command = ['playwright', 'test', '--reporter=list,json', ...args]
          return runProgram(command, { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
        },
        (report) => countBrowserTests(report as PlaywrightReport),
      ),
  }
}

function vitestStep(name: string, args: string[]): Step {
  return {
    name,
    run: () =>
      countFromReport(
        (file) =>
          runProgram(['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]),
        (report) => countVitest(report as VitestReport),
      ),
  }
}

/** A test that passed only at its second attempt has found something, so it counts as failed. */
export function countBrowserTests({ stats, suites }: PlaywrightReport): Counts {
  const { expected, unexpected, flaky, skipped } = stats
  if (flaky > 0) console.log(`\n${flaky} passed at the second attempt only. They are listed as flaky above; mend them.`)
  const failures = specsOf(suites).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const [error] = results.flatMap(({ errors }) => errors)
        return describeFailure(`${file}:${line}`, status === 'flaky' ? `${title} (flaky)` : title, error?.message)
      }),
  )
  return { passed: expected, failed: unexpected + flaky, skipped, failures }
}

function specsOf(suites: PlaywrightSuite[]): PlaywrightSpec[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])
}

/** A test file that failed without a failed test counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const broken = brokenFilesOf(report.testResults)
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => describeFailure(name, fullName, failureMessages[0])),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => describeFailure(name, 'failed outside of its tests', message)),
      ...failures,
    ],
  }
}

/** Returns the place and title of a failed test, and the first lines of its error. */
function describeFailure(place: string, title: string, error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n')
  const first = lines.filter((line) => line.trim() !== '').slice(0, 12)
  return [`${place} › ${title}`, ...first.map((line) => `    ${line}`)].join('\n')
}

/** A run that failed without a failed test (a crash, an unhandled error, no tests at all) counts as one failure. */
async function countFromReport(
  run: (file: string) => Promise<boolean>,
  count: (report: unknown) => Counts,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'et-report-'))
  const file = join(folder, 'report.json')
  try {
    const isSuccess = await run(file)
    const counts = count(JSON.parse(readFileSync(file, 'utf8')))
    return isSuccess || counts.failed > 0
      ? counts
      : { ...counts, failed: 1, failures: ['the run failed, but none of its tests; its output above says more'] }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0, failures: ['the run left no report; its output above says more'] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
