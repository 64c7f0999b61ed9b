import type { Page } from '@playwright/test'
import { listRequests } from '../../contract/requests.ts'
import { failureTitles, fallbackTexts } from '../../contract/texts.ts'
import { call, createAdmin, createBuyer, createMember, signInBrowser, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'

const transfers = '**/api/transfer-requests'

test('a lost answer, a reload and a second try make one transfer, even with another balance by then [ERR-10]', async ({
  page,
  server,
}) => {
  const amara = await createBuyer(await createAdmin(server))
  const kofi = await createMember(server, { name: 'Kofi Mensah' })
  await signInBrowser(page, amara)
  const keys: (string | undefined)[] = []
  await page.route(transfers, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response })
  })
  await fillTransfer(page, kofi, '27000')
  await review(page)
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expectToast(page, failureTitles.transfer)
  await expect(page.getByRole('alert').getByText(fallbackTexts.network)).toBeVisible()
  expect(await requestsOf(amara)).toMatchObject([
    {
      kind: 'transfer',
      sender_id: amara.userId,
      recipient_member_id: kofi.memberId,
      amount_coins: '27000',
      status: 'pending',
    },
  ])
  await page.reload()
  await expect(page.getByLabel('Recipient Member ID')).toHaveValue(kofi.memberId)
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('27000')
  await expect(page.getByText('You have too few coins to send at the moment.')).toBeVisible()
  await review(page)
  await expect(page.getByRole('dialog')).toContainText('it is never counted twice')
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer submitted' })).toBeVisible()
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await requestsOf(amara)).toHaveLength(1)
  // The next transfer starts with an empty form.
  await page.reload()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Buy coins' }).last()).toHaveAttribute('href', '/dashboard/buy')
})

async function fillTransfer(page: Page, recipient: Person, amount: string) {
  await page.goto('/dashboard/transfer')
  await page.getByLabel('Recipient Member ID').fill(recipient.memberId)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review transfer' }).click()
}

async function requestsOf(member: Person) {
  return (await call(member, listRequests, { query: { kind: 'transfer' } })).items
}
