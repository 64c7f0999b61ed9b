import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { getConversation, listMessages, sendMessage } from '../../contract/chat.ts'
import { errors } from '../../contract/errors.ts'
import { changeSavedReply, listSavedReplies, type SavedReply } from '../../contract/saved-replies.ts'
import { emptyTexts, toasts, userNotFoundText } from '../../contract/texts.ts'
import { getUser } from '../../contract/users.ts'
import {
  buy,
  call,
  createAdmin,
  createMember,
  decide,
  signInBrowser,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectNoOverflow, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const liveWithinMs = 1_500

test('two administrators answer the same members: new messages appear by themselves, only administrators see the writer, and opening marks as read for all [ADMCHAT-01] [ADMCHAT-02] [ADMCHAT-03] [ADMCHAT-06] [ADMCHAT-07] [ADMCHAT-08] [CALL-31] [CALL-36] [CALL-48] [CALL-49]', async ({
  page,
  server,
  browser,
}) => {
  const [ines, tomas] = [await createAdmin(server), await createAdmin(server, 'Tomas Berg')]
  const [amara, kofi, noor] = [
    await createMember(server),
    await createMember(server, { name: 'Kofi Mensah' }),
    await createMember(server, { name: 'Noor Haddad' }),
  ]
  await signInBrowser(page, ines)
  await page.goto('/admin/chat')
  await expect(page.getByText(emptyTexts.noConversations)).toBeVisible()

  for (const text of ['First', 'Second']) await write(amara, amara, text)
  await write(kofi, kofi, 'Where are my coins?')
  await expect(rows(page)).toHaveText([/Kofi Mensah.*coins\?/s, /Amara Osei.*Second/s], { timeout: liveWithinMs })
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await signInBrowser(other, tomas)
  await other.goto('/admin/chat?unread=true')
  for (const window of [page, other]) await expectUnread(window, 3)

  // The rows stay under the pointer, show new messages, and count as unread while the pointer is on them.
  const row = rows(page).nth(1)
  await row.hover()
  const place = await row.boundingBox()
  await write(amara, amara, 'Third')
  await write(noor, noor, 'Hello')
  await expect(row).toContainText('Third', { timeout: liveWithinMs })
  await expect(row.getByText('3 unread')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Show the latest' })).toBeVisible()
  expect(await row.boundingBox()).toEqual(place)
  await expect(rows(page)).toHaveText([/Kofi Mensah/, /Amara Osei/])
  expect(await unreadOf(amara, ines)).toBe(3)

  await row.click()
  await expect(bubbles(page)).toHaveText([/Amara Osei.*First/s, /Second/, /Third/])
  await expect(box(page)).toBeFocused()
  const [left, right] = [await rows(page).first().boundingBox(), await bubbles(page).first().boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  for (const window of [page, other]) await expectUnread(window, 2)
  await expect(rows(other)).toHaveText([/Noor Haddad/, /Kofi Mensah/], { timeout: liveWithinMs })
  await page.mouse.move(0, 0)
  await box(page).hover()
  await expect(rows(page)).toHaveText([/Noor Haddad/, /Amara Osei/, /Kofi Mensah/])
  await expectAccessibleAtThisWidth(page)

  // Both administrators open the same conversation, and both answer.
  await other.getByRole('button', { name: 'All' }).click()
  await rows(other).filter({ hasText: 'Amara Osei' }).click()
  await expect(bubbles(other)).toHaveCount(3)
  await box(page).fill('I look at it')
  await box(page).press('Enter')
  await expect(bubbles(other).last()).toContainText(/Ines Carvalho.*I look at it/s, { timeout: liveWithinMs })
  await box(other).fill('So do I')
  await box(other).press('Enter')
  await expect(bubbles(page).last()).toContainText(/Tomas Berg.*So do I/s, { timeout: liveWithinMs })
  await expect(bubbles(other).last()).toContainText('You')
  await expect(rows(page).first()).toContainText('Tomas: So do I')
  const { items } = await call(amara, listMessages, { params: { userId: amara.userId }, query: {} })
  expect(items.map(({ sender_name }) => sender_name)).toEqual([null, null, null, null, null])

  // A message in the open conversation is read at once. A message elsewhere waits.
  await write(amara, amara, 'Thank you')
  await expect(bubbles(page).last()).toContainText('Thank you', { timeout: liveWithinMs })
  await expect.poll(() => unreadOf(amara, ines)).toBe(0)
  await expectUnread(page, 2)
  await page.getByRole('button', { name: 'Unread' }).click()
  await expect(rows(page)).toHaveText([/Noor Haddad/, /Kofi Mensah/])
  await rows(page).first().click()
  await expect(bubbles(page)).toHaveText([/Noor Haddad.*Hello/s])
  await expectUnread(page, 1)
  // Reading the open conversation does not remove it from the list.
  await expect(rows(page)).toHaveText([/Noor Haddad/, /Kofi Mensah/])
  await other.context().close()
})

test('a search finds every member and no administrator; each conversation keeps its draft and its unsent messages [ADMCHAT-04] [ADMCHAT-05] [CALL-34]', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server, 'Wanjiru Kamau')
  const [silent, other] = [
    await createMember(server, { name: 'Wanjiru Abara' }),
    await createMember(server, { name: 'Wanjiru Brandt' }),
  ]
  const request = await buy(silent, 'Gold')
  await signInBrowser(page, admin)
  await page.goto('/admin/chat')
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search members' })
  // The first picture of a page may appear a moment before its keys work.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('wanjiru')
  await expect(rows(page)).toHaveText([/Wanjiru Abara/, /Wanjiru Brandt/])
  await expect(page.getByRole('status').getByText('2 members found.')).toBeAttached()
  await expect(page).toHaveURL(/\?search=wanjiru$/)
  await rows(page).first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect.poll(() => adminOf(silent)).toBe(admin.userId)

  const facts = page.getByRole('complementary', { name: 'About the member' })
  for (const fact of ['Active', silent.memberId, 'Gold', '0 ET'])
    await expect(facts.getByText(fact).first()).toBeVisible()
  await expect(facts.getByRole('link', { name: /^Buy .+ ET$/ })).toHaveAttribute(
    'href',
    new RegExp(`/admin/deposit-approvals\\?.*request=${request.id}`),
  )
  await expect(facts.getByRole('link', { name: 'View Details' })).toHaveAttribute(
    'href',
    `/admin/users/${silent.userId}`,
  )

  await box(page).fill('Half a sentence')
  // The search keeps the focus if the administrator returns to it before the conversation has loaded.
  const known = Promise.withResolvers<void>()
  await page.route(`**${getUser.path.replace(':userId', other.userId)}`, async (route) => {
    await known.promise
    await route.continue()
  })
  await rows(page).nth(1).click()
  await expect(page).toHaveURL(new RegExp(other.userId))
  await search.focus()
  known.resolve()
  await expect(page.getByRole('heading', { name: 'Wanjiru Brandt' })).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(search).toBeFocused()
  await expect(box(page)).toHaveValue('')
  await page.route(`**${sendMessage.path.replace(':userId', other.userId)}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { code: 'not_found', message: 'x' } })
      : route.fallback(),
  )
  await box(page).fill('It is lost')
  await box(page).press('Enter')
  await expectToast(page, toasts.messageFailed)
  await expect(box(page)).toHaveValue('It is lost')
  await rows(page).first().click()
  await expect(box(page)).toHaveValue('Half a sentence')
  await page.reload()
  await expect(box(page)).toHaveValue('Half a sentence')
  await rows(page).nth(1).click()
  await expect(box(page)).toHaveValue('It is lost')

  // One step back leads to the list, however many conversations were opened in between.
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/chat\?search=wanjiru$/)
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  await page.goto(`/admin/chat?user=${admin.userId}`)
  await expect(page.getByText(userNotFoundText.title)).toBeVisible()
  await expect(box(page)).toHaveCount(0)
})

test('a slash opens the saved replies', async ({ page, server }) => {
  const [admin, member] = [await createAdmin(server), await createMember(server, { name: 'Zainab Idowu' })]
  await signInBrowser(page, admin)
  await page.goto(`/admin/chat?user=${member.userId}`)
  await box(page).pressSequentially('/')
  await expect(page.getByText('No saved replies yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Manage replies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved replies' })
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(dialog.getByText('Title is required.')).toBeVisible()
  await expect(dialog.getByText('Message is required.')).toBeVisible()
  for (const [title, content] of [
    ['Hours', 'We are here from nine to five.'],
    ['Slip', 'Please send the slip once more.\nThank you.'],
  ] as const) {
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Reply', { exact: true }).fill(content)
    await dialog.getByLabel('Reply', { exact: true }).press('Tab')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect(dialog.getByRole('list').getByText(title, { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue('')
  }
  await expectAccessibleAtThisWidth(page)

  const edit = dialog.getByRole('button', { name: 'Edit “Hours”' })
  await edit.click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Hours')
  await dialog.getByLabel('Reply', { exact: true }).fill('We are here from eight to six.')
  // A colleague changes the reply first, so the first attempt only reports that.
  const { id, title, content } = (await call(admin, listSavedReplies, {})).items[0] as SavedReply
  const faster = { title: 'Hours', content: 'We are here from ten to four.' }
  await call(admin, changeSavedReply, { params: { replyId: id }, body: { ...faster, seen: { title, content } } })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText(errors.edited_meanwhile.message)
  await expect(dialog.getByRole('list').getByText(faster.content)).toBeVisible()
  await expect(dialog.getByLabel('Reply', { exact: true })).toHaveValue('We are here from eight to six.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('list').getByText('We are here from eight to six.')).toBeVisible()
  await expect(edit).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Save reply' })).toBeVisible()
  await expect(dialog.getByLabel('Reply', { exact: true })).toHaveValue('')
  // An edit that is cancelled changes nothing.
  await dialog.getByRole('button', { name: 'Edit “Slip”' }).click()
  await dialog.getByLabel('Title').fill('Other')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('list').getByText('Slip', { exact: true })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(bubbles(page)).toHaveCount(0)

  const options = page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option')
  await expect(options).toHaveText([/Hours/, /Slip/])
  await expectAccessibleAtThisWidth(page)
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  // Other letters make another list, which starts at its first reply.
  await page.keyboard.type('s')
  await expect(options).toHaveText([/Hours/, /Slip/])
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? 'x')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('Please send the slip once more.\nThank you.')
  await expect(bubbles(page)).toHaveCount(0)
  await box(page).press('Enter')
  await expect(bubbles(page)).toHaveText([/slip once more\.\nThank you\./])

  await box(page).fill('/hou')
  await expect(options).toHaveText([/Hours/])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await box(page).fill('/how')
  await expect(page.getByText('No reply of this title.')).toBeVisible()
  await page.getByRole('button', { name: 'Manage replies' }).click()
  // A double click only opens the question, and its answer has the focus.
  const deletion = dialog.getByRole('button', { name: 'Delete “Hours” for everybody' })
  let deletions = 0
  page.on('request', (request) => (deletions += request.method() === 'DELETE' ? 1 : 0))
  await dialog.getByRole('button', { name: 'Delete “Hours”', exact: true }).dblclick()
  await expect(deletion).toBeFocused()
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveCount(2)
  expect(deletions).toBe(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveCount(1)

  // While the replies load, Enter does not send the typed title to the member.
  const arrived = Promise.withResolvers<void>()
  await page.route(`**${listSavedReplies.path}`, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.reload()
  await expect(bubbles(page)).toHaveCount(1)
  await box(page).fill('/slip')
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('/slip')
  await expect(bubbles(page)).toHaveCount(1)
  arrived.resolve()
  await expect(options).toHaveText([/Slip/])
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue('Please send the slip once more.\nThank you.')
})

test('a long list loads page by page, and stays in place for a reader further down', async ({ page, server }) => {
  const [admin, member] = [await createAdmin(server), await createMember(server, { name: 'Olu Adair' })]
  await addConversations(member, 60)
  await signInBrowser(page, admin)
  await page.goto('/admin/chat')
  await expect(rows(page).first()).toContainText('Many 60')
  const count = await rows(page).count()
  expect(count).toBeLessThan(60)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(count)
  const row = rows(page).filter({ hasText: 'Many 20' })
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.mouse.move(0, 0)
  const place = await row.boundingBox()
  await write(member, member, 'I am new here')
  const latest = page.getByRole('button', { name: 'Show the latest' })
  await expect(latest).toBeVisible({ timeout: liveWithinMs })
  expect(await row.boundingBox()).toEqual(place)
  await latest.click()
  await expect(rows(page).first()).toContainText('I am new here')
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
  await page.mouse.move(0, 0)
  await expect(latest).toHaveCount(0)

  // The page says that more members match than it shows.
  await page.getByRole('searchbox', { name: 'Search members' }).fill('many')
  await expect(page.getByRole('status').getByText(`More than ${count} members found.`)).toBeAttached()
})

test('on a phone the conversation covers the list, the keyboard leaves room for the message, and Back leads to the list', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const [admin, member] = [await createAdmin(server), await createMember(server, { name: 'Lucia Moreno' })]
  await write(member, member, 'Is anybody there?')
  await signInBrowser(page, admin)
  await page.goto('/admin')
  await page.goto('/admin/chat')
  await expectNoOverflow(page)
  await rows(page).first().click()
  await expect(bubbles(page)).toHaveText([/Is anybody there\?/])
  await expectAccessibleAtThisWidth(page)
  await page.setViewportSize({ width: 375, height: 400 })
  await expect(box(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 375, height: 812 })
  // The first Escape closes the saved replies, and the conversation stays.
  await box(page).fill('/')
  const replies = page.getByRole('button', { name: 'Manage replies' })
  await expect(replies).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(replies).toHaveCount(0)
  await expect(box(page)).toHaveValue('/')
  await page.getByRole('button', { name: 'About the member' }).click()
  await expect(page.getByRole('dialog', { name: 'About the member' }).getByText(member.memberId)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(box(page)).toHaveCount(0)
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(box(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin$/)
})

test('a message and a note are shown as plain text: no script in them runs, and no address becomes a link [A99] [A100]', async ({
  page,
  server,
}) => {
  const [admin, member] = [await createAdmin(server), await createMember(server)]
  const messages = [
    '<img src=x onerror="window.hasRun=true"><script>window.hasRun=true</script>',
    'javascript:window.hasRun=true//',
    '[click](javascript:window.hasRun=true) <a href="javascript:window.hasRun=true">click</a>',
    'data:text/html,<script>window.hasRun=true</script>',
    'https://evil.example/login',
  ]
  for (const text of messages) await write(member, member, text)
  await signInBrowser(page, admin)
  await page.goto(`/admin/chat?user=${member.userId}`)
  await expect(bubbles(page)).toHaveCount(messages.length)
  for (const [index, text] of messages.entries()) await expect(bubbles(page).nth(index)).toContainText(text)
  await expect(rows(page).first()).toContainText(messages.at(-1) ?? '')
  const log = page.getByRole('log')
  await expect(log.locator('a, img, script, iframe')).toHaveCount(0)
  await log.getByText('javascript:window.hasRun=true//').click()
  await log.getByText('data:text/html').click()
  await expect(page).toHaveURL(new RegExp(`user=${member.userId}$`))
  expect(await page.evaluate('window.hasRun')).toBeUndefined()

  const request = await decide(admin, await buy(member, 'Gold'), 'rejected', messages.join(' '))
  await signInBrowser(page, member)
  await page.goto(`/dashboard/activity?request=${request.id}`)
  const note = page.getByRole('blockquote')
  await expect(note).toHaveText(messages.join(' '))
  await expect(note.locator('a, img, script, iframe')).toHaveCount(0)
  await note.click()
  expect(await page.evaluate('window.hasRun')).toBeUndefined()
})

function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Conversations' }).getByRole('link')
}

function bubbles(page: Page): Locator {
  return page.getByRole('log').getByRole('listitem')
}

function box(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' })
}

/** Demands that the badge, the title of the window and its icon show this count. */
async function expectUnread(page: Page, count: number) {
  const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /^Chat/ })
  await expect(link).toHaveAccessibleName(`Chat ${count} unread`, { timeout: liveWithinMs })
  await expect(page).toHaveTitle(`(${count}) Chat · ET`)
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg\+xml,.*circle/)
}

async function write(from: Person, { userId }: Person, content: string) {
  await call(from, sendMessage, { params: { userId }, body: { client_message_id: randomUUID(), content } })
}

async function unreadOf({ userId }: Person, admin: Person): Promise<number> {
  return (await call(admin, getConversation, { params: { userId } })).admin_unread_count
}

async function adminOf(member: Person): Promise<string | null> {
  const conversation = await call(member, getConversation, { params: { userId: member.userId } }).catch(() => null)
  return conversation?.admin_id ?? null
}

/** Adds this many conversations, later than all others. The last member has the newest message. */
async function addConversations({ server }: Person, count: number) {
  await withDatabase(server, (db) =>
    sql`
      with made as (
        insert into profiles (full_name, email, member_id, referral_code)
        select 'Many ' || i, 'many' || i || '@example.org', 'MANY-' || i, 'MANY-' || i from generate_series(1, ${count}) i
        returning id, substr(member_id, 6)::int as i)
      insert into chat_conversations (user_id, last_active_at) select id, now() + i * interval '1 microsecond' from made`.execute(
      db,
    ),
  )
}
