import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatFileBytesDaily } from '../../contract/endpoints/chat.ts'
import { downloadChatFile, listMessages } from '../../contract/chat.ts'
import { submitTransferRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { buildUrl } from '../../web/lib/build-url.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../helpers/app.ts'
import { drawPng, pdf, sendToChat, uploadToChat } from '../helpers/chat-files.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { createMember as createRow, giveCoins } from '../helpers/people.ts'

let site: TestApp
let admin: Person
let support: Person
let auditor: Person
let member: Person
let other: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  support = await createAdmin(site, 'Sam Support', 'support')
  auditor = await createAdmin(site, 'Ada Auditor', 'auditor')
  member = await createMember(site)
  other = await createMember(site)
})
afterAll(() => site.close())

const read = (as: Person, owner: Person, fileId: string) =>
  site.app.inject({
    url: buildUrl(downloadChatFile, { params: { userId: owner.userId, fileId } }),
    headers: { cookie: as.cookie },
  })
const list = async (owner: Person) =>
  (await call(site, listMessages, { params: { userId: owner.userId }, query: {} }, { cookie: admin.cookie })).body.items

test('a file of the chat is closed to other members, and before it is sent to everyone but its sender [A365]', async () => {
  const { body: file } = await uploadToChat(site, { from: support, to: member })
  for (const reader of [member, other, admin]) expect((await read(reader, member, file.id)).statusCode).toBe(404)
  await sendToChat(site, { from: support, to: member, files: [file] })
  for (const reader of [member, admin, auditor]) expect((await read(reader, member, file.id)).statusCode).toBe(200)
  expect((await read(other, member, file.id)).statusCode).toBe(404)
  expect((await read(other, other, file.id)).statusCode).toBe(404)
  const visitor = await site.app.inject({
    url: buildUrl(downloadChatFile, { params: { userId: member.userId, fileId: file.id } }),
  })
  expect(visitor.statusCode).toBe(401)
  const kept = listKeptFiles(site.dataDir)
  expect((await uploadToChat(site, { from: other, to: member })).status).toBe(404)
  expect(listKeptFiles(site.dataDir)).toEqual(kept)
})

test('no message takes a file of another sender, conversation or message, also not at once [A366]', async () => {
  const own = await createMember(site)
  const { body: file } = await uploadToChat(site, { from: own, to: own })
  const { body: foreign } = await uploadToChat(site, { from: other, to: other })
  const { body: answer } = await uploadToChat(site, { from: admin, to: own })
  for (const files of [[foreign], [answer], [file, foreign], [file, file], [{ id: randomUUID() }]]) {
    const refused = await sendToChat(site, { from: own, to: own, content: 'Mine', files })
    expect([refused.status, refused.body.code]).toEqual([409, 'chat_file_gone'])
  }
  expect(await list(own)).toEqual([])
  const racing = Array.from({ length: 12 }, (_, index) =>
    sendToChat(site, { from: own, to: own, content: `Try ${index}`, files: [file] }),
  )
  const statuses = (await Promise.all(racing)).map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
  await sendToChat(site, { from: own, to: own, content: 'The next' })
  expect((await list(own)).map(({ number, files }) => [number, files.length])).toEqual([
    [1, 1],
    [2, 0],
  ])
})

test('a message names no request of another member, also when an administrator writes it [A367]', async () => {
  const { memberId } = await createRow(site.database.ownerDb)
  await giveCoins(site.database.ownerDb, admin.userId, other.userId, 50_000)
  const body = { recipient_member_id: memberId, amount_coins: 1000 }
  const request = await call(site, submitTransferRequest, { body }, { cookie: other.cookie, key: randomUUID() })
  const before = await list(member)
  for (const from of [member, admin]) {
    const refused = await sendToChat(site, { from, to: member, content: 'About this', requestId: request.body.id })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  }
  expect(await list(member)).toEqual(before)
})

test('a file with a false type is refused, and a stored one never runs as part of this site [A368]', async () => {
  const png = await drawPng()
  const script = Buffer.from('<script>alert(1)</script>')
  const hidden = Buffer.concat([png, script])
  const kept = listKeptFiles(site.dataDir)
  for (const [bytes, type] of [
    [script, 'image/png'],
    [script, 'application/pdf'],
    [pdf, 'image/png'],
    [png, 'application/pdf'],
    [png.subarray(0, 40), 'image/png'],
    [Buffer.from('GIF89a'), 'image/jpeg'],
    [Buffer.alloc(0), 'image/png'],
    [script, 'text/html'],
    [script, 'image/svg+xml'],
  ] as const) {
    const { status } = await uploadToChat(site, { from: member, to: member, bytes, type })
    expect([415, 422]).toContain(status)
  }
  expect(listKeptFiles(site.dataDir)).toEqual(kept)
  const { body: file } = await uploadToChat(site, { from: member, to: member, bytes: hidden, type: 'image/png' })
  const names = ['a"\r\nset-cookie: x', 'invoice\u202egnp.exe', 'x'.repeat(121)]
  for (const name of names) {
    expect((await sendToChat(site, { from: member, to: member, files: [{ id: file.id, name }] })).status).toBe(400)
  }
  const sent = await sendToChat(site, { from: member, to: member, files: [{ id: file.id, name: 'page.html' }] })
  expect(sent.body.files[0]?.name).toBe('page.html.png')
  const { headers, body } = await read(admin, member, file.id)
  expect(body).not.toContain('alert')
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="\d+\.png"$/)
})

test('each side sends 50 MB of files into a conversation in a day, and no more [A369]', async () => {
  const eager = await createMember(site)
  const { body: file } = await uploadToChat(site, { from: eager, to: eager })
  await site.database.owner.query(
    `insert into chat_files (user_id, sender_id, path, mime_type, size_bytes, sha256)
     select $1::uuid, $1, $1::text || '/' || n || '.pdf', 'application/pdf', 5242880, '' from generate_series(1, $2) n`,
    [eager.userId, chatFileBytesDaily / 5_242_880],
  )
  const kept = listKeptFiles(site.dataDir)
  const refused = await uploadToChat(site, { from: eager, to: eager })
  expect([refused.status, refused.body.code]).toEqual([409, 'chat_quota_full'])
  expect(listKeptFiles(site.dataDir)).toEqual(kept)
  // A file that was uploaded before can still be sent, and the other side has its own measure.
  expect((await sendToChat(site, { from: eager, to: eager, files: [file] })).status).toBe(200)
  expect((await uploadToChat(site, { from: admin, to: eager })).status).toBe(200)
  await site.database.owner.query(
    `update chat_files set created_at = created_at - interval '25 hours' where user_id = $1`,
    [eager.userId],
  )
  expect((await uploadToChat(site, { from: eager, to: eager })).status).toBe(200)
})

test('an auditor sends no file, and a file that an administrator opens is on record [A370]', async () => {
  const kept = listKeptFiles(site.dataDir)
  const refused = await uploadToChat(site, { from: auditor, to: member })
  expect([refused.status, refused.body.code]).toEqual([403, 'duty_missing'])
  expect(listKeptFiles(site.dataDir)).toEqual(kept)
  const { body: file } = await uploadToChat(site, { from: member, to: member })
  await sendToChat(site, { from: member, to: member, files: [file] })
  await read(auditor, member, file.id)
  const { rows } = await site.database.owner.query(
    `select detail ->> 'fileId' as file, subject_id from audit_events where action = 'file_read' and actor_id = $1
      order by id desc limit 1`,
    [auditor.userId],
  )
  expect(rows).toEqual([{ file: file.id, subject_id: member.userId }])
})

test('a file of the chat is no payment slip and no attachment of a request [A371]', async () => {
  const { body: file } = await uploadToChat(site, { from: member, to: member })
  await giveCoins(site.database.ownerDb, admin.userId, member.userId, 50_000)
  await site.database.owner.query(
    `update profiles set wallet_address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' where id = $1`,
    [member.userId],
  )
  const body = { amount_coins: 5000, attachment_id: file.id }
  const refused = await call(site, submitWithdrawalRequest, { body }, { cookie: member.cookie, key: randomUUID() })
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  const asSlip = await site.app.inject({
    url: buildUrl(downloadFile, { params: { userId: member.userId, uploadId: file.id } }),
    headers: { cookie: member.cookie },
  })
  expect(asSlip.statusCode).toBe(404)
})
