import { randomUUID } from 'node:crypto'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/install-browser.ts'
import * as ledger from '../server/money/ledger/ledger.ts'
import { buy, createAdmin, createBuyer, signInBrowser, withDatabase, type Person } from '../tests/helpers/api.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { startServer } from '../tests/helpers/server.ts'
import { atMost, figure, type BenchRow } from './figures.ts'

const pendingCount = 1_000
const names = ['Kofi Mensah', 'Amara Osei', 'Lucia Moreno', 'Rajesh Pillai', 'Mai Nguyen']
/** A processor that is slower than this one by this factor stands for an old laptop. */
const slowdown = 4
const barMs = 100

/**
 * Measures the longest time that a long queue of deposit approvals keeps an administrator waiting. It uses a real
 * browser with a slowed processor.
 */
export const bench = {
  name: 'approvals',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions(findBrowser()))
    try {
      const admin = await createAdmin(server)
      await fillQueue(admin)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signInBrowser(page, admin)
      await page.addInitScript(recordLongTasks)
      await page.goto(`${server.url}/admin/deposit-approvals`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      return {
        rows: [
          withBar(await measure(page, `scrolling through ${pendingCount} pending requests`, scrollToEnd)),
          // This figure has no bar: each key also loads and draws another request.
          withoutBar(await measure(page, 'moving down by 40 keys', pressKeys)),
          withBar(await measure(page, 'searching, and back to all', search)),
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

async function fillQueue(admin: Person) {
  const members = await Promise.all(names.map((name) => createBuyer(admin, { name })))
  // The page opens with the oldest request, so that one has a slip.
  if (members[0]) await buy(members[0], 3_000)
  await withDatabase(admin.server, async (db) => {
    for (let count = 1; count < pendingCount; count += 1) {
      const { userId } = members[count % members.length] as Person
      await ledger.submit(db, { token: null, userId, key: randomUUID(), kind: 'buy', coins: 1_000, usdtRate: '1' })
    }
  })
}

/** Scrolls with the wheel until the list ends. The page loads further rows on the way. */
async function scrollToEnd(page: Page) {
  const rows = queueRows(page)
  await rows.first().hover()
  const last = page.getByRole('listitem').and(page.locator(`[aria-posinset="${pendingCount}"]`))
  const giveUpAt = Date.now() + 180_000
  while ((await last.count()) === 0) {
    if (Date.now() > giveUpAt) throw new Error(`the last of ${pendingCount} requests was not reached`)
    await page.mouse.wheel(0, 1_500)
    await page.waitForTimeout(50)
  }
  await page.mouse.wheel(0, -100_000)
  await page.waitForTimeout(500)
}

async function pressKeys(page: Page) {
  await queueRows(page).first().focus()
  for (let count = 0; count < 40; count += 1) await page.keyboard.press('j', { delay: 20 })
  await page.waitForTimeout(500)
}

async function search(page: Page) {
  const field = page.getByRole('searchbox', { name: 'Search the queue' })
  await field.pressSequentially('mensah', { delay: 80 })
  await page.getByText('or more found.').waitFor()
  await field.fill('')
  await page.getByText('or more found.').waitFor({ state: 'detached' })
  await page.waitForTimeout(1_000)
}

function queueRows(page: Page) {
  return page.getByRole('list', { name: /^Pending buy requests/ }).getByRole('button')
}

interface Recorder {
  longTasks: { duration: number }[]
}

/**
 * Runs in the page. The types are those of Node.js, which knows no such entries. The browser does not report tasks
 * below 50 ms.
 */
function recordLongTasks() {
  const recorder = globalThis as unknown as Recorder
  recorder.longTasks = []
  new PerformanceObserver((list) => recorder.longTasks.push(...list.getEntries())).observe({
    type: 'longtask' as 'measure',
  })
}

interface Longest {
  name: string
  ms: number
}

async function measure(page: Page, name: string, work: (page: Page) => Promise<void>): Promise<Longest> {
  await page.evaluate(() => void ((globalThis as unknown as Recorder).longTasks = []))
  await work(page)
  const tasks = await page.evaluate(() =>
    (globalThis as unknown as Recorder).longTasks.map(({ duration }) => Math.round(duration)),
  )
  return {
    name: `${name}, processor ${slowdown} times slower: longest task of ${tasks.length} above 50 ms`,
    ms: Math.max(0, ...tasks),
  }
}

function withBar({ name, ms }: Longest): BenchRow {
  return atMost(name, ms, barMs, { unit: 'ms' })
}

function withoutBar({ name, ms }: Longest): BenchRow {
  return figure(name, ms, { unit: 'ms' })
}
