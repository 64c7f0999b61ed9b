import type { Locator, Page } from '@playwright/test'
import { downloadChatFile, listMessages, sendMessage, uploadChatFile } from '../../contract/chat.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { drawPng, pdf } from '../helpers/chat-files.ts'
import { aMessage, giveChat } from '../helpers/screen-data/chat.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { readAsBuyer } from '../helpers/screen-data/buys.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { expectToast } from '../helpers/screens.ts'

const phone = { tag: '@phone' }
const document = { name: 'Receipt.pdf', mimeType: 'application/pdf', buffer: pdf }
const picture = async (name = 'screen.png') => ({ name, mimeType: 'image/png', buffer: await drawPng(400, 300) })

test('a picture and a document go with a message, and open in the viewer', phone, async ({ page, answers }) => {
  const chat = await openChat(page, answers)
  await choose(page, [await picture(), document])
  await expect(rows(page)).toHaveText([/screen\.png\d+ KB/, /Receipt\.pdf1 KB/])
  await expectAccessibleAtThisWidth(page)
  await box(page).fill('Here they are')
  await box(page).press('Enter')
  await expect(rows(page)).toHaveCount(0)
  await expect(bubbles(page)).toHaveText([/Here they are/])
  expect(chat.messages.map(({ content, files }) => [content, files.map(({ name }) => name)])).toEqual([
    ['Here they are', ['screen.png', 'Receipt.pdf']],
  ])
  const thumbnail = panel(page).getByRole('button', { name: 'Open the picture screen.png' })
  await expect.poll(async () => widthOf(thumbnail.locator('img'))).toBe(400)
  expect(await thumbnail.boundingBox()).toMatchObject({ width: 208, height: 156 })
  await expectAccessibleAtThisWidth(page)
  await thumbnail.click()
  const viewer = page.getByRole('dialog', { name: 'screen.png' })
  await expect(viewer.getByRole('img', { name: 'The picture of this message' })).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  const saving = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download file' }).click()
  expect((await saving).suggestedFilename()).toBe('screen.png')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(thumbnail).toBeFocused()
  await panel(page)
    .getByRole('button', { name: /Receipt\.pdf/ })
    .press('Enter')
  await expect(page.getByRole('dialog', { name: 'Receipt.pdf' })).toBeVisible()
})

test('the place of a picture is there before its bytes are', async ({ page, answers }) => {
  const answered = Promise.withResolvers<void>()
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  const file = {
    id: profile.id,
    name: 'a.png',
    mime_type: 'image/png',
    size_bytes: 9,
    width: 400,
    height: 300,
  } as const
  const messages = [1, 2, 3].map((number) => aMessage(profile, { number, files: [file], content: `no. ${number}` }))
  giveChat(answers, profile, messages)
  const bytes = await drawPng(400, 300)
  answers.give(downloadChatFile, async () => {
    await answered.promise
    return { bytes, type: 'image/png' as const, name: '1.png' }
  })
  await page.goto('/dashboard?openChat=true')
  await expect(bubbles(page)).toHaveCount(3)
  const places = async () => Promise.all((await bubbles(page).all()).map(async (bubble) => bubble.boundingBox()))
  const before = await places()
  answered.resolve()
  await expect(panel(page).locator('img')).toHaveCount(3)
  await expect.poll(async () => widthOf(panel(page).locator('img').last())).toBe(400)
  expect(await places()).toEqual(before)
})

test('files come from the clipboard and by dropping, three at most, and a message of files alone has no text', async ({
  page,
  answers,
}) => {
  const chat = await openChat(page, answers)
  const give = async (target: Locator, type: 'paste' | 'drop', names: string[]) =>
    target.evaluate(
      (element, { type: kind, names: all }) => {
        const data = new DataTransfer()
        for (const name of all) data.items.add(new File(['%PDF-1.7 %%EOF'], name, { type: 'application/pdf' }))
        const init = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data }),
        )
      },
      { type, names },
    )
  await give(box(page), 'paste', ['pasted.pdf'])
  await expect(rows(page)).toHaveText([/pasted\.pdf/])
  await give(panel(page).getByRole('log'), 'drop', ['one.pdf', 'two.pdf', 'three.pdf'])
  await expect(rows(page)).toHaveText([/pasted\.pdf/, /one\.pdf/, /two\.pdf/])
  await expect(panel(page).getByText('A message takes 3 files at most.')).toBeVisible()
  await rows(page).nth(1).getByRole('button', { name: 'Remove one.pdf' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(box(page)).toBeFocused()
  await expect(rows(page).getByRole('progressbar')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => chat.messages.length).toBe(1)
  expect(chat.messages[0]?.content).toBe('')
  await expect(panel(page).getByRole('list', { name: 'Files' })).toHaveText(['pasted.pdf1 KB' + 'two.pdf1 KB'])
})

test('an upload shows its progress, can be stopped and tried again, and holds the message back', async ({
  page,
  answers,
}) => {
  const chat = await openChat(page, answers)
  const answered = Promise.withResolvers<void>()
  let attempts = 0
  await page.route('**/files', async (route) => {
    attempts += 1
    if (attempts === 1) return route.abort()
    if (attempts === 2) await answered.promise
    return route.fallback()
  })
  await choose(page, [document])
  await box(page).fill('My receipt')
  await expect(rows(page).getByRole('alert')).not.toBeEmpty()
  await box(page).press('Enter')
  await expect(panel(page).getByText('One file was not uploaded. Upload it again, or remove it.')).toBeVisible()
  await rows(page).getByRole('button', { name: 'Upload Receipt.pdf again' }).click()
  await expect(rows(page).getByRole('progressbar', { name: 'Receipt.pdf' })).toBeVisible()
  await expect(panel(page).getByText('A file is still being uploaded. Please wait a moment.')).toBeVisible()
  await box(page).press('Enter')
  expect(answers.callsOf(sendMessage)).toEqual([])
  answered.resolve()
  await expect(panel(page).getByText('A file is still being uploaded.')).toHaveCount(0)
  await expect(box(page)).toHaveValue('My receipt')
  await choose(page, [{ ...document, name: 'Other.pdf' }])
  await expect(rows(page)).toHaveCount(2)
  await rows(page).nth(1).getByRole('button').click()
  await expect(rows(page)).toHaveCount(1)
  await box(page).press('Enter')
  await expect.poll(() => chat.messages.length).toBe(1)
  expect(chat.messages[0]?.files.map(({ name }) => name)).toEqual(['Receipt.pdf'])
})

test('a file that the server cannot take says why, and a WebP picture is drawn as JPG', async ({ page, answers }) => {
  await openChat(page, answers)
  await choose(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
  await expect(rows(page).getByRole('alert')).toHaveText('Only PNG, JPG or PDF files are accepted.')
  await rows(page).getByRole('button', { name: 'Remove notes.txt' }).click()
  const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
  await choose(page, [{ name: 'photo.webp', mimeType: 'image/webp', buffer: webp }])
  await expect(rows(page)).toHaveText([/photo\.jpg/])
  expect(answers.callsOf(uploadChatFile).map(({ request }) => request.headers['content-type'])).toEqual(['image/jpeg'])
})

test('attached files outlive a reload, and the page asks again for one that had not arrived', async ({
  page,
  answers,
}) => {
  const chat = await openChat(page, answers)
  await choose(page, [document])
  await expect(rows(page)).toHaveText([/Receipt\.pdf1 KB/])
  await expect(rows(page).getByRole('progressbar')).toHaveCount(0)
  await page.route('**/files', () => undefined)
  await choose(page, [{ ...document, name: 'Late.pdf' }])
  await expect(rows(page).getByRole('progressbar')).toHaveCount(1)
  await box(page).fill('Both of them')
  await page.reload()
  await page.goto('/dashboard?openChat=true')
  await expect(box(page)).toHaveValue('Both of them')
  await expect(rows(page)).toHaveText([/Receipt\.pdf1 KB/, /Late\.pdf.*This file is no longer here/])
  await rows(page).nth(1).getByRole('button', { name: 'Remove Late.pdf' }).click()
  await box(page).press('Enter')
  await expect.poll(() => chat.messages.length).toBe(1)
  expect(chat.messages[0]?.files.map(({ name }) => name)).toEqual(['Receipt.pdf'])
})

test('a message with a file that is gone returns to the box with its text, and says so', async ({ page, answers }) => {
  await openChat(page, answers)
  answers.give(sendMessage, () => {
    throw new Refusal('chat_file_gone')
  })
  await choose(page, [document])
  await expect(rows(page)).toHaveText([/Receipt\.pdf1 KB/])
  await expect(rows(page).getByRole('progressbar')).toHaveCount(0)
  await box(page).fill('See this')
  await box(page).press('Enter')
  await expectToast(page, {
    title: 'Message Failed',
    description: 'A file of this message is no longer there. Please choose it again.',
  })
  await expect(box(page)).toHaveValue('See this')
  await expect(rows(page).getByRole('alert')).toHaveText('This file is no longer here. Remove it and choose it again.')
})

test('a file waits with its message for a lost connection', async ({ page, answers }) => {
  const chat = await openChat(page, answers)
  await choose(page, [document])
  await expect(rows(page)).toHaveText([/Receipt\.pdf1 KB/])
  await expect(rows(page).getByRole('progressbar')).toHaveCount(0)
  let isLost = true
  await page.route('**/messages', (route) =>
    isLost && route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/Receipt\.pdf.*Sending…/])
  isLost = false
  await expect(panel(page).getByText('Sending…')).toHaveCount(0)
  expect(chat.messages.map(({ files }) => files.length)).toEqual([1])
})

test(
  'a question about a request takes its card along, which leads back to the request',
  phone,
  async ({ page, answers }) => {
    const { member } = await readAsBuyer(page, answers)
    giveOverview(answers, member)
    const requestId = member.id
    giveChat(answers, member, [aMessage(member, { request_id: requestId, content: 'Is it there?' })])
    await page.goto('/dashboard?openChat=true')
    const card = bubbles(page).getByRole('link')
    await expect(card).toHaveAttribute('href', `/dashboard/activity?request=${requestId}`)
    await expect(card).toContainText('Request')
    await expectAccessibleAtThisWidth(page)
  },
)

async function openChat(page: Page, answers: Answers) {
  const { profile } = await readAsMember(page, answers)
  giveOverview(answers, profile)
  const chat = giveChat(answers, profile)
  await page.goto('/dashboard?openChat=true')
  await expect(panel(page).getByText('No messages yet')).toBeVisible()
  expect(answers.callsOf(listMessages).length).toBeGreaterThan(0)
  return chat
}

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const choosing = page.waitForEvent('filechooser')
  await panel(page).getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles(files)
}

const widthOf = (image: Locator) => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)

function panel(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Support chat' })
}

function rows(page: Page): Locator {
  return panel(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
}

function box(page: Page): Locator {
  return panel(page).getByRole('textbox', { name: 'Message' })
}

function bubbles(page: Page): Locator {
  return panel(page).getByRole('log').locator(':scope > ol > li')
}
