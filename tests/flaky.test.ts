import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countBrowserTests, countVitest, type PlaywrightReport } from '../scripts/test-steps.ts'

const root = join(import.meta.dirname, '..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'et-flaky-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  write('package.json', '{ "type": "module" }')
  write(
    'playwright.config.ts',
    `import config from ${JSON.stringify(join(root, 'playwright.config.ts'))}
     export default { ...config, testDir: '.', outputDir: 'out', globalSetup: undefined, projects: undefined, use: {} }`,
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a browser test that passes at its second attempt only fails the run', async () => {
  const steady = "test('steady', () => {})"
  expect(await run(steady)).toEqual({ code: 0, counts: { passed: 1, failed: 0, skipped: 0, failures: [] } })
  const flaky = "test('flaky', () => { expect(test.info().retry).toBe(1) })"
  expect(await run(`${steady}\n${flaky}`)).toEqual({
    code: 1,
    counts: {
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: [expect.stringMatching(/^some\.spec\.ts:3 › flaky \(flaky\)\n {4}Error: expect\(received\)/)],
    },
  })
  // It starts other processes, which take long on a busy machine.
}, 90_000)

test('a failed test of vitest is named with its error, and so is a file that failed without one', () => {
  const counts = countVitest({
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: 'one.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: ['\u001b[31mError: one\u001b[39m\n\n  at two'] },
        ],
      },
      { name: 'two.test.ts', status: 'failed', message: 'Cannot find a module', assertionResults: [] },
      {
        name: 'three.test.ts',
        status: 'failed',
        message: 'The database did not start',
        assertionResults: [{ status: 'skipped', fullName: 'waits', failureMessages: [] }],
      },
    ],
  })
  expect(counts).toEqual({
    passed: 2,
    failed: 3,
    skipped: 0,
    failures: [
      'two.test.ts › failed outside of its tests\n    Cannot find a module',
      'three.test.ts › failed outside of its tests\n    The database did not start',
      'one.test.ts › breaks\n    Error: one\n      at two',
    ],
  })
})

/** Runs these tests with the settings of the browser tests, but without a browser. */
async function run(tests: string) {
  write('some.spec.ts', `import { expect, test } from '@playwright/test'\n${tests}`)
  const report = join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json'],
    {
      cwd: folder,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: 'ignore',
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, counts: countBrowserTests(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport) }
}

function write(path: string, content: string) {
  writeFileSync(join(folder, path), content)
}
