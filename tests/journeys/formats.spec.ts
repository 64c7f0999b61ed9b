import { expect, type Page } from '@playwright/test'
import { adminPages, logInToDemo, memberPages, test, visitorPages } from '../helpers/demo.ts'

test.setTimeout(300_000)

test('every page shows coins as ET, money as USD and moments as dates, each in its one format [FMT-01] [FMT-02] [FMT-04] [FMT-05] [FMT-06]', async ({
  page,
  demo,
}) => {
  await walk(page, visitorPages)
  await logInToDemo(page, demo, 'Member')
  await walk(page, memberPages)
  await page.context().clearCookies()
  await logInToDemo(page, demo, 'Administrator')
  await walk(page, await adminPages(page))
})

/**
 * These pages show no coins: forms of accounts, rules, settings of the account, the chat, texts, a desk on which nothing waits, and
 * payments and transfers in USDT.
 */
const withoutCoins =
  /\/(login|admin-login|forgot-password|reset-password|not-me|confirm-email|unsubscribe|admin-signup|terms|privacy|dashboard\/profile|admin\/users|users\/invitations|chat|security|audit-log|settings|second-approvals|payouts|chain-transfers|treasury|jobs|saved-replies)$/

async function walk(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      if (!withoutCoins.test(path)) await expectCoins(page, path)
      expect.soft([path, findFaults(await page.locator('body').innerText())]).toEqual([path, []])
      expect.soft([path, await findOddTimes(page)]).toEqual([path, []])
    })
  }
}

/** The calm of the network may be that of a slow page, which has not asked for its figures yet. */
async function expectCoins(page: Page, path: string) {
  const asShown = { useInnerText: true, timeout: 20_000 }
  await expect.soft(page.getByRole('main'), `${path} shows ET`).toContainText(/\d[KMB]?\sET\b/, asShown)
}

const grouped = String.raw`\d{1,3}(,\d{3})*`
const formats = {
  ET: new RegExp(`^(${grouped}(\\.\\d{1,4})?|\\d{1,3}(\\.\\d)?[KMBT])$`),
  USDT: new RegExp(`^${grouped}\\.\\d{4}$`),
  // Prices keep up to 8 decimals. Short forms have at most one.
  $: new RegExp(`^(${grouped}\\.(\\d{2}|\\d{4,8})|\\d{1,3}(\\.\\d)?[KMBT]?)$`),
}

/** Returns the amounts in a text that have a wrong format or another currency. */
function findFaults(text: string): string[] {
  const amounts = [
    ...text.matchAll(/(\$)?(\d[\d.,]*\d|\d)([KMBT](?![a-z]))?(?:[^\S\n](ET|USDT|coins?|tokens?|USD|EUR)\b)?/gi),
  ]
  return amounts.flatMap(([whole, dollar, digits = '', short = '', unit = '']) => {
    const currency = dollar ?? unit
    if (currency === '') return []
    const format = formats[currency as keyof typeof formats] as RegExp | undefined
    return format?.test(`${digits}${short}`) ? [] : [whole]
  })
}

/** Returns texts of moments in an unknown format, or without a moment. */
async function findOddTimes(page: Page): Promise<string[]> {
  const times = await page
    .locator('time')
    .evaluateAll((all) => all.map((time) => [time.textContent ?? '', time.getAttribute('datetime') ?? ''] as const))
  const date = String.raw`\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)( \d{4})?`
  const span = String.raw`(just now|(\d+ (min|h|m|d|days?) ?)+(ago|left)|over now)`
  const known = new RegExp(`^(${date}(, \\d\\d:\\d\\d)?( · ${span})?|\\d\\d:\\d\\d|${span})$`)
  return times
    .filter(([text, moment]) => !known.test(text) || Number.isNaN(Date.parse(moment)))
    .map(([text, moment]) => `${text} (${moment})`)
}
