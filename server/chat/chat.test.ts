import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUnreadCount } from '../../contract/chat.ts'
import { call, createAdmin, createMember, createTestApp, type Person, type TestApp } from '../../tests/helpers/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

test('a member reads the unread count of their own conversation alone [CALL-32]', async () => {
  const [one, other, silent] = [await createMember(site), await createMember(site), await createMember(site)]
  await hold(one, { user: 3, admin: 0 })
  await hold(other, { user: 5, admin: 7 })
  expect(await unreadOf(one)).toBe(3)
  expect(await unreadOf(other)).toBe(5)
  expect(await unreadOf(silent)).toBe(0)
})

test('an administrator reads the unread count of all conversations together [CALL-31]', async () => {
  const admin = await createAdmin(site)
  const before = await unreadOf(admin)
  await hold(await createMember(site), { user: 9, admin: 2 })
  await hold(await createMember(site), { user: 9, admin: 0 })
  await hold(await createMember(site), { user: 0, admin: 40 })
  expect(await unreadOf(admin)).toBe(before + 42)
})

async function unreadOf({ cookie }: Person): Promise<number> {
  const { status, body } = await call(site, getUnreadCount, {}, { cookie })
  expect(status).toBe(200)
  return body.unread
}

async function hold({ userId }: Person, unread: { user: number; admin: number }) {
  await site.database.owner.query(
    'INSERT INTO chat_conversations (user_id, user_unread_count, admin_unread_count) VALUES ($1, $2, $3)',
    [userId, unread.user, unread.admin],
  )
}
