import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventsPath } from '../../contract/events.ts'
import { countNotices } from '../../contract/notices.ts'
import { decideRequest } from '../../contract/requests.ts'
import * as ledger from '../../server/money/ledger/ledger.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { call, createAdmin, withDatabase, type Person } from './api.ts'
import { createMember, createToken, giveCoins, type MemberFixture } from './people.ts'
import type { TestServer } from './server.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'

export interface DecisionStressPlan {
  /** Decisions on transfers. Two of three are approved. */
  decisions: number
  /** The number of times that the server is killed and started again meanwhile. */
  kills: number
  /** Decisions before that, for which a page of the member is open. */
  heard: number
}

export interface DecisionStressOutcome {
  decided: number
  /** Notices that a decision should have written, and that are not there. */
  lost: number
  /** Notices of one decision beyond the first, for one person. */
  doubled: number
  /** Notices without a mail, and mails beyond the first. */
  mailsLost: number
  mailsDoubled: number
  kills: number
  retries: number
  /** From the click of the administrator until a listening page has read the new count of its notices. */
  heardMs: number[]
  seconds: number
}

interface Waiting {
  userId: string
  requestId: string
}

const perMember = 20
const coins = 1000
const deciders = 8
const retryMs = 25
const drainPatienceMs = 300_000
const drainCheckMs = 2_000

/**
 * Administrators decide transfers, each as soon as the last call is answered, while the server dies. Then the notices and their mails
 * are compared with the decisions.
 */
export async function runDecisionStress(server: TestServer, plan: DecisionStressPlan): Promise<DecisionStressOutcome> {
  const admin = await createAdmin(server)
  const { waiting, listener, toHear } = await withDatabase(server, (db) => makeRequests(db, server, admin.userId, plan))
  const heardMs = await hearDecisions(admin, listener, toHear)
  const progress = { answered: 0, retries: 0 }
  const startedAt = performance.now()
  const queue = waiting.entries()
  const deciding = Promise.all(Array.from({ length: deciders }, () => decideAll(admin, queue, progress)))
  let kills = 0
  for (; kills < plan.kills; kills += 1) {
    const due = (waiting.length * (kills + 1)) / (plan.kills + 1)
    while (progress.answered < due) await Promise.race([deciding, sleep(5)])
    await server.kill('SIGKILL')
    await server.restart()
  }
  await deciding
  const seconds = (performance.now() - startedAt) / 1000
  await waitForMails(server)
  return { ...(await compare(server)), kills, retries: progress.retries, heardMs, seconds }
}

/** Makes members with open transfers, and one with a session who listens to the decisions on theirs. */
async function makeRequests(db: Db, server: TestServer, adminId: string, plan: DecisionStressPlan) {
  // A proof or a second administrator would ask a person in between.
  await sql`update settings set step_up_usd = 1000000`.execute(db)
  const waiting: Waiting[] = []
  while (waiting.length < plan.decisions) {
    const { requests } = await makeSpender(db, adminId, Math.min(perMember, plan.decisions - waiting.length))
    waiting.push(...requests)
  }
  const { member, token, requests: toHear } = await makeSpender(db, adminId, plan.heard)
  const listener: Person = {
    server,
    name: member.fullName,
    email: member.email,
    userId: member.id,
    memberId: member.memberId,
    session: { name: sessionCookieName(server.url), value: token },
  }
  return { waiting, listener, toHear }
}

async function makeSpender(db: Db, adminId: string, count: number) {
  const member = await addMember(db)
  const recipient = await addMember(db)
  await giveCoins(db, adminId, member.id, count * coins)
  const token = await createToken(db, member.id)
  const requests: Waiting[] = []
  for (let made = 0; made < count; made += 1) {
    const spend = { token, userId: member.id, key: randomUUID(), kind: 'transfer', coins } as const
    const { requestId } = await ledger.submit(db, { ...spend, recipientMemberId: recipient.memberId })
    requests.push({ userId: member.id, requestId })
  }
  return { member, token, requests }
}

/** Adds a member who gets mails. */
async function addMember(db: Db): Promise<MemberFixture> {
  const member = await createMember(db)
  await db.insertInto('credentials').values({ user_id: member.id, password_hash: '', language: 'en' }).execute()
  return member
}

/** Decides requests of one member, and measures when an open page of theirs knows. */
async function hearDecisions(admin: Person, listener: Person, requests: Waiting[]): Promise<number[]> {
  const closing = new AbortController()
  const { name, value } = listener.session
  const headers = { cookie: `${name}=${value}` }
  const stream = await fetch(listener.server.url + eventsPath, { headers, signal: closing.signal })
  const lines = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heardMs: number[] = []
  for (const request of requests) {
    const { last_number: before } = await call(listener, countNotices, {})
    const clickedAt = performance.now()
    const decided = decide(admin, request, 0)
    for (;;) {
      const { value: text = '', done } = (await lines?.read()) ?? { done: true }
      if (done) throw new Error('the stream has ended')
      if (!text.includes('notices')) continue
      if ((await call(listener, countNotices, {})).last_number > before) break
    }
    heardMs.push(performance.now() - clickedAt)
    await decided
  }
  closing.abort()
  return heardMs
}

async function decideAll(
  admin: Person,
  queue: Iterator<[number, Waiting]>,
  progress: { answered: number; retries: number },
) {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const [turn, request] = next.value
    const key = randomUUID()
    for (;;) {
      try {
        await decide(admin, request, turn, key)
        break
      } catch (error) {
        if (/ answered 4\d\d /.test(String(error))) throw error
        progress.retries += 1
        await sleep(retryMs)
      }
    }
    progress.answered += 1
  }
}

async function decide(admin: Person, { userId, requestId }: Waiting, turn: number, key: string = randomUUID()) {
  const body =
    turn % 3 === 2 ? { status: 'rejected' as const, admin_notes: 'Not now.' } : { status: 'approved' as const }
  await call(admin, decideRequest, { params: { userId, requestId }, body }, key)
}

/**
 * Waits until every mail has left the queues. A mail that was being sent when the server died is due again a minute later,
 * and this does not wait for that.
 */
async function waitForMails(server: TestServer): Promise<void> {
  const giveUpAt = Date.now() + drainPatienceMs
  for (let before = -1; ;) {
    const left = await withDatabase(server, countQueued)
    if (left === 0) return
    if (Date.now() > giveUpAt) throw new Error(`${left} mails have not left`)
    if (left === before) await withDatabase(server, (db) => sql`update mail_outbox set due_at = now()`.execute(db))
    before = left
    await sleep(drainCheckMs)
  }
}

async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from notice_mails) + (select count(*) from mail_outbox))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Compares the notices with the decisions, and the mails of each person with their notices. */
async function compare(server: TestServer) {
  const { heard, noticed } = await withDatabase(server, async (db) => ({
    heard: await readDecisions(db),
    noticed: await countNoticesOfPeople(db),
  }))
  const mailed = new Map<string, number>()
  for (const { to } of await server.mails()) mailed.set(to, (mailed.get(to) ?? 0) + 1)
  const differences = noticed.map(({ email, count }) => (mailed.get(email) ?? 0) - count)
  return {
    decided: new Set(heard.map(({ request_id: requestId }) => requestId)).size,
    lost: heard.filter(({ notices }) => notices === 0).length,
    doubled: heard.reduce((sum, { notices }) => sum + Math.max(0, notices - 1), 0),
    mailsLost: differences.reduce((sum, more) => sum + Math.max(0, -more), 0),
    mailsDoubled: differences.reduce((sum, more) => sum + Math.max(0, more), 0),
  }
}

/** Reads each decision with the people who should hear of it, and the number of their notices. */
async function readDecisions(db: Db) {
  const { rows } = await sql<{ request_id: string; notices: number }>`
    with heard as (
      select user_id, id, user_id as person, 'request_' || status as kind from ledger.requests where status in ('approved', 'rejected')
      union all
      select user_id, id, recipient_id, 'coins_received' from ledger.requests where status = 'approved')
    select h.id as request_id, count(n.number)::int as notices
      from heard h left join notices n on n.user_id = h.person and n.kind = h.kind and n.source_id = h.id
     group by h.id, h.person`.execute(db)
  return rows
}

async function countNoticesOfPeople(db: Db) {
  const { rows } = await sql<{ email: string; count: number }>`
    select p.email, count(*)::int as count from notices n join profiles p on p.id = n.user_id group by 1`.execute(db)
  return rows
}
