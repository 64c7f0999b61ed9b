import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './browser.ts'

const widths = [320, 375, 768, 1440]

/** The page as it is now: no fault that axe finds, light and dark, and no sideways scroll at any width. */
export async function expectSoundScreen(page: Page): Promise<void> {
  await expectSoundLayer(page)
  const own = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of widths) {
    await page.setViewportSize({ ...own, width })
    await expectNoOverflow(page)
  }
  await page.setViewportSize(own)
}

/** The same without another width, for a layer that a page shows in another way, or closes, when there is more room. */
export async function expectSoundLayer(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // A colour on its way from one theme to the other is neither's.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await expectNoOverflow(page)
}

export async function expectNoOverflow(page: Page) {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow, `no sideways scroll at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0)
}
