import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../tests/helpers/server.ts'
import { atMost, type BenchRow } from './figures.ts'

const root = join(import.meta.dirname, '..')
const bars = { freshSeconds: 60, warmSeconds: 3 }
const patienceMs = 300_000

/**
 * Measures the time from `npm start` in a fresh clone to the first page, with the packages in npm's cache. Then it
 * measures a second start on the same data. It clones the committed state, without local changes. An installation before it
 * fills the cache.
 */
export const bench = {
  name: 'start',
  async run(): Promise<{ rows: BenchRow[] }> {
    const folder = mkdtempSync(join(tmpdir(), 'et-start-'))
    const clone = join(folder, 'et')
    try {
      execFileSync('git', ['clone', '--quiet', root, clone])
      fillCache(clone)
      const fresh = await measureStart(clone)
      const warm = await measureStart(clone)
      const form = { unit: 's', digits: 1 }
      return {
        rows: [
          atMost('from a fresh clone to the first page', fresh, bars.freshSeconds, form),
          atMost('warm start', warm, bars.warmSeconds, form),
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Installs the packages as the start does, and removes them again. */
function fillCache(clone: string): void {
  const options = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  execFileSync('npm', ['ci', ...options, '--loglevel=error'], { cwd: clone, stdio: 'inherit' })
  rmSync(join(clone, 'node_modules'), { recursive: true })
}

/** Returns the seconds until the first page. */
async function measureStart(clone: string): Promise<number> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port), NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForPage(`http://localhost:${port}/`, child)
  const seconds = (performance.now() - startedAt) / 1_000
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return seconds
}

async function waitForPage(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes('id="root"')) return
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`npm start showed no page at ${url}`)
    await sleep(20)
  }
}
