import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/install-browser.ts'
import { buy, createAdmin, createBuyer, signInBrowser, type Person } from '../tests/helpers/api.ts'
import { launchOptions } from '../tests/helpers/browser.ts'
import { startServer } from '../tests/helpers/server.ts'
import { atMost, figure, type BenchRow } from './figures.ts'

const pendingCount = 50
const buyerCount = 10
/** A processor that is slower than this one by this factor stands for an old laptop. */
const slowdown = 4
const barMs = 300
const keysMax = 3

/**
 * Decides 50 purchases with their slips by keys in one sitting, in a real browser against the real server. A wait begins with a
 * key, and ends when the page is ready for the next one.
 */
export const bench = {
  name: 'desk',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions(findBrowser()))
    try {
      const admin = await createAdmin(server)
      await fillQueue(admin)
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await signInBrowser(page, admin)
      await page.addInitScript(recordKeys)
      await page.goto(`${server.url}/admin/deposit-approvals`)
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      return { rows: rowsOf(await decideAll(page)) }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

async function fillQueue(admin: Person) {
  const names = Array.from({ length: buyerCount }, (_, index) => `Buyer ${index + 1}`)
  const buyers = await Promise.all(names.map((name) => createBuyer(admin, { name })))
  for (let count = 0; count < pendingCount; count += 1) await buy(buyers[count % buyerCount] as Person, 1_000)
}

interface Sitting {
  keys: number
  questionWaits: number[]
  nextWaits: number[]
}

async function decideAll(page: Page): Promise<Sitting> {
  const sitting: Sitting = { keys: 0, questionWaits: [], nextWaits: [] }
  const press = async (key: string, isReady: () => boolean) => {
    await page.keyboard.press(key)
    sitting.keys += 1
    await page.waitForFunction(isReady, undefined, { polling: 'raf' })
    return page.evaluate(() => performance.now() - (globalThis as unknown as PageGlobals).lastKeyAt)
  }
  // J leads to the queue, once.
  await press('j', isOnRow)
  for (let count = 0; count < pendingCount; count += 1) {
    sitting.questionWaits.push(await press('a', isAsked))
    sitting.nextWaits.push(await press('Enter', count + 1 < pendingCount ? isOnNextRow : isDone))
  }
  return sitting
}

/** The parts of the page that the functions below use. The types are those of Node.js, which knows no document. */
interface PageGlobals {
  lastKeyAt: number
  lastRow: string | undefined
  document: {
    activeElement: {
      id: string
      tagName: string
      hasAttribute: (name: string) => boolean
      getAttribute: (name: string) => string | null
    } | null
    querySelector: (selector: string) => unknown
    addEventListener: (name: string, listen: (event: { key: string; timeStamp: number }) => void, first: true) => void
  }
}

/** Runs in the page, as the next ones do. Notes the moment of each key, and the row that had the focus then. */
function recordKeys() {
  const it = globalThis as unknown as PageGlobals
  const note = ({ key, timeStamp }: { key: string; timeStamp: number }) => {
    it.lastKeyAt = timeStamp
    if (key === 'a') it.lastRow = it.document.activeElement?.id
  }
  it.document.addEventListener('keydown', note, true)
}

function isOnRow() {
  const { document } = globalThis as unknown as PageGlobals
  return document.activeElement?.id.startsWith('queue-') === true
}

function isAsked() {
  const { activeElement: focused } = (globalThis as unknown as PageGlobals).document
  return focused?.hasAttribute('data-dialog-action') === true && focused.getAttribute('aria-disabled') !== 'true'
}

function isOnNextRow() {
  const { document, lastRow } = globalThis as unknown as PageGlobals
  const id = document.activeElement?.id
  return id?.startsWith('queue-') === true && id !== lastRow && document.querySelector('[role=alertdialog]') === null
}

function isDone() {
  const { document } = globalThis as unknown as PageGlobals
  return document.querySelector('[role=alertdialog]') === null && document.activeElement?.tagName === 'H1'
}

function rowsOf({ keys, questionWaits, nextWaits }: Sitting): BenchRow[] {
  return [
    atMost(`keys for each of ${pendingCount} purchases`, keys / pendingCount, keysMax, { digits: 2 }),
    ...waitRows('from A to the question that Enter confirms', questionWaits),
    ...waitRows('from Enter to the next request', nextWaits),
  ]
}

function waitRows(name: string, waits: readonly number[]): BenchRow[] {
  const sorted = waits.toSorted((one, other) => one - other)
  const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const full = `${name}, processor ${slowdown} times slower`
  return [
    figure(`${full}: median`, median, { unit: 'ms', digits: 0 }),
    atMost(`${full}: slowest`, slowest, barMs, { unit: 'ms', digits: 0 }),
  ]
}
