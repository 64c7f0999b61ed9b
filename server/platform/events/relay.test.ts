import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { topics } from '../../../contract/events.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { withConnection } from '../db/connect.ts'
import { createEvents, type Change, type Events } from './events.ts'
import { changesChannel, startRelay } from './relay.ts'

let database: TestDatabase
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await database.drop()
})

/** One server process: its events, and the changes that its streams would hear. */
function startServer(): { events: Events; heard: Change[]; errors: Error[] } {
  const events = createEvents()
  const heard: Change[] = []
  const errors: Error[] = []
  events.subscribe((change) => heard.push(change))
  const onError = (error: Error) => errors.push(error)
  stops.push(startRelay({ url: database.appUrl, events, onError, gatherMs: 5, reconnectMs: 50 }))
  return { events, heard, errors }
}

/** Publishes until a change arrives, which proves that both servers are connected. */
async function waitForLink(from: ReturnType<typeof startServer>, to: ReturnType<typeof startServer>): Promise<void> {
  const probe: Change = { topics: ['settings'], toEveryone: true }
  await expect
    .poll(() => {
      from.events.publish(probe)
      return to.heard.some(({ topics }) => topics[0] === 'settings')
    })
    .toBe(true)
}

/** Watches the statements that tell other servers of changes to wallets. Each entry has the changes of one statement. */
function watchNotifications(): Change[][] {
  const statements: Change[][] = []
  const send = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parts) {
    const [text, values] = parts as unknown[]
    if (typeof text === 'string' && text.includes('pg_notify')) {
      const [, message = ''] = values as string[]
      const [, ...changes] = JSON.parse(message) as [string, ...Change[]]
      const ofWallets = changes.filter(({ topics }) => topics[0] === 'wallet')
      if (ofWallets.length > 0) statements.push(ofWallets)
    }
    return send.apply(this, parts)
  })
  return statements
}

test('servers on one database get the events of each other, each event once, and those of a moment in few statements', async () => {
  const [one, other] = [startServer(), startServer()]
  await waitForLink(one, other)
  await waitForLink(other, one)
  const changes: Change[] = Array.from({ length: 300 }, (_, index) => ({
    topics: ['wallet'],
    userIds: [`00000000-0000-7000-8000-${String(index).padStart(12, '0')}`],
  }))
  const statements = watchNotifications()
  changes.forEach((change) => one.events.publish(change))
  const coins = ({ topics }: Change) => topics[0] === 'wallet'
  await expect.poll(() => other.heard.filter(coins).length).toBe(changes.length)
  expect(other.heard.filter(coins)).toEqual(changes)
  expect(one.heard.filter(coins)).toEqual(changes)
  // A statement carries as many changes as fit into the 8000 bytes of a message of PostgreSQL.
  expect(statements.flat()).toEqual(changes)
  expect(statements).toHaveLength(3)
  const few = changes.slice(0, 50)
  statements.length = 0
  few.forEach((change) => one.events.publish(change))
  await expect.poll(() => other.heard.filter(coins).length).toBe(changes.length + few.length)
  expect(statements).toEqual([few])
})

test('after a lost connection all browsers read again, and events arrive again', async () => {
  const [one, other] = [startServer(), startServer()]
  await waitForLink(one, other)
  // The first connection has told all to read, too.
  for (const { heard } of [one, other]) heard.length = 0
  const { adminUrl } = inject('cluster')
  await withConnection(adminUrl, (admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'et-relay'`,
      [new URL(database.appUrl).pathname.slice(1)],
    ),
  )
  for (const { heard } of [one, other]) {
    await expect.poll(() => heard).toContainEqual({ topics, toEveryone: true })
  }
  const change: Change = { topics: ['requests'], toAdmins: true }
  other.events.publish(change)
  await expect.poll(() => one.heard).toContainEqual(change)
})

test('messages of another login end no server, and the first one is reported', async () => {
  const [one, other] = [startServer(), startServer()]
  await waitForLink(one, other)
  other.heard.length = 0
  const send = async (message: string) => database.app.query('SELECT pg_notify($1, $2)', [changesChannel, message])
  for (const message of ['x', '', '{}', '[1]', 'null']) await send(message)
  await send(JSON.stringify(['stranger', null, 'x', { topics: 'wallet' }, { topics: ['of a newer server'] }]))
  await send(JSON.stringify(['stranger', { topics: ['wallet'], toEveryone: true, more: 1 }]))
  const ofStranger = () => other.heard.filter(({ topics: [first] }) => first !== 'settings')
  await expect.poll(ofStranger).toEqual([{ topics: ['wallet'], toEveryone: true }])
  expect(other.errors.map(({ message }) => message)).toEqual([
    'A message between servers cannot be read. Further ones are left out as well.',
  ])
})
