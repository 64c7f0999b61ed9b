import type { Page } from '@playwright/test'
import { getOperator } from '../../contract/operator.ts'
import { expect, test } from '../helpers/screen.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

test.beforeEach(({ answers }) => {
  answers.give(getOperator, { name: null, address: null, email: null })
})

test('the footer leads to both texts, and their tables of contents lead to their parts [SHELL-25]', async ({
  page,
}) => {
  await page.goto('/login')
  for (const [title, part, changedOn] of [
    ['Terms of Service', 'What ET is, and what it is not', '28 November 2026'],
    ['Privacy Policy', 'What is kept in your browser', '28 November 2026'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(`Last changed on ${changedOn}`)).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    const headings = page.getByRole('article').locator('h2[id]:not(#summary)')
    expect(await contents.allInnerTexts()).toEqual(await headings.allInnerTexts())
    await contents.filter({ hasText: part }).click()
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeInViewport()
  }
  await expectAccessibleAtEveryWidth(page)
})

test('missing details of the operator are clearly visible gaps', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.getByText('This text is not complete.')).toBeVisible()
    for (const gap of [
      '[name of the operator]',
      '[postal address of the operator]',
      '[mail address of the operator]',
    ]) {
      await expect(page.getByText(gap).first()).toBeVisible()
    }
  }
})

test('with a named operator there is no gap, and the print has the text alone', async ({ page, answers }) => {
  const operator = { name: 'Assay Coins Ltd', address: '1 Mint Lane, London', email: 'people@coins.example.org' }
  answers.give(getOperator, operator)
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    const first = page.getByRole('article').locator('section').nth(1)
    await expect(first).toContainText(`${operator.name}, ${operator.address}`)
    await expect(first.getByRole('link', { name: operator.email })).toHaveAttribute('href', `mailto:${operator.email}`)
    await expect(page.getByText(/\[[a-z ]+ of the operator\]/)).toHaveCount(0)
    await expect(page.getByText('This text is not complete.')).toHaveCount(0)
  }
  await page.emulateMedia({ media: 'print' })
  expect(await isSeen(page, 'h1')).toBe(true)
  for (const part of ['footer', 'header', 'nav[aria-label="Contents"]']) {
    expect([part, await isSeen(page, part)]).toEqual([part, false])
  }
})

test('the sign-up leads to both texts without losing the form', async ({ page, context }) => {
  await page.goto('/signup')
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-9')
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    const opening = context.waitForEvent('page')
    await page.getByRole('main').getByRole('link', { name: title }).click()
    const text = await opening
    await expect(text.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await text.close()
  }
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Correct-horse-9')
})

async function isSeen(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).first().isVisible()
}
