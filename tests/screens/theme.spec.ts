import type { Page } from '@playwright/test'
import { listConversations } from '../../contract/chat.ts'
import { listRequests } from '../../contract/requests.ts'
import { onePage } from '../helpers/screen-data.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'

const phone = { tag: '@phone' }

const grounds = { light: 'rgb(244, 249, 250)', dark: 'rgb(7, 18, 22)' }
const frames = { light: '#ffffff', dark: '#0d1a1f' }

test('the first paint has the right theme: that of the system or the chosen one', async ({ browser, answers }) => {
  for (const [system, chosen] of [
    ['light', null],
    ['dark', null],
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    const context = await browser.newContext({ baseURL: answers.url, colorScheme: system })
    const page = await context.newPage()
    await page.addInitScript(`${chosen ? `localStorage.setItem('theme', '${chosen}')` : ''};${watchTheme}`)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const theme = chosen ?? system
    // A busy browser can know the heading before it has painted.
    await page.waitForFunction(`performance.getEntriesByName('first-paint').length > 0`)
    const [seen, painted] = await page.evaluate<[{ theme: string; at: number }[], number]>(
      `[window.themes, performance.getEntriesByName('first-paint')[0].startTime]`,
    )
    expect([system, chosen, seen.at(-1)?.theme]).toEqual([system, chosen, theme])
    expect(seen.filter(({ at }) => at > painted)).toEqual([])
    await expectTheme(page, theme)
    await context.close()
  }
})

test(
  'a choice holds in every tab at once and after a reload; without one the page follows the system',
  phone,
  async ({ page, context, isMobile }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/login')
    const other = await context.newPage()
    await other.emulateMedia({ colorScheme: 'light' })
    await other.goto('/')
    // The switch is in the bar, or in the footer if the bar is narrow.
    const choices = isMobile ? page.getByRole('contentinfo') : page.getByRole('banner')
    const choose = (name: string) => choices.getByRole('radio', { name }).check({ force: true })
    await choose('Dark')
    for (const tab of [page, other]) await expectTheme(tab, 'dark')
    await page.reload()
    await expectTheme(page, 'dark')
    await expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await choose('As the system')
    for (const tab of [page, other]) await expectTheme(tab, 'light')
    for (const tab of [page, other]) {
      await tab.emulateMedia({ colorScheme: 'dark' })
      await expectTheme(tab, 'dark')
    }
    await expect(other.getByRole('radio', { name: 'As the system' }).last()).toBeChecked()
  },
)

test(
  'with forced colours the chosen items and the edges of layers remain visible',
  phone,
  async ({ page, answers, isMobile }) => {
    await readAsMember(page, answers)
    answers.give(listRequests, onePage([]))
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/dashboard/activity')
    const types = page.getByRole('tablist', { name: 'Type' })
    const ground = (isChosen: boolean) =>
      types
        .locator(`[role=tab][aria-selected=${isChosen}]`)
        .first()
        .evaluate((tab) => getComputedStyle(tab).backgroundColor)
    await expect(types).toBeVisible()
    expect(await ground(true)).not.toBe(await ground(false))
    const language = page.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'English' })
    await expect(language).toHaveCSS('forced-color-adjust', 'none')
    if (isMobile) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toHaveCSS('border-inline-end-width', '1px')
      return
    }
    await readAsAdmin(page, answers)
    answers.give(listConversations, onePage([]))
    await page.goto('/admin/chat')
    const count = page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current=page] [data-count]')
    await expect(count).toHaveCSS('forced-color-adjust', 'auto')
  },
)

async function expectTheme(page: Page, theme: 'light' | 'dark') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
  await expect(page.locator('body')).toHaveCSS('background-color', grounds[theme])
  for (const meta of await page.locator('meta[name=theme-color]').all()) {
    await expect(meta).toHaveAttribute('content', frames[theme])
  }
}

/** Records each theme of the page with its time, from before the page has any content. */
const watchTheme = `
  window.themes = []
  const note = () => {
    const theme = document.documentElement?.dataset.theme
    if (theme && theme !== window.themes.at(-1)?.theme) window.themes.push({ theme, at: performance.now() })
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })`
