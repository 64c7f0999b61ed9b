import { devices, type Page } from '@playwright/test'
import { pagePaths } from '../../contract/pages.ts'
import { expect } from '../helpers/browser.ts'
import { adminPages, logInToDemo, memberPages, test, visitorPages } from '../helpers/demo.ts'
import {
  expectBothThemesAccessible,
  expectNoOverflow,
  expectAccessibleAtThisWidth,
} from '../helpers/accessible-screen.ts'
import { findCutTexts, findFocusFaults, findSmallTargets, findSpacingFaults } from './layout-faults.ts'

const widths = [1440, 768, 375]
/** A screen of 1440 x 900 at a zoom of 200 % has this much room. */
const zoomed = { width: 720, height: 450 }
const unknownPath = '/nowhere'

test.setTimeout(600_000)

test('pages of visitors: axe finds nothing in either theme at any width, nothing scrolls sideways, is cut off or hides the focus', async ({
  page,
}) => {
  await walk(page, [...visitorPages, unknownPath])
})

test('pages of members: axe finds nothing in either theme at any width, nothing scrolls sideways, is cut off or hides the focus, and help is in the same place', async ({
  page,
  demo,
}) => {
  await logInToDemo(page, demo, 'Member')
  const places = new Set<number | undefined>()
  await walk(page, memberPages, async () => {
    const chat = await page.getByRole('banner').getByRole('link', { name: 'Chat' }).boundingBox()
    places.add(chat?.x)
  })
  expect([...places], 'help is in the same place on each page').toEqual([expect.any(Number)])
})

test('pages of administrators: axe finds nothing in either theme at any width, nothing scrolls sideways, is cut off or hides the focus', async ({
  page,
  demo,
}) => {
  await logInToDemo(page, demo, 'Administrator')
  const paths = await adminPages(page)
  await walk(page, paths)
  // The list of users with the panel of a person, which lies over the list on a narrow page.
  const person = paths
    .find((path) => /^\/admin\/users\/[\da-f-]{36}$/.test(path))
    ?.split('/')
    .at(-1)
  await walk(page, [`/admin/users?user=${person}`])
})

test('every control of a page is large enough for a finger', async ({ page, browser, demo }) => {
  await logInToDemo(page, demo, 'Member')
  const phone = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 375, height: 812 },
    baseURL: demo.url,
    storageState: await page.context().storageState(),
  })
  const narrow = await phone.newPage()
  for (const path of pagePaths.filter((one) => /^\/($|dashboard|terms)/.test(one))) {
    await open(narrow, path)
    expect([path, await findSmallTargets(narrow, 'main', 44)]).toEqual([path, []])
  }
  await phone.close()
})

test('layers of the frame: axe finds nothing in either theme', async ({ page, demo }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Sections' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections of the home page' }).last()).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /about the live rate/ }).click()
  await expectAccessibleAtThisWidth(page)
  await logInToDemo(page, demo, 'Member')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Withdraw' })).toBeVisible()
  await expectAccessibleAtThisWidth(page)
})

async function walk(page: Page, paths: string[], look?: () => Promise<void>) {
  const titles: string[] = []
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      titles.push(await page.title())
      await look?.()
      for (const width of [...widths, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page)
        const cut = await findCutTexts(page)
        expect.soft([path, width, cut], 'nothing is cut off').toEqual([path, width, []])
        expect.soft([path, width, await findSpacingFaults(page, cut)], 'nor with more space').toEqual([path, width, []])
        expect.soft([path, width, await findSmallTargets(page, 'body', 24)]).toEqual([path, width, []])
        if (widths.includes(width)) await expectBothThemesAccessible(page)
      }
      await page.setViewportSize(zoomed)
      await expectNoOverflow(page)
      expect.soft([path, 'zoomed', await findCutTexts(page)], 'nothing is cut off').toEqual([path, 'zoomed', []])
      for (const width of [375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft([path, width, await findFocusFaults(page)], 'the focus is seen').toEqual([path, width, []])
      }
    })
  }
  // Each page has a title of its own, and no title is the site's name alone.
  expect(new Set(titles).size).toBe(paths.length)
  if (!paths.includes('/')) expect(titles).not.toContain('ET')
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}
