import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadChatFile, listConversations, listMentions, listMessages } from '../../../contract/chat.ts'
import { submitTransferRequest } from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { drawPng, pdf, sendToChat, uploadToChat } from '../../../tests/helpers/chat-files.ts'
import { createMember as createRow, giveCoins } from '../../../tests/helpers/people.ts'
import { listKeptFiles } from '../../../tests/helpers/list-kept-files.ts'
import { sweepUploads } from '../../money/slips/sweep-uploads.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

const read = (as: Person, member: Person, fileId: string) =>
  site.app.inject({
    url: downloadChatFile.path.replace(':userId', member.userId).replace(':fileId', fileId),
    headers: { cookie: as.cookie },
  })
const list = async (as: Person, member: Person) =>
  (await call(site, listMessages, { params: { userId: member.userId }, query: {} }, { cookie: as.cookie })).body.items

test('a member sends a picture and a document, and an administrator answers with one of each', async () => {
  const member = await createMember(site)
  const picture = await drawPng()
  for (const from of [member, admin]) {
    const drawn = await uploadToChat(site, { from, to: member, bytes: picture, type: 'image/png' })
    const written = await uploadToChat(site, { from, to: member })
    expect(drawn.body).toMatchObject({ mime_type: 'image/png', width: 40, height: 20 })
    expect(written.body).toMatchObject({ mime_type: 'application/pdf', width: null, size_bytes: pdf.length })
    const files = [
      { id: written.body.id, name: 'Receipt.PDF' },
      { id: drawn.body.id, name: 'screen.exe' },
    ]
    const sent = await sendToChat(site, { from, to: member, files })
    expect(sent.body).toMatchObject({
      content: '',
      files: [
        { id: written.body.id, name: 'Receipt.PDF' },
        { id: drawn.body.id, name: 'screen.exe.png', width: 40, height: 20 },
      ],
    })
    for (const reader of [member, admin]) {
      expect((await list(reader, member)).at(-1)?.files).toEqual(sent.body.files)
      const opened = await read(reader, member, written.body.id)
      expect([opened.statusCode, opened.rawPayload.equals(pdf)]).toEqual([200, true])
      expect((await read(reader, member, drawn.body.id)).headers['content-type']).toBe('image/png')
    }
  }
  expect((await list(member, member)).map(({ number }) => number)).toEqual([1, 2])
})

test('a photograph in the chat loses the place where it was taken', async () => {
  const member = await createMember(site)
  const bytes = await sharp({ create: { width: 30, height: 60, channels: 3, background: '#345' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const { body } = await uploadToChat(site, { from: member, to: member, bytes, type: 'image/jpeg' })
  expect(body).toMatchObject({ width: 30, height: 60 })
  const { rawPayload } = await read(member, member, body.id)
  expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
})

test('a message needs a text or a file, has three files at most, and takes no unknown field', async () => {
  const member = await createMember(site)
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) ids.push((await uploadToChat(site, { from: member, to: member })).body.id)
  const files = ids.map((id) => ({ id }))
  expect((await sendToChat(site, { from: member, to: member, files })).body.fields).toHaveProperty('files')
  const empty = await sendToChat(site, { from: member, to: member, content: '  ' })
  expect(empty.body.fields).toEqual({ content: 'Message is required.' })
  const strange = { id: ids[0] ?? '', name: 'a', path: '/etc/passwd' }
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: `/api/chat/conversations/${member.userId}/messages`,
    headers: { cookie: member.cookie, origin: 'http://localhost:3000' },
    payload: { client_message_id: randomUUID(), content: '', files: [strange] },
  })
  expect(statusCode).toBe(400)
  const sent = await sendToChat(site, { from: member, to: member, files: files.slice(0, 3) })
  expect(sent.body.files.map(({ id, name }) => [id, name])).toEqual(ids.slice(0, 3).map((id) => [id, 'File.pdf']))
  expect(sent.body.number).toBe(1)
})

test('the same message sent ten times at once takes its files once', async () => {
  const member = await createMember(site)
  const { body: file } = await uploadToChat(site, { from: member, to: member })
  const message = { from: member, to: member, content: 'Here', files: [file], clientMessageId: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendToChat(site, message)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]?.body.files).toMatchObject([{ id: file.id }])
  expect(await list(member, member)).toEqual([answers[0]?.body])
})

test('a file that no message has goes after two days, and its message is then refused with a sentence', async () => {
  const member = await createMember(site)
  const [kept, old] = [
    await uploadToChat(site, { from: member, to: member }),
    await uploadToChat(site, { from: member, to: member }),
  ]
  await sendToChat(site, { from: member, to: member, files: [kept.body] })
  await site.database.owner.query(`update chat_files set created_at = now() - interval '3 days' where user_id = $1`, [
    member.userId,
  ])
  const ofMember = () => listKeptFiles(site.dataDir).filter((path) => path.includes(member.userId))
  const past = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)
  for (const path of ofMember()) utimesSync(path, past, past)
  await sweepUploads(site.deps, 2)
  expect((await read(member, member, kept.body.id)).statusCode).toBe(200)
  expect((await read(member, member, old.body.id)).statusCode).toBe(404)
  const late = await sendToChat(site, { from: member, to: member, content: 'See this', files: [old.body] })
  expect([late.status, late.body.code]).toEqual([409, 'chat_file_gone'])
  expect((await sendToChat(site, { from: member, to: member, content: 'See this' })).body.number).toBe(2)
  expect(ofMember()).toHaveLength(1)
})

test('the inbox tells the type of the newest message’s file', async () => {
  const member = await createMember(site)
  const newest = async () => {
    const { body } = await call(site, listConversations, { query: {} }, { cookie: admin.cookie })
    const row = body.items.find(({ user_id: id }) => id === member.userId)
    return [row?.last_content, row?.last_file_type]
  }
  const drawn = await uploadToChat(site, { from: member, to: member, bytes: await drawPng(), type: 'image/png' })
  await sendToChat(site, { from: member, to: member, files: [drawn.body] })
  expect(await newest()).toEqual(['', 'image/png'])
  await sendToChat(site, { from: member, to: member, content: 'Do you see it?' })
  expect(await newest()).toEqual(['Do you see it?', null])
})

test('a message names a request of the member, and administrators find the messages that do', async () => {
  const [member, friend] = [await createMember(site), await createRow(site.database.ownerDb)]
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  const body = { recipient_member_id: friend.memberId, amount_coins: 5000 }
  const request = await call(site, submitTransferRequest, { body }, { cookie: member.cookie, key: randomUUID() })
  const requestId = request.body.id
  const asked = await sendToChat(site, { from: member, to: member, content: 'Is it there?', requestId })
  await sendToChat(site, { from: member, to: member, content: 'Another matter' })
  const answered = await sendToChat(site, { from: admin, to: member, content: 'It is.', requestId })
  expect([asked.body.request_id, answered.body.request_id]).toEqual([requestId, requestId])
  const params = { userId: member.userId, requestId }
  const found = await call(site, listMentions, { params }, { cookie: admin.cookie })
  expect(found.body.items).toEqual([
    { number: 3, is_from_support: true, created_at: answered.body.created_at },
    { number: 1, is_from_support: false, created_at: asked.body.created_at },
  ])
  expect((await call(site, listMentions, { params }, { cookie: member.cookie })).status).toBe(403)
})
