import { randomUUID } from 'node:crypto'
import { addSavedReply, changeSavedReply, deleteSavedReply, listSavedReplies } from '../../contract/saved-replies.ts'
import type { SavedReply } from '../../contract/saved-replies.ts'
import { errors } from '../../contract/errors.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const reply = (purpose: SavedReply['purpose'], title: string, content: string): SavedReply => ({
  id: randomUUID(),
  purpose,
  title,
  content,
})

test('saved replies stand by their use, and are added, changed and deleted there', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  let items = [
    reply('chat', 'Hello', 'Hello, how can we help?'),
    reply('slip', 'Whole screen', 'Please show the whole screen.'),
  ]
  answers.give(listSavedReplies, () => ({ items }))
  answers.give(addSavedReply, () => {
    throw new Refusal('reply_title_taken')
  })
  await page.goto('/admin/saved-replies')
  const listOf = (name: string) => page.getByRole('list', { name }).getByRole('listitem')
  await expect(listOf('Answer in the chat')).toHaveText([/Hello, how can we help/])
  await expect(listOf('Question for a clearer slip')).toHaveText([/Please show the whole screen/])
  await expect(page.getByText('No saved replies yet.')).toHaveCount(2)
  await expectAccessibleAtEveryWidth(page)

  const form = page.getByRole('region', { name: 'New saved reply' })
  await form.getByLabel('Used for').selectOption({ label: 'Reason of a rejection' })
  await form.getByLabel('Title').fill('Not paid')
  await form.getByLabel('Reply').fill('No payment has arrived.')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form.getByRole('alert')).toHaveText(errors.reply_title_taken.message)
  await expect(form.getByLabel('Title')).toHaveValue('Not paid')
  answers.give(addSavedReply, ({ body }) => {
    const added = reply(body.purpose ?? 'chat', body.title, body.content)
    items = [...items, added]
    return added
  })
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(listOf('Reason of a rejection')).toHaveText([/Not paid/])

  answers.give(changeSavedReply, ({ params, body }) => {
    items = items.map((one) => (one.id === params.replyId ? { ...one, title: body.title, content: body.content } : one))
    return items.find(({ id }) => id === params.replyId) ?? reply('chat', '', '')
  })
  await page.getByRole('button', { name: 'Edit “Hello”' }).click()
  const change = page.getByRole('region', { name: 'Change “Hello”' })
  await expect(change.getByLabel('Title')).toBeFocused()
  await change.getByLabel('Reply').fill('Good day.')
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(listOf('Answer in the chat')).toHaveText([/Good day/])
  await expect(page.getByRole('button', { name: 'Edit “Hello”' })).toBeFocused()

  answers.give(deleteSavedReply, ({ params }) => {
    items = items.filter(({ id }) => id !== params.replyId)
    return {}
  })
  await page.getByRole('button', { name: 'Delete “Hello”' }).click()
  await page.getByRole('button', { name: 'Delete “Hello” for everybody' }).click()
  await expect(listOf('Answer in the chat')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Answer in the chat' })).toBeFocused()
})

test('a text for a rejection stays one after a reload', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  answers.give(listSavedReplies, { items: [] })
  await page.goto('/admin/saved-replies')
  await page.getByLabel('Used for').selectOption({ label: 'Reason of a rejection' })
  await page.getByLabel('Title').fill('Not paid')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Not paid')
  await expect(page.getByLabel('Used for')).toHaveValue('rejection')
})

test('a reply that is deleted while the form has it open becomes a new one with what was typed', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  let items = [reply('rejection', 'Late', 'Too late.'), reply('rejection', 'Not paid', 'No payment has arrived.')]
  const [late] = items
  answers.give(listSavedReplies, () => ({ items }))
  answers.give(deleteSavedReply, ({ params }) => {
    items = items.filter(({ id }) => id !== params.replyId)
    return {}
  })
  await page.goto('/admin/saved-replies')
  await page.getByRole('button', { name: 'Edit “Late”' }).click()
  await page.getByLabel('Reply').fill('Much too late.')
  await page.getByRole('button', { name: 'Delete “Late”' }).click()
  await page.getByRole('button', { name: 'Delete “Late” for everybody' }).click()
  await expect(page.getByRole('button', { name: 'Edit “Not paid”' })).toBeFocused()
  const form = page.getByRole('region', { name: 'New saved reply' })
  await expect(form.getByLabel('Used for')).toHaveValue('rejection')
  await expect(form.getByLabel('Title')).toHaveValue('Late')
  const added: unknown[] = []
  answers.give(addSavedReply, ({ body }) => {
    added.push(body)
    return { ...reply(body.purpose ?? 'chat', body.title, body.content), id: late?.id ?? '' }
  })
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('')
  expect(added).toEqual([{ title: 'Late', content: 'Much too late.', purpose: 'rejection' }])
})

test('an auditor reads the saved replies and changes none', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  answers.give(listSavedReplies, { items: [reply('chat', 'Hello', 'Hello, how can we help?')] })
  await page.goto('/admin/saved-replies')
  await expect(page.getByText('Hello, how can we help?')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
