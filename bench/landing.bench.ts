import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findBrowser } from '../scripts/install-browser.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { findFreePort, startServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'

const barKiB = 120
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** A first visit to the home page in a real browser: what it has to load, and how Lighthouse judges it. */
export const bench = {
  name: 'landing',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    try {
      const scripts = await measureScripts(server.url)
      return { rows: [scripts, ...(await judge(server.url, 'phone')), ...(await judge(server.url, 'desktop'))] }
    } finally {
      await server.stop()
    }
  },
}

/** Every script that the page asks for until it is quiet. */
async function measureScripts(url: string): Promise<BenchRow> {
  const browser = await chromium.launch(launchOptions(findBrowser()))
  try {
    const page = await browser.newPage()
    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      scripts.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.getByRole('article').first().waitFor()
    await page.waitForTimeout(1_000)
    const sizes = await Promise.all(scripts)
    const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024
    return {
      name: `landing page: first JavaScript in ${sizes.length} files, ${kib.toFixed(1)} KiB gzipped of ${barKiB}`,
      value: (kib / barKiB).toFixed(2),
      bar: '<= 1.00',
      pass: kib <= barKiB,
    }
  } finally {
    await browser.close()
  }
}

type Device = 'phone' | 'desktop'

/** With Lighthouse's own settings of the device and simulated throttling: the median of some runs, each in a new browser. */
async function judge(url: string, device: Device): Promise<BenchRow[]> {
  const visits: Visit[] = []
  for (let run = 0; run < runs; run += 1) visits.push(await visit(url, device))
  const row = (name: string, values: number[], bar: number, isMost = false): BenchRow => {
    const value = median(values)
    return {
      name: `landing page on a ${device}: ${name}, median of ${runs}`,
      value: String(value),
      bar: `${isMost ? '<=' : '>='} ${bar}`,
      pass: isMost ? value <= bar : value >= bar,
    }
  }
  const scores = categories.map((category) => {
    const bar = category !== 'performance' ? 100 : device === 'phone' ? 95 : 99
    return row(
      category,
      visits.map(({ scores: each }) => each[category] ?? 0),
      bar,
    )
  })
  const measures = Object.entries(maxima).map(([audit, max]) =>
    row(
      audit,
      visits.map(({ audits }) => audits[audit] ?? Infinity),
      max,
      true,
    ),
  )
  return [...scores, ...measures]
}

/** In milliseconds, but for the shift. */
const maxima = { 'largest-contentful-paint': 2000, 'cumulative-layout-shift': 0.02, 'total-blocking-time': 150 }

interface Visit {
  scores: Record<string, number>
  audits: Record<string, number>
}

async function visit(url: string, device: Device): Promise<Visit> {
  const port = await findFreePort()
  const options = launchOptions(findBrowser())
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const flags = { port, logLevel: 'error', onlyCategories: categories } as const
    const { lhr } = (await lighthouse(url, { ...flags }, device === 'desktop' ? desktopConfig : undefined)) ?? {}
    if (!lhr || lhr.runtimeError)
      throw new Error(`Lighthouse did not see the landing page: ${lhr?.runtimeError?.message}`)
    return {
      scores: Object.fromEntries(
        categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
      ),
      audits: Object.fromEntries(
        Object.keys(maxima).map((audit) => [
          audit,
          Math.round((lhr.audits[audit]?.numericValue ?? Infinity) * 1000) / 1000,
        ]),
      ),
    }
  } finally {
    await browser.close()
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
