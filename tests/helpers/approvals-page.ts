import type { Locator, Page } from '@playwright/test'
import type { BuyRequest } from '../../contract/requests.ts'
import { aBuy, aProfile } from './screen-data.ts'

/** The steps of an administrator on a page of approvals. */

export const depositApprovals = '/admin/deposit-approvals'

/** Makes a first purchase for each of these people. */
export function buysOf<Names extends string[]>(...names: Names): { [K in keyof Names]: BuyRequest } {
  return names.map((fullName) => aBuy(aProfile({ full_name: fullName }))) as { [K in keyof Names]: BuyRequest }
}

/** Returns the rows of the queue, which opens over a narrow page. */
export async function openQueue(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: /^(Request \d+ of \d+|\d+ pending)$/ })
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('list', { name: /^Pending \w+ requests, oldest first$/ }).getByRole('button')
}

export function approveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Approve', exact: true })
}

export function requesterHeading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name })
}
