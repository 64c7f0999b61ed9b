import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getConversation,
  getUnreadCount,
  markConversationRead,
  openConversation,
  sendMessage,
  type ChatConversation,
} from '../../../contract/chat.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { countLockWaits } from '../../../tests/helpers/lock-waits.ts'
import type { Change } from '../../platform/events/events.ts'

let site: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => site.close())

describe('unread counts', () => {
  test('a member reads the unread count of their own conversation alone [CALL-32] [CHAT-08]', async () => {
    const [one, other, silent] = [await createMember(site), await createMember(site), await createMember(site)]
    await hold(one, { user: 3, admin: 0 })
    await hold(other, { user: 5, admin: 7 })
    expect(await unreadOf(one)).toBe(3)
    expect(await unreadOf(other)).toBe(5)
    expect(await unreadOf(silent)).toBe(0)
  })

  test('an administrator reads the unread count of all conversations together [CALL-31]', async () => {
    const before = await unreadOf(admin)
    await hold(await createMember(site), { user: 9, admin: 2 })
    await hold(await createMember(site), { user: 9, admin: 0 })
    await hold(await createMember(site), { user: 0, admin: 40 })
    expect(await unreadOf(admin)).toBe(before + 42)
  })
})

describe('opening', () => {
  test('creates the conversation of a member once, even if several people open it at once [CALL-34]', async () => {
    const member = await createMember(site)
    expect((await read(member, member)).status).toBe(404)
    const openers = [member, admin, await createAdmin(site), member, admin]
    const answers = await Promise.all(openers.map((opener) => open(opener, member)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const { rows } = await site.database.owner.query('select id from chat_conversations where user_id = $1', [
      member.userId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('stores the first administrator alone', async () => {
    const member = await createMember(site)
    expect((await open(member, member)).body).toMatchObject({
      user_id: member.userId,
      admin_id: null,
      last_number: 0,
      user_unread_count: 0,
      admin_unread_count: 0,
    })
    expect((await open(admin, member)).body.admin_id).toBe(admin.userId)
    expect((await open(await createAdmin(site), member)).body.admin_id).toBe(admin.userId)
    expect((await open(member, member)).body.admin_id).toBe(admin.userId)
  })

  test('clears the unread count of the side that opens, and of that alone', async () => {
    const member = await createMember(site)
    await hold(member, { user: 3, admin: 4 })
    expect(countsOf(await open(admin, member))).toEqual([3, 0])
    expect(countsOf(await open(member, member))).toEqual([0, 0])
    expect(await unreadOf(member)).toBe(0)
  })

  test('sends an event to both sides if it changed something, and none otherwise [CHAT-07] [CALL-47] [CALL-48]', async () => {
    const member = await createMember(site)
    const change = { topics: ['chat'], userIds: [member.userId], toAdmins: true }
    await hold(member, { user: 1, admin: 1 })
    expect(await hear(() => open(admin, member))).toEqual([change])
    expect(await hear(() => open(member, member))).toEqual([change])
    expect(await hear(() => open(member, member))).toEqual([])
    expect(await hear(() => open(admin, member))).toEqual([])
  })

  test('is refused for another member, and with an administrator or an unknown person', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    await hold(other, { user: 1, admin: 1 })
    const nobody = { ...member, userId: randomUUID() }
    for (const [opener, of] of [
      [member, other],
      [member, admin],
      [admin, admin],
      [admin, nobody],
    ] as const) {
      expect(await open(opener, of)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await read(opener, of)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await unreadOf(other)).toBe(1)
  })
})

test('a member reads their own conversation without a change, and an administrator reads any [CALL-33]', async () => {
  const member = await createMember(site)
  const { body } = await open(member, member)
  await hold(member, { user: 2, admin: 5 })
  const held = { ...body, user_unread_count: 2, admin_unread_count: 5 }
  expect((await read(member, member)).body).toEqual(held)
  expect((await read(admin, member)).body).toEqual(held)
  expect((await read(member, member)).body).toEqual(held)
})

describe('marking as read up to a number', () => {
  test('keeps later messages unread, and never raises the count [CHAT-07]', async () => {
    const member = await createMember(site)
    for (const sender of [member, admin, admin, member, admin]) await send(sender, member)
    expect(await mark(member, member, 2)).toBe(2)
    expect(await mark(member, member, 4)).toBe(1)
    // A reader who marks an older message has still read the newer ones.
    expect(await mark(member, member, 0)).toBe(1)
    expect(await mark(member, member, 5)).toBe(0)
    expect(await mark(admin, member, 1)).toBe(1)
    expect(await unreadOf(member)).toBe(0)
    expect(await mark(admin, member, Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  test('sends an event to both sides if the count changed', async () => {
    const member = await createMember(site)
    await send(admin, member)
    const change = { topics: ['chat'], userIds: [member.userId], toAdmins: true }
    expect(await hear(() => mark(member, member, 0))).toEqual([])
    expect(await hear(() => mark(member, member, 1))).toEqual([change])
    expect(await hear(() => mark(member, member, 1))).toEqual([])
  })

  test('does not count a message that is being stored at the same moment', async () => {
    const member = await createMember(site)
    await send(admin, member)
    const client = await site.database.owner.connect()
    await client.query('begin')
    await client.query(
      `update chat_conversations set last_number = 2, user_unread_count = 2 where user_id = '${member.userId}'`,
    )
    await client.query(
      `insert into chat_messages (user_id, conversation_id, number, sender_id, content)
       select user_id, id, 2, $1, 'Later' from chat_conversations where user_id = $2`,
      [admin.userId, member.userId],
    )
    const marking = mark(member, member, 1)
    await expect.poll(() => countLockWaits(site)).toBe(1)
    await client.query('commit')
    client.release()
    expect(await marking).toBe(1)
    expect(await unreadOf(member)).toBe(1)
  })

  test('is allowed for the people of an existing conversation alone', async () => {
    const [member, other] = [await createMember(site), await createMember(site)]
    const status = async (reader: Person) => (await callMark(reader, member, 1)).status
    expect([await status(member), await status(admin), await status(other)]).toEqual([404, 404, 404])
    await send(admin, member)
    expect([await status(other), await unreadOf(member)]).toEqual([404, 1])
  })
})

async function unreadOf({ cookie }: Person): Promise<number> {
  const { status, body } = await call(site, getUnreadCount, {}, { cookie })
  expect(status).toBe(200)
  return body.unread
}

async function open({ cookie }: Person, { userId }: Person) {
  return call({ app: site.app }, openConversation, { params: { userId }, body: {} }, { cookie })
}

async function read({ cookie }: Person, { userId }: Person) {
  return call(site, getConversation, { params: { userId } }, { cookie })
}

async function send({ cookie }: Person, { userId }: Person) {
  const body = { client_message_id: randomUUID(), content: 'Hello' }
  expect((await call(site, sendMessage, { params: { userId }, body }, { cookie })).status).toBe(200)
}

async function callMark({ cookie }: Person, { userId }: Person, number: number) {
  return call({ app: site.app }, markConversationRead, { params: { userId }, body: { number } }, { cookie })
}

async function mark(reader: Person, of: Person, number: number): Promise<number> {
  const { status, body } = await callMark(reader, of, number)
  expect(status).toBe(200)
  return body.unread
}

function countsOf({ body }: { body: ChatConversation }): [number, number] {
  return [body.user_unread_count, body.admin_unread_count]
}

/** Gives a member a conversation with these counts. */
async function hold({ userId }: Person, unread: { user: number; admin: number }) {
  await site.database.owner.query(
    `insert into chat_conversations (user_id, user_unread_count, admin_unread_count) values ($1, $2, $3)
     on conflict (user_id) do update set user_unread_count = $2, admin_unread_count = $3`,
    [userId, unread.user, unread.admin],
  )
}

async function hear(work: () => Promise<unknown>): Promise<Change[]> {
  const heard: Change[] = []
  const stop = site.deps.events.subscribe((change) => heard.push(change))
  await work()
  stop()
  return heard
}
