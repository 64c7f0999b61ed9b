import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openConversation, sendMessage, type ChatMessage } from '../../contract/chat.ts'
import { call, createAdmin, createMember, withDatabase, type Person } from './api.ts'
import { followConversations, type Follower } from './chat-follower.ts'
import type { TestServer } from './server.ts'

export interface ChatStressPlan {
  messages: number
  /** The number of times that a reader's stream is broken. */
  cuts: number
  /** The number of times that the server is killed and started again. */
  kills: number
  /** The time that the reader of all conversations is away after the first broken stream. */
  absenceMs: number
}

export interface ChatStressOutcome {
  stored: number
  /** Messages that were written but are not in the table, or that a reader should have seen but has not. */
  lost: number
  doubled: number
  /** Messages after a gap, not later than the one before, or in another order than their author wrote them. */
  misplaced: number
  /** The sum of all errors in the unread counts. */
  miscounted: number
  /** Calls that were repeated because no answer arrived. */
  retries: number
  cuts: number
  kills: number
  seconds: number
  /** The times from sending a message until a reader had it, if the reader's stream was open throughout. */
  deliveryMs: number[]
}

/** A person who writes into the conversation of one member: the member or an administrator. */
interface Writer {
  person: Person
  to: Person
}

const retryMs = 25
const doubledEvery = 20
const offlineEvery = 5
const offlineMs = 3_000
const catchUpPatienceMs = 60_000

/**
 * Eight people send messages, each as soon as the last one is answered, while streams break and the server dies. Then the
 * stored and the delivered messages are compared.
 */
export async function runChatStress(server: TestServer, plan: ChatStressPlan): Promise<ChatStressOutcome> {
  const { writers, members, admin } = await invitePeople(server)
  const ownReaders = members.map((member) => followConversations(member, [member]))
  const readerOfAll = followConversations(admin, members)
  const followers = [...ownReaders, readerOfAll]
  const progress = { sentAt: new Map<string, number>(), answered: 0, retries: 0 }
  const startedAt = performance.now()
  const writing = Promise.all(
    writers.map((writer, index) => {
      const share = Math.floor((plan.messages + index) / writers.length)
      return writeAll(writer, share, progress)
    }),
  )
  const done = { cuts: 0, kills: 0 }
  await Promise.all([
    writing,
    atEach(plan.kills, plan.messages, progress, writing, async () => {
      await server.kill('SIGKILL')
      await server.restart()
      done.kills += 1
    }),
    atEach(plan.cuts, plan.messages, progress, writing, async (count) => {
      if (count === 0) await readerOfAll.disconnect(plan.absenceMs)
      else await ownReaders[count % ownReaders.length]?.disconnect(count % offlineEvery === 0 ? offlineMs : 0)
      done.cuts += 1
    }),
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const tables = await readTables(server, members)
  await waitForFollowers(followers, tables, plan.absenceMs + catchUpPatienceMs)
  await Promise.all(followers.map((follower) => follower.stop()))
  const written = [...progress.sentAt.keys()]
  return {
    ...judge(written, tables, followers),
    miscounted: await countMiscounted(server, tables),
    retries: progress.retries,
    ...done,
    seconds,
    deliveryMs: followers.flatMap((follower) => deliveriesOf(follower, progress.sentAt)),
  }
}

async function invitePeople(server: TestServer) {
  const names = ['Amara', 'Kofi', 'Ines', 'Yusuf', 'Lin']
  const members: Person[] = []
  for (const name of names) members.push(await createMember(server, { name }))
  const admins: Person[] = []
  for (const name of ['Ada', 'Grace', 'Dana']) admins.push(await createAdmin(server, name))
  const [first, second] = members as [Person, Person]
  const [one, other, third] = admins as [Person, Person, Person]
  for (const member of members) await call(one, openConversation, { params: { userId: member.userId }, body: {} })
  const writers: Writer[] = [
    ...members.map((member) => ({ person: member, to: member })),
    { person: one, to: first },
    { person: other, to: first },
    { person: third, to: second },
  ]
  return { writers, members, admin: one }
}

interface Progress {
  sentAt: Map<string, number>
  answered: number
  retries: number
}

async function writeAll({ person, to }: Writer, count: number, progress: Progress): Promise<void> {
  for (let turn = 1; turn <= count; turn += 1) {
    const body = { client_message_id: randomUUID(), content: `${person.name} ${turn}` }
    progress.sentAt.set(body.client_message_id, performance.now())
    const send = async () => sendUntilAnswered(person, to, body, progress)
    // Now and then a message is sent twice at once, as by an impatient double click.
    const [answer, twin] = await Promise.all(turn % doubledEvery === 0 ? [send(), send()] : [send()])
    if (twin && twin.number !== answer?.number) throw new Error(`${body.content} has the numbers of two messages`)
    progress.answered += 1
  }
}

/** A sender without an answer sends the same message again. */
async function sendUntilAnswered(
  person: Person,
  to: Person,
  body: { client_message_id: string; content: string },
  progress: Progress,
): Promise<ChatMessage> {
  for (;;) {
    try {
      return await call(person, sendMessage, { params: { userId: to.userId }, body })
    } catch (error) {
      if (/ answered 4\d\d /.test(String(error))) throw error
      progress.retries += 1
      await sleep(retryMs)
    }
  }
}

/** Repeats the work this number of times, evenly spread over the answered messages. */
async function atEach(
  times: number,
  messages: number,
  progress: Progress,
  writing: Promise<unknown>,
  work: (count: number) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const due = (messages * (count + 1)) / (times + 1)
    while (progress.answered < due) await Promise.race([writing, sleep(5)])
    await work(count)
  }
}

type Stored = { number: number; id: string; senderId: string; content: string; isLater: boolean }
/** The stored messages of each member's conversation. */
type Tables = Map<string, Stored[]>

async function readTables(server: TestServer, members: Person[]): Promise<Tables> {
  const rows = await withDatabase(server, (db) =>
    db
      .selectFrom('chat_messages')
      .select(['user_id', 'number', 'client_message_id', 'sender_id', 'content'])
      // The first message has no predecessor.
      .select(
        sql<boolean>`coalesce(created_at > lag(created_at) over (partition by user_id order by number), true)`.as(
          'is_later',
        ),
      )
      .orderBy('number')
      .execute(),
  )
  return new Map(
    members.map(({ userId }) => [
      userId,
      rows
        .filter((row) => row.user_id === userId)
        .map((row) => ({
          number: Number(row.number),
          id: row.client_message_id ?? '',
          senderId: row.sender_id,
          content: row.content,
          isLater: row.is_later,
        })),
    ]),
  )
}

async function waitForFollowers(followers: Follower[], tables: Tables, patienceMs: number): Promise<void> {
  const isBehind = ({ seen }: Follower) =>
    [...seen].some(([userId, messages]) => messages.length < (tables.get(userId)?.length ?? 0))
  const giveUpAt = performance.now() + patienceMs
  while (followers.some(isBehind) && performance.now() < giveUpAt) await sleep(20)
}

function judge(written: string[], tables: Tables, followers: Follower[]) {
  const all = [...tables.values()].flat()
  const seenLists = followers.flatMap(({ seen }) =>
    [...seen].map(([userId, list]) => ({ table: tables.get(userId) ?? [], seen: list.map(({ message }) => message) })),
  )
  const ids = all.map(({ id }) => id)
  const unseen = seenLists.map(({ table, seen }) => countMissing(table.map(toNumber), seen.map(toNumber)))
  return {
    stored: all.length,
    lost: sum([countMissing(written, ids), ...unseen]),
    doubled: sum([countDoubled(ids), ...seenLists.map(({ seen }) => countDoubled(seen.map(({ id }) => id)))]),
    misplaced: sum([
      ...[...tables.values()].map(countMisplaced),
      ...seenLists.map(({ seen }) => seen.filter(({ number }, index) => number !== index + 1).length),
    ]),
  }
}

function countMisplaced(table: Stored[]): number {
  const lastTurns = new Map<string, number>()
  return table.filter(({ number, senderId, content, isLater }, index) => {
    const turn = Number(content.split(' ').at(-1))
    const isNext = turn === (lastTurns.get(senderId) ?? 0) + 1
    lastTurns.set(senderId, turn)
    return number !== index + 1 || !isLater || !isNext
  }).length
}

/** No message was marked as read, so each side's messages are unread for the other side. */
async function countMiscounted(server: TestServer, tables: Tables): Promise<number> {
  const rows = await withDatabase(server, (db) =>
    db.selectFrom('chat_conversations').select(['user_id', 'user_unread_count', 'admin_unread_count']).execute(),
  )
  const differences = rows.map((row) => {
    const messages = tables.get(row.user_id) ?? []
    const own = messages.filter(({ senderId }) => senderId === row.user_id).length
    return Math.abs(row.admin_unread_count - own) + Math.abs(row.user_unread_count - (messages.length - own))
  })
  return sum(differences)
}

function deliveriesOf({ seen }: Follower, sentAt: Map<string, number>): number[] {
  return [...seen.values()].flat().flatMap(({ message, seenAt, openSince }) => {
    const from = sentAt.get(message.client_message_id ?? '') ?? Infinity
    return openSince <= from ? [seenAt - from] : []
  })
}

const toNumber = ({ number }: { number: number }) => number

function countMissing<T>(expected: T[], found: T[]): number {
  const there = new Set(found)
  return expected.filter((one) => !there.has(one)).length
}

function countDoubled(values: string[]): number {
  return values.length - new Set(values).size
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
