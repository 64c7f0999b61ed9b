import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'

const root = join(import.meta.dirname, '..')
const freshBarMs = 60_000
const warmBarMs = 3_000
const patienceMs = 300_000

/**
 * Measures the time from `npm start` in a fresh clone to the first page, with the packages in npm's cache. Then it
 * measures a second start on the same data. It clones the committed state, without local changes.
 */
export const bench = {
  name: 'start',
  async run(): Promise<{ rows: BenchRow[] }> {
    const folder = mkdtempSync(join(tmpdir(), 'et-start-'))
    const clone = join(folder, 'et')
    try {
      execFileSync('git', ['clone', '--quiet', root, clone])
      const freshMs = await measureStart(clone)
      const warmMs = await measureStart(clone)
      return { rows: [row('fresh clone to first page', freshMs, freshBarMs), row('warm start', warmMs, warmBarMs)] }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measureStart(clone: string): Promise<number> {
  const port = await findFreePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port), NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForPage(`http://localhost:${port}/`, child)
  const tookMs = performance.now() - startedAt
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return tookMs
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

function row(name: string, tookMs: number, barMs: number): BenchRow {
  const ratio = tookMs / barMs
  return {
    name: `${name}: ${(tookMs / 1000).toFixed(1)} s of ${barMs / 1000} s`,
    value: ratio.toFixed(2),
    bar: '<= 1.00',
    pass: ratio <= 1,
  }
}
