import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustBalance } from '../../../contract/adjustments.ts'
import { openConversation, sendMessage } from '../../../contract/chat.ts'
import type { Topic } from '../../../contract/events.ts'
import { createPackage } from '../../../contract/packages.ts'
import { cancelRequest, decideRequest, submitTransferRequest } from '../../../contract/requests.ts'
import { changeUserStatus } from '../../../contract/users.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { callProven } from '../../../tests/helpers/two-factor.ts'
import type { Change } from './events.ts'

let site: TestApp
let people: Record<'ada' | 'ben' | 'cleo' | 'admin', Person>
let changes: Change[] = []
const published: Change[] = []
beforeAll(async () => {
  site = await createTestApp()
  people = {
    ada: await createMember(site, { fullName: 'Ada Sender' }),
    ben: await createMember(site, { fullName: 'Ben Recipient' }),
    cleo: await createMember(site, { fullName: 'Cleo Stranger' }),
    admin: await createAdmin(site),
  }
  site.deps.events.subscribe((change) => published.push(change) && changes.push(change))
})
afterAll(async () => site.close())

/** Returns the topics that each person has to read again. A person who hears nothing is left out. */
async function heardWhile(work: () => Promise<unknown>): Promise<Record<string, Topic[]>> {
  changes = []
  await work()
  const heard = Object.entries(people).map(([name, { userId }]): [string, Topic[]] => {
    const isFor = ({ userIds, toAdmins, toEveryone }: Change) =>
      toEveryone === true || (toAdmins === true && name === 'admin') || userIds?.includes(userId) === true
    return [name, [...new Set(changes.filter((change) => isFor(change)).flatMap(({ topics }) => topics))].toSorted()]
  })
  return Object.fromEntries(heard.filter(([, topics]) => topics.length > 0))
}

async function send(): Promise<string> {
  const { rows } = await site.database.owner.query<{ member_id: string }>(
    'select member_id from profiles where id = $1',
    [people.ben.userId],
  )
  const body = { recipient_member_id: rows[0]?.member_id ?? '', amount_coins: 1000 }
  const answer = await call(site, submitTransferRequest, { body }, { cookie: people.ada.cookie, key: randomUUID() })
  expect(answer.status).toBe(200)
  return answer.body.id
}

const byAdmin = () => ({ cookie: people.admin.cookie, key: randomUUID() })

test('an event reaches exactly the people who may see the change, and carries topics but no data [CALL-50]', async () => {
  const { ada, admin } = people
  const adjustment = { params: { userId: ada.userId }, body: { coins: 5000, reason: 'Opening balance' } }
  expect(await heardWhile(() => call(site, adjustBalance, adjustment, byAdmin()))).toEqual({
    ada: ['notices', 'wallet'],
    admin: ['wallet'],
  })
  let requestId = ''
  const submit = async () => (requestId = await send())
  expect(await heardWhile(submit)).toEqual({ ada: ['requests', 'wallet'], admin: ['requests'] })
  const approval = () =>
    call(
      site,
      decideRequest,
      { params: { userId: ada.userId, requestId }, body: { status: 'approved', admin_notes: 'Seen' } },
      byAdmin(),
    )
  expect(await heardWhile(approval)).toEqual({
    ada: ['notices', 'profile', 'requests', 'wallet'],
    ben: ['notices', 'wallet'],
    admin: ['requests', 'wallet'],
  })
  await submit()
  const takeBack = () => call(site, cancelRequest, { params: { requestId } }, { cookie: ada.cookie, key: randomUUID() })
  expect(await heardWhile(takeBack)).toEqual({ ada: ['requests', 'wallet'], admin: ['requests'] })

  const conversation = { params: { userId: ada.userId } }
  await call(site, openConversation, { ...conversation, body: {} }, { cookie: ada.cookie })
  const message = { ...conversation, body: { client_message_id: randomUUID(), content: 'Hello' } }
  expect(await heardWhile(() => call(site, sendMessage, message, { cookie: ada.cookie }))).toEqual({
    ada: ['chat'],
    admin: ['chat'],
  })
  const status = {
    params: { userId: people.ben.userId },
    body: { status: 'Suspended', reason: 'Asked for it' },
  } as const
  expect(await heardWhile(() => call(site, changeUserStatus, status, { cookie: admin.cookie }))).toEqual({
    ben: ['profile', 'session'],
    admin: ['profile'],
  })
  const body = {
    package_name: 'Harbour',
    min_coin_purchase: '7000',
    coin_price: '0.01',
    bonus_percentage: '5',
    withdrawal_time: '24 hours',
    icon: 'Shield',
  } as const
  const everybody = { ada: ['packages'], ben: ['packages'], cleo: ['packages'], admin: ['packages'] }
  expect(await heardWhile(() => callProven(site, admin, createPackage, { body }))).toEqual(everybody)
  // Changes hold only topics and ids.
  const known = ['topics', 'userIds', 'toAdmins', 'toEveryone']
  expect(published.flatMap((change) => Object.keys(change)).filter((key) => !known.includes(key))).toEqual([])
})
