import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'
import { findBrowser } from '../scripts/install-browser.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { buy, createAdmin, createBuyer, useSession, withdraw, type Person } from '../tests/helpers/api.ts'
import { findFreePort, startServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'

const barKiB = 240
const runs = 3

/** The first page of the member area in a real browser: what it has to load, and how Lighthouse judges it on a phone. */
export const bench = {
  name: 'member-page',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const member = await createBuyer(await createAdmin(server))
      await buy(member, 3_000)
      await withdraw(member, 1_000)
      return { rows: [await measureScripts(member), ...(await judge(member))] }
    } finally {
      await server.stop()
    }
  },
}

/** Every script that the page asks for until it is quiet. */
async function measureScripts(member: Person): Promise<BenchRow> {
  const browser = await chromium.launch(launchOptions(findBrowser()))
  try {
    const page = await browser.newPage()
    await useSession(page, member)
    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      scripts.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(`${member.server.url}/dashboard`, { waitUntil: 'load' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(1_000)
    const sizes = await Promise.all(scripts)
    const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024
    return {
      name: `/dashboard: first JavaScript in ${sizes.length} files, ${kib.toFixed(1)} KiB gzipped of ${barKiB}`,
      value: (kib / barKiB).toFixed(2),
      bar: '<= 1.00',
      pass: kib <= barKiB,
    }
  } finally {
    await browser.close()
  }
}

/** Lighthouse's own settings of a phone with simulated throttling; the median of some runs. */
async function judge({ server, session }: Person): Promise<BenchRow[]> {
  const port = await findFreePort()
  const options = launchOptions(findBrowser())
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  })
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility'],
    extraHeaders: { cookie: `${session.name}=${session.value}` },
  }
  const performance: number[] = []
  const accessibility: number[] = []
  const notes: string[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      const { lhr } = (await lighthouse(`${server.url}/dashboard`, flags)) ?? {}
      if (!lhr || !lhr.finalDisplayedUrl.endsWith('/dashboard'))
        throw new Error('Lighthouse did not see the dashboard.')
      performance.push(scoreOf(lhr.categories['performance']?.score))
      accessibility.push(scoreOf(lhr.categories['accessibility']?.score))
      const show = (audit: string) => lhr.audits[audit]?.displayValue ?? '?'
      notes.push(
        `FCP ${show('first-contentful-paint')}, LCP ${show('largest-contentful-paint')}, TBT ${show('total-blocking-time')}, CLS ${show('cumulative-layout-shift')}`,
      )
    }
  } finally {
    await browser.close()
  }
  const speed = median(performance)
  const worstAccess = Math.min(...accessibility)
  return [
    {
      name: `/dashboard on a phone: Lighthouse performance, median of ${runs} (${notes.join('; ')})`,
      value: String(speed),
      bar: '>= 90',
      pass: speed >= 90,
    },
    {
      name: '/dashboard on a phone: Lighthouse accessibility, worst',
      value: String(worstAccess),
      bar: '>= 100',
      pass: worstAccess >= 100,
    },
  ]
}

function scoreOf(score: number | null | undefined): number {
  return Math.round((score ?? 0) * 100)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
