import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/install-browser.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { buy, createAdmin, createBuyer, signInBrowser, withdraw, type Person } from '../tests/helpers/api.ts'
import { startServer } from '../tests/helpers/server.ts'
import { atLeast, atMost, type BenchRow } from './figures.ts'
import { visitPage } from './visit-page.ts'

const barKiB = 240

/**
 * Measures the first page of the member area in a real browser: the size of its scripts, and Lighthouse's verdict on
 * accessibility.
 */
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

/** Measures all scripts that the page requests until the network is idle. */
async function measureScripts(member: Person): Promise<BenchRow> {
  const browser = await chromium.launch(launchOptions(findBrowser()))
  try {
    const page = await browser.newPage()
    await signInBrowser(page, member)
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
    const name = `/dashboard: first JavaScript in ${sizes.length} files, gzipped`
    return atMost(name, kib, barKiB, { unit: 'KiB', digits: 1 })
  } finally {
    await browser.close()
  }
}

async function judge({ server, session }: Person): Promise<BenchRow[]> {
  const visits = await visitPage(`${server.url}/dashboard`, { categories: ['accessibility'], session })
  const worst = Math.min(...visits.map(({ scores: { accessibility = 0 } }) => accessibility))
  return [atLeast('/dashboard on a phone: Lighthouse accessibility, worst', worst, 100)]
}
