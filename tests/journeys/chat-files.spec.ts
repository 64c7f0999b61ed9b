import type { Locator, Page } from '@playwright/test'
import { buy, createAdmin, createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { drawPng, pdf } from '../helpers/chat-files.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const liveWithinMs = 1_500

test('a member asks about a request with a screenshot, and an administrator answers with a document', async ({
  page,
  server,
  browser,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  const request = await buy(member, 'Gold')
  await signInBrowser(page, member)
  await page.goto(`/dashboard/activity?request=${request.id}`)
  await page.getByRole('button', { name: 'Ask about this request' }).click()
  const about = page.getByRole('group', { name: 'This message is about a request' })
  await expect(about).toContainText(request.number)
  const screenshot = { name: 'screen.png', mimeType: 'image/png', buffer: await drawPng(400, 300) }
  await attach(page, screenshot)
  await box(page).fill('Is it there?')
  await expectAccessibleAtThisWidth(page)
  await box(page).press('Enter')
  await expect(about).toHaveCount(0)

  const desk = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(desk, admin)
  await desk.goto('/admin/chat')
  await desk.getByRole('list', { name: 'Conversations' }).getByRole('link').click()
  const question = bubbles(desk).filter({ hasText: 'Is it there?' })
  await expect(question.getByRole('link')).toContainText(/Buy .*Pending/s)
  await expectDrawn(question.getByRole('button', { name: 'Open the picture screen.png' }).locator('img'), 400)
  await expectAccessibleAtThisWidth(desk)
  await question.getByRole('link').click()
  await expect(desk).toHaveURL(new RegExp(`/admin/deposit-approvals\\?.*${request.id}`))

  // The review leads back to the message, and a new message takes the card along.
  await expect(desk.getByText('Mentioned in the chat:')).toBeVisible()
  await desk.getByText('Mentioned in the chat:').getByRole('link').click()
  await expect(bubbles(desk).locator('xpath=self::*[@aria-current]')).toContainText('Is it there?')
  await desk.goBack()
  await desk.getByRole('button', { name: 'Write to the member about this' }).click()
  await expect(desk.getByRole('group', { name: 'This message is about a request' })).toContainText(request.number)
  await attach(desk, { name: 'Terms.pdf', mimeType: 'application/pdf', buffer: pdf })
  await box(desk).press('Enter')
  await expect(desk.getByText('Message is required.')).toHaveCount(0)

  const answer = bubbles(page).last()
  await expect(answer).toContainText('Terms.pdf', { timeout: liveWithinMs * 2 })
  await expect(answer.getByRole('link')).toContainText(request.number)
  await answer.getByRole('button', { name: /Terms\.pdf/ }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Terms.pdf' }).getByRole('button', { name: 'Download file' }).click()
  expect((await saving).suggestedFilename()).toBe('Terms.pdf')
  await desk.goto('/admin/chat')
  await expect(desk.getByRole('list', { name: 'Conversations' }).getByRole('link')).toContainText('Ines: File')
  await desk.context().close()
})

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles(file)
  const row = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(row).toContainText(/ KB/)
  await expect(row.getByRole('progressbar')).toHaveCount(0)
}

const expectDrawn = (image: Locator, width: number) =>
  expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(width)

function box(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

function bubbles(page: Page): Locator {
  return page.getByRole('log').locator(':scope > ol > li')
}
