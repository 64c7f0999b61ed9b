import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/install-browser.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { startServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, type BenchRow } from './figures.ts'
import { medianOf, visitPage, type Measure } from './visit-page.ts'

const barKiB = 120
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Measures a first visit to the home page in a real browser: the size of its scripts, and Lighthouse's verdict. */
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

/** Measures all scripts that the page requests until the network is idle. */
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
    const name = `landing page: first JavaScript in ${sizes.length} files, gzipped`
    return atMost(name, kib, barKiB, { unit: 'KiB', digits: 1 })
  } finally {
    await browser.close()
  }
}

async function judge(url: string, device: 'phone' | 'desktop'): Promise<BenchRow[]> {
  const visits = await visitPage(url, { categories, device })
  const nameOf = (what: string) => `landing page on a ${device}: ${what}, median of ${visits.length}`
  const scores = categories.map((category) => {
    const bar = category !== 'performance' ? 100 : device === 'phone' ? 95 : 99
    const score = medianOf(visits, ({ scores: each }) => each[category] ?? 0)
    return atLeast(nameOf(category), score, bar)
  })
  const measures = maxima.map(([measure, max]) => {
    const value = medianOf(visits, (visit) => visit.measures[measure])
    return atMost(nameOf(measure), value, max)
  })
  return [...scores, ...measures]
}

/** All values are milliseconds, except the layout shift. */
const maxima: [Measure, number][] = [
  ['largest-contentful-paint', 2000],
  ['cumulative-layout-shift', 0.02],
  ['total-blocking-time', 150],
]
