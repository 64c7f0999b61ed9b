import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventsPath } from '../../contract/events.ts'
import { countNotices } from '../../contract/notices.ts'
import { decideRequest } from '../../contract/requests.ts'
import * as ledger from '../../server/money/ledger/ledger.ts'
import type { Db } from '../../server/platform/db/client.ts'
import { call, createAdmin, withDatabase, type Person } from './api.ts'
import { createPackage, type Package } from './faults/callers.ts'
import { findBreaches } from './faults/compare-books.ts'
import type { Journal, MoneyCall } from './faults/journal.ts'
import { giveSlips, type Slip } from './faults/slips.ts'
import { createMember, createToken, giveCoins, type MemberFixture } from './people.ts'
import type { TestServer } from './server.ts'
import { sessionCookieName } from '../../server/platform/http/session-cookie.ts'

export interface DecisionStressPlan {
  /** Decisions on transfers and purchases in turns. Two of three are approved. */
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
  /** A sentence for each difference between the books and the calls. */
  breaches: string[]
  kills: number
  retries: number
  /** From the click of the administrator until a listening page has read the new count of its notices. */
  heardMs: number[]
  seconds: number
}

/** A submitted request, which is decided in its turn. */
type Waiting = MoneyCall & { requestId: string }

const perMember = 20
const coins = 1000
const deciders = 8
const retryMs = 25
const drainPatienceMs = 300_000
const drainCheckMs = 2_000

/**
 * Administrators decide transfers and purchases, each as soon as the last call is answered, while the server dies. Then the notices, their
 * mails and the books are compared with the decisions.
 */
export async function runDecisionStress(server: TestServer, plan: DecisionStressPlan): Promise<DecisionStressOutcome> {
  const admin = await createAdmin(server)
  const { waiting, listener, toHear, journal } = await withDatabase(server, (db) =>
    makeRequests(db, server, admin.userId, plan),
  )
  const decider = { admin, journal }
  const heardMs = await hearDecisions(decider, listener, toHear)
  const progress = { answered: 0, retries: 0 }
  const startedAt = performance.now()
  const queue = waiting.entries()
  const deciding = Promise.all(Array.from({ length: deciders }, () => decideAll(decider, queue, progress)))
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
  const breaches = await withDatabase(server, async (db) => findBreaches(db, journal))
  return { ...(await compare(server)), breaches, kills, retries: progress.retries, heardMs, seconds }
}

/** Makes members with open requests, and one with a session who listens to the decisions on theirs. */
async function makeRequests(db: Db, server: TestServer, adminId: string, plan: DecisionStressPlan) {
  // A proof or a second administrator would ask a person in between.
  await sql`update settings set step_up_usd = 1000000`.execute(db)
  const pack = await createPackage(db)
  const journal: Journal<MoneyCall> = { opening: new Map(), referrers: new Map(), deciders: [adminId], entries: [] }
  const waiting: Waiting[] = []
  while (waiting.length < plan.decisions) {
    const count = Math.min(perMember, plan.decisions - waiting.length)
    waiting.push(...(await makeSpender(db, { adminId, pack, journal, count })).requests)
  }
  const { member, token, requests: toHear } = await makeSpender(db, { adminId, pack, journal, count: plan.heard })
  const listener: Person = {
    server,
    name: member.fullName,
    email: member.email,
    userId: member.id,
    memberId: member.memberId,
    session: { name: sessionCookieName(server.url), value: token },
  }
  return { waiting, listener, toHear, journal }
}

interface SpenderPlan {
  adminId: string
  pack: Package
  journal: Journal<MoneyCall>
  count: number
}

/** Adds a member with open requests, and the person who receives the transfers and, for the first purchase, a reward. */
async function makeSpender(db: Db, { adminId, pack, journal, count }: SpenderPlan) {
  const recipient = await addMember(db)
  const member = await addMember(db, recipient.id)
  const slips: Slip[] = []
  await giveSlips(db, [{ id: member.id, slips }], count)
  await giveCoins(db, adminId, member.id, count * coins)
  journal.opening.set(recipient.id, 0).set(member.id, count * coins)
  journal.referrers.set(member.id, recipient.id)
  const token = await createToken(db, member.id)
  const requests: Waiting[] = []
  for (let made = 0; made < count; made += 1) {
    const slip = made % 2 === 1 ? slips.pop() : undefined
    const common = { key: randomUUID(), callerId: member.id, memberId: member.id, answeredAt: Date.now() }
    const submission = slip
      ? ({
          ...common,
          what: 'buy',
          coins: pack.coins,
          purchase: { slip, bonus: pack.bonus, reward: pack.reward },
        } as const)
      : ({ ...common, what: 'transfer', coins, recipientId: recipient.id } as const)
    const details = slip
      ? { packageId: pack.id, uploadId: slip.id, usdtRate: '1' }
      : { recipientMemberId: recipient.memberId }
    const { key, what: kind, coins: amount } = submission
    const { requestId } = await ledger.submit(db, { token, userId: member.id, key, kind, coins: amount, ...details })
    requests.push({ ...submission, requestId })
  }
  journal.entries.push(...requests)
  return { member, token, requests }
}

/** Adds a member who gets mails. */
async function addMember(db: Db, referredById?: string): Promise<MemberFixture> {
  const member = await createMember(db, referredById === undefined ? {} : { referredById })
  await db.insertInto('credentials').values({ user_id: member.id, password_hash: '', language: 'en' }).execute()
  return member
}

/** Decides requests of one member, and measures when an open page of theirs knows. */
async function hearDecisions(decider: Decider, listener: Person, requests: Waiting[]): Promise<number[]> {
  const closing = new AbortController()
  const { name, value } = listener.session
  const headers = { cookie: `${name}=${value}` }
  const stream = await fetch(listener.server.url + eventsPath, { headers, signal: closing.signal })
  const lines = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heardMs: number[] = []
  for (const request of requests) {
    const { last_number: before } = await call(listener, countNotices, {})
    const clickedAt = performance.now()
    const decided = decide(decider, request, 0)
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
  decider: Decider,
  queue: Iterator<[number, Waiting]>,
  progress: { answered: number; retries: number },
) {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const [turn, request] = next.value
    const key = randomUUID()
    for (;;) {
      try {
        await decide(decider, request, turn, key)
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

interface Decider {
  admin: Person
  journal: Journal<MoneyCall>
}

/** Decides a request, and notes the call once it is answered. */
async function decide({ admin, journal }: Decider, request: Waiting, turn: number, key: string = randomUUID()) {
  const { memberId: userId, requestId } = request
  const what: 'approved' | 'rejected' = turn % 3 === 2 ? 'rejected' : 'approved'
  const body = what === 'rejected' ? { status: what, admin_notes: 'Not now.' } : { status: what }
  await call(admin, decideRequest, { params: { userId, requestId }, body }, key)
  journal.entries.push({ ...request, key, callerId: admin.userId, what, answeredAt: Date.now() })
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

/**
 * Reads each decision with the people who should hear of it, and the number of their notices. A referrer hears of the reward for a
 * friend once, whichever purchase was the first.
 */
async function readDecisions(db: Db) {
  const { rows } = await sql<{ request_id: string; notices: number }>`
    with heard as (
      select user_id, id, user_id as person, 'request_' || status as kind from ledger.requests where status in ('approved', 'rejected')
      union all
      select user_id, id, recipient_id, 'coins_received' from ledger.requests where status = 'approved' and kind = 'transfer')
    select h.id as request_id, count(n.number)::int as notices
      from heard h left join notices n on n.user_id = h.person and n.kind = h.kind and n.source_id = h.id
     group by h.id, h.person
    union all
    select min(r.id::text)::uuid, (select count(*) from notices n where n.user_id = p.referred_by_id and n.kind = 'reward_received' and n.owner_id = p.id)::int
      from ledger.requests r join profiles p on p.id = r.user_id
     where r.status = 'approved' and r.kind = 'buy' and p.referred_by_id is not null group by p.id`.execute(db)
  return rows
}

async function countNoticesOfPeople(db: Db) {
  const { rows } = await sql<{ email: string; count: number }>`
    select p.email, count(*)::int as count from notices n join profiles p on p.id = n.user_id group by 1`.execute(db)
  return rows
}
