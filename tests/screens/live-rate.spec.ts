import type { Locator, Page, Request } from '@playwright/test'
import { getPlatformSettings } from '../../contract/settings.ts'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { withMotion } from '../helpers/browser.ts'
import { platformSettings, platformStats } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { setVisibility } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const statsCall = '**/api/rpc/get_global_platform_stats'
const outage = { status: 503, json: { code: 'outcome_unknown', message: 'The server is busy.' } }

test.use(withMotion)

test('the live rate is the platform’s rate with a trend that is labelled as simulated, and the number does not change [RATE-01] [RATE-04] [RATE-05]', async ({
  page,
  answers,
}) => {
  await page.addInitScript(repeatableRandom)
  // Nothing is simulated before the first member exists.
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Platform rate/ })).toBeVisible()
  await expect(page.getByText('Indicative')).toHaveCount(0)
  await expect(page.getByText(/^Trending/)).toHaveCount(0)

  answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
  await stopClock(page, '/')
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  const trend = page.getByRole('region', { name: 'Markets' }).getByRole('definition').last()
  const words = new Set<string>()
  let moves = 0
  let before: string[] = []
  for (let second = 0; second < 15; second += 1) {
    await page.clock.runFor(1_000)
    await expect(strip).toContainText('$0.0100')
    const word = (await trend.innerText()).split('\n')[0] ?? ''
    words.add(word)
    // A lower number is a higher point. The word gives the direction of the whole line and of its last step.
    const line = await heights(trend)
    for (const point of [line[0], line.at(-2)])
      if (point !== line.at(-1))
        expect([word, Number(line.at(-1)) < Number(point)]).toEqual([word, word === 'Trending Up'])
    // The line has a scale of its own, so only the order of neighbouring points is comparable.
    const orders = line.slice(0, -1).map((point, at) => String(point < (line[at + 1] ?? 0)))
    if (second > 0 && orders.slice(0, -1).join() !== before.slice(0, -1).join()) moves += 1
    before = orders
  }
  // The words may change each second, and the line moves every third second.
  expect(moves).toBeGreaterThanOrEqual(3)
  expect(moves).toBeLessThanOrEqual(5)
  expect([...words].toSorted()).toEqual(['Trending Down', 'Trending Up'])
  await expect(strip.getByRole('button', { name: /^Indicative/ })).toHaveAttribute(
    'title',
    /simulated.*Orders and estimates use the platform rate/,
  )
  await expect(trend.getByTitle(/simulated/)).toHaveText('Indicative')
})

test('with the simulation switched off the trend follows the polled rate alone [RATE-02] [RATE-03]', async ({
  page,
  answers,
}) => {
  await stopClock(page, '/')
  const trend = page.getByRole('region', { name: 'Markets' }).getByRole('definition').last()
  await expect(trend).toHaveText('Steady')
  await expect(page.getByRole('button', { name: /^Platform rate/ })).toBeVisible()
  await expect(page.getByText('Indicative')).toHaveCount(0)
  for (const [rate, shown, words] of [
    ['0.0112', '$0.0112', 'Trending Up'],
    ['0.0107', '$0.0107', 'Trending Down'],
    ['0.0109', '$0.0109', 'Trending Up'],
  ] as const) {
    answers.give(getGlobalPlatformStats, platformStats({ et_rate: rate }))
    await pass(page, 6_000)
    await expect(page.getByRole('region', { name: 'Live rate and figures' })).toContainText(shown)
    await expect(trend).toHaveText(words)
    // The trend stays until another rate is polled.
    await pass(page, 6_000)
    await expect(trend).toHaveText(words)
  }
})

test('without figures the page uses the default rate, and updates when they arrive [RATE-10] [RATE-17]', async ({
  page,
  answers,
}) => {
  answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
  answers.give(getGlobalPlatformStats, platformStats({ et_rate: '0.0123' }))
  const crashes: string[] = []
  page.on('pageerror', (error) => crashes.push(String(error)))
  await page.route(statsCall, (route) => route.fulfill(outage))
  await page.clock.install()
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip.getByRole('button', { name: /^Default rate/ })).toBeVisible()
  await expect(strip).toContainText('$0.0100')
  await expect(page.getByRole('region', { name: 'Markets' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Packages' })).toBeVisible()
  // The figures do not appear and vanish with each further attempt either.
  await page.evaluate(watchForMarkets)
  for (let polls = 0; polls < 2; polls += 1) await pollAgain(page)
  expect(await page.evaluate('window.hadMarkets')).toBe(false)
  await page.unroute(statsCall)
  await pollAgain(page)
  await expect(strip).toContainText('$0.0123')
  await expect(page.getByRole('region', { name: 'Markets' })).toContainText('$0.0123')
  await expect(strip.getByRole('button', { name: /^Indicative/ })).toBeVisible()
  // With figures on the page, a failed poll changes none of them.
  await page.route(statsCall, (route) => route.fulfill(outage))
  for (let tries = 0; tries < 4; tries += 1) await pollAgain(page)
  await expect(page.getByText(/^Data from \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Markets' })).toContainText('$0.0123')
  await expect(strip).toContainText('$0.0123')
  await expect(strip.getByRole('button', { name: /^As of \d\d:\d\d/ })).toHaveAttribute('title', /may have changed/)
  const trend = page.getByRole('region', { name: 'Markets' }).getByRole('definition').last()
  await expect(trend).toContainText('Steady')
  expect(new Set(await heights(trend)).size).toBe(1)
  expect(crashes).toEqual([])
})

test('the platform’s rate is polled every five seconds, and not while the tab is hidden [RATE-09]', async ({
  page,
  answers,
}) => {
  answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
  await stopClock(page, '/')
  let polls = 0
  page.on('request', (request) => {
    if (request.url().includes('get_global_platform_stats')) polls += 1
  })
  await pass(page, 30_500)
  // A poll follows five seconds after the last answer, which itself takes a moment.
  expect(polls).toBeGreaterThanOrEqual(5)
  expect(polls).toBeLessThanOrEqual(6)
  const line = page.getByRole('region', { name: 'Markets' }).getByRole('definition').last().locator('path').last()
  await setVisibility(page, 'hidden')
  const [before, pollsBefore] = [await line.getAttribute('d'), polls]
  await pass(page, 20_000)
  expect(polls).toBe(pollsBefore)
  expect(await line.getAttribute('d')).toBe(before)
  await setVisibility(page, 'visible')
  await pass(page, 6_000)
  expect(polls).toBeGreaterThan(pollsBefore)
  expect(await line.getAttribute('d')).not.toBe(before)
})

test('administrators have a chart of ten points that gets a point each second until it is paused [RATE-06] [RATE-07] [RATE-08]', async ({
  page,
  answers,
}) => {
  await page.addInitScript(repeatableRandom)
  answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
  await readAsAdmin(page, answers)
  giveAdminDashboard(answers)
  await stopClock(page, '/admin')
  const band = page.getByRole('region', { name: 'Live rate', exact: true })
  await expect(band).toContainText('$0.0100')
  await expect(band.getByTitle(/simulated/)).toHaveText('Indicative')
  const chart = page.getByRole('img', { name: /^Trend chart/ })
  let before = await heights(chart)
  for (let second = 0; second < 12; second += 1) {
    await page.clock.runFor(1_000)
    const after = await heights(chart)
    expect(after).toHaveLength(10)
    expect(after.slice(0, -1)).toEqual(before.slice(1))
    // The picture is 48 high with a margin of 2 on each side. The margins stand for 90 and 10.
    expect(Math.min(...after)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...after)).toBeLessThanOrEqual(46)
    // The word names the direction of the last step. A larger number is further down in the picture.
    const [last = 0, latest = 0] = after.slice(-2)
    if (last !== latest) await expect(band).toContainText(latest < last ? 'Trending Up' : 'Trending Down')
    before = after
  }
  expect(new Set(before).size).toBeGreaterThan(5)
  await page.clock.runFor(900)
  await band.getByRole('button', { name: 'Pause movement' }).click()
  const still = await band.innerHTML()
  await page.clock.runFor(4_000)
  expect(await band.innerHTML()).toBe(still)
  await band.getByRole('button', { name: 'Resume movement' }).click()
  await page.clock.runFor(2_000)
  expect(await heights(chart)).not.toEqual(before)
  // With reduced motion nothing is simulated and nothing moves.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(band.getByText('Platform rate', { exact: true })).toBeVisible()
  const calm = await band.innerHTML()
  await page.clock.runFor(4_000)
  expect(await band.innerHTML()).toBe(calm)
  await page.clock.resume()
  await expectAccessibleAtEveryWidth(page)
})

test('a tick renders the ticker alone', async ({ page, answers }) => {
  await page.addInitScript(countRenders)
  const scripts = scriptsOnTheirWay(page)
  answers.give(getPlatformSettings, platformSettings({ simulated_movement: true }))
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  await stopClock(page, '/dashboard', page.getByText('No transactions found.'))
  // The page loads some parts once it is idle. Their arrival is no tick.
  await expect(async () => {
    await page.evaluate('window.renders = []')
    await page.clock.runFor(1_000)
    await page.waitForTimeout(250)
    expect(scripts.size).toBe(0)
    expect(elsewhere(await rendersOf(page))).toEqual([])
  }).toPass()
  await page.evaluate('window.renders = []')
  await page.evaluate(watchDocument)
  for (let second = 0; second < 9; second += 1) await page.clock.runFor(1_000)
  const renders = await rendersOf(page)
  expect(renders.filter((place) => place === 'ticker').length).toBeGreaterThanOrEqual(9)
  expect(elsewhere(renders)).toEqual([])
  expect(await page.evaluate('window.changedElsewhere')).toEqual([])
})

/**
 * Runs before the page's own scripts. With chance, two points could come so close that the rounding of the drawn line
 * hides their order.
 */
const repeatableRandom = `
  let seed = 1
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647`

const watchForMarkets = `
  window.hadMarkets = false
  new MutationObserver(() => (window.hadMarkets ||= document.getElementById('markets') !== null)).observe(
    document.body,
    { subtree: true, childList: true },
  )`

/** Opens a page and stops its clock. It first waits for `shown`, because a stopped page draws nothing. */
async function stopClock(page: Page, path: string, shown?: Locator): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Live rate and figures' })).toContainText('$0.0')
  if (shown) await expect(shown).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.waitForLoadState('load')
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Returns the scripts that the page has asked for and not got yet. The set changes as they come and go. */
function scriptsOnTheirWay(page: Page): Set<Request> {
  const scripts = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request)
  })
  page.on('requestfinished', (request) => scripts.delete(request))
  page.on('requestfailed', (request) => scripts.delete(request))
  return scripts
}

/** Returns the places that `countRenders` has recorded. */
async function rendersOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.renders')
}

function elsewhere(places: readonly string[]): string[] {
  return places.filter((place) => place !== 'ticker')
}

/** Lets time pass until the page has asked for the figures once more. */
async function pollAgain(page: Page): Promise<void> {
  const answered = page.waitForResponse(statsCall)
  await page.clock.fastForward(10_000)
  await answered
}

/** Lets time pass on the page, with pauses in which the server can answer its calls. */
async function pass(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await page.clock.runFor(500)
    await page.waitForTimeout(20)
  }
}

/** Returns the heights of a drawn line. A lower number is a higher point. */
async function heights(around: Locator): Promise<number[]> {
  const drawn = (await around.locator('path').last().getAttribute('d')) ?? ''
  return [...drawn.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
}

/**
 * Runs before the page's own scripts, in place of React's developer tools. It records the place of each component that
 * is drawn again, by the signs that the tools use.
 */
const countRenders = `
  window.renders = []
  window.isTicker = (node) => node.closest('[aria-label="Live rate and figures"]') !== null &&
    node.closest('div:has(> [popovertarget])') !== null
  const performedWork = 1
  const components = [0, 1, 11, 14, 15]
  const firstNode = (fiber) => {
    for (let one = fiber; one; one = one.child) if (one.tag === 5) return one.stateNode
  }
  const visit = (fiber) => {
    const before = fiber.alternate
    if (before && components.includes(fiber.tag) && fiber.flags & performedWork) {
      const node = firstNode(fiber)
      window.renders.push(node && window.isTicker(node) ? 'ticker' : (node?.outerHTML.slice(0, 80) ?? 'nothing'))
    }
    if (before && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child)
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot: (_, root) => visit(root.current),
  }`

const watchDocument = `
  window.changedElsewhere = []
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement
      if (element && !window.isTicker(element)) window.changedElsewhere.push(element.outerHTML.slice(0, 80))
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })`
