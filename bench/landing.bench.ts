import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/install-browser.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { startServer } from '../tests/helpers/server.ts'
import type { BenchRow } from './ledger.bench.ts'

const barKiB = 190

/** What a first visit to the landing page has to load, in a real browser: every script it asks for until it is quiet. */
export const bench = {
  name: 'landing',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions(findBrowser()))
    try {
      const page = await browser.newPage()
      const scripts: Promise<number>[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() !== 'script') return
        scripts.push(response.body().then((body) => gzipSync(body).length))
      })
      await page.goto(server.url, { waitUntil: 'load' })
      await page.getByRole('article').first().waitFor()
      await page.waitForTimeout(1_000)
      const sizes = await Promise.all(scripts)
      const kib = sizes.reduce((sum, size) => sum + size, 0) / 1024
      return {
        rows: [
          {
            name: `landing page: first JavaScript in ${sizes.length} files, ${kib.toFixed(1)} KiB gzipped of ${barKiB}`,
            value: (kib / barKiB).toFixed(2),
            bar: '<= 1.00',
            pass: kib <= barKiB,
          },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
