import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './browser.ts'

const widths = [320, 375, 768, 1440]

/** Demands that axe finds no fault on the current page, light and dark, and that no width scrolls sideways. */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  await expectAccessibleAtThisWidth(page)
  const own = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of widths) {
    await page.setViewportSize({ ...own, width })
    await expectNoOverflow(page)
  }
  await page.setViewportSize(own)
}

/** Demands the same at the current width alone, for a layer that a wider page shows differently or closes. */
export async function expectAccessibleAtThisWidth(page: Page): Promise<void> {
  await expectBothThemesAccessible(page)
  await expectNoOverflow(page)
}

/** The rules of axe that look at colours. The two themes differ in colours alone, so only one of them needs all rules. */
const colourRules = ['color-contrast', 'link-in-text-block']

export async function expectBothThemesAccessible(page: Page): Promise<void> {
  // Reduced motion avoids the blend of two themes, which belongs to neither of them.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, colourRules)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page)
}

export async function expectNoOverflow(page: Page) {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow, `no sideways scroll at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0)
}
