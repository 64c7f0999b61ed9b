import { expect, type Page } from '@playwright/test'
import { slipPicture } from './screens.ts'

/** The steps of a member on the buy page. */

export const uploads = '**/api/uploads'
export const buyRequests = '**/api/buy-requests'

export async function openBuyPage(page: Page) {
  await page.goto('/dashboard/buy')
  await expect(page.getByRole('heading', { level: 1, name: 'Buy coins' })).toBeVisible()
  await expect(page.getByLabel('Amount', { exact: true })).toBeVisible()
}

export async function chooseSlip(page: Page) {
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
}

export async function review(page: Page) {
  await page.getByRole('button', { name: 'Review request' }).click()
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit request' }).click()
}
