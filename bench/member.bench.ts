import { Agent, request } from 'node:http'
import type pg from 'pg'
import { getSession } from '../contract/auth.ts'
import { getConversation, getUnreadCount, listMessages } from '../contract/chat.ts'
import { balanceRanges } from '../contract/endpoints/dashboards.ts'
import { getBalanceHistory, getUserDashboardData } from '../contract/dashboards.ts'
import { exportRequests } from '../contract/exports.ts'
import type { Operation, OutputOf } from '../contract/operation.ts'
import { listPackages } from '../contract/packages.ts'
import { getProfile } from '../contract/profiles.ts'
import { getReferralSummary, listReferrals } from '../contract/referrals.ts'
import { listRecentRecipients } from '../contract/recent-recipients.ts'
import { listRequests } from '../contract/requests.ts'
import { requestKinds } from '../contract/endpoints/requests.ts'
import { getPlatformSettings } from '../contract/settings.ts'
import { getStatement, getStatementSums } from '../contract/statement.ts'
import { getGlobalPlatformStats, getUserDashboardStats } from '../contract/stats.ts'
import { createAdmin, createMember, type Person } from '../tests/helpers/api.ts'
import { startServer } from '../tests/helpers/server.ts'
import { buildUrl } from '../web/lib/build-url.ts'
import { atMost, figure, median, type BenchRow } from './figures.ts'
import { addFriends, writeHistory } from './long-history.ts'
import { readMemoryMiB } from './measure-calls.ts'
import { withOwner } from './people.ts'

const long = { transactions: 100_000, friends: 10_000, messages: 10_000 }
const short = { transactions: 100, friends: 10, messages: 10 }
const rounds = 150
const warmUpRounds = 20
const mostRatio = 1.5
/** An export may grow the server's memory by this factor at most. */
const mostGrowth = 1.3
const pageSize = 10
const pagesDeep = 10

/**
 * Measures how much slower a long history makes the member's own pages. A member with 100,000 transactions and one with
 * 100 make every call of /dashboard, activity and referrals in turns, on one running server.
 */
export const bench = {
  name: 'member',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const [admin, veteran, newcomer] = [
        await createAdmin(server),
        await createMember(server),
        await createMember(server),
      ]
      const other = await createMember(server)
      await withOwner(server, async (owner) => {
        const ids = { otherId: other.userId, adminId: admin.userId }
        await writeHistory(owner, { userId: veteran.userId, ...ids, ...long })
        await writeHistory(owner, { userId: newcomer.userId, ...ids, ...short })
        await owner.query('ANALYZE')
        await checkBooks(owner)
        await addFriends(owner, veteran.userId, long.friends)
        await addFriends(owner, newcomer.userId, short.friends)
        await owner.query('ANALYZE')
      })
      return { rows: [...(await measure(agent, veteran, newcomer)), await measureExport(agent, veteran)] }
    } finally {
      agent.destroy()
      await server.stop()
    }
  },
}

/** A call as a member's browser makes it. `isInfo` marks a call that may take longer with a longer history. */
interface Visit {
  name: string
  path: string
  isInfo?: boolean
}
type Query = Record<string, string | number | undefined>

async function measure(agent: Agent, veteran: Person, newcomer: Person): Promise<BenchRow[]> {
  const veteranVisits = await listVisits(agent, veteran)
  const newcomerVisits = await listVisits(agent, newcomer)
  const timesMs = veteranVisits.map(() => ({ veteran: [] as number[], newcomer: [] as number[] }))
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [at, visit] of veteranVisits.entries()) {
      const take = {
        veteran: () => timeMs(agent, veteran, visit.path),
        newcomer: () => timeMs(agent, newcomer, newcomerVisits[at]?.path ?? ''),
      }
      // The second member finds the shared caches warm, so the two members take turns at going first.
      for (const who of round % 2 === 0 ? (['veteran', 'newcomer'] as const) : (['newcomer', 'veteran'] as const)) {
        const taken = await take[who]()
        if (round >= 0) timesMs[at]?.[who].push(taken)
      }
    }
  }
  return veteranVisits.map(({ name, isInfo }, at) => toRow(name, timesMs[at]?.veteran, timesMs[at]?.newcomer, isInfo))
}

function toRow(name: string, longMs: number[] = [], shortMs: number[] = [], isInfo = false): BenchRow {
  const [slow, quick] = [median(longMs), median(shortMs)]
  const ratio = slow / quick
  const full = `${name}: ${slow.toFixed(2)} ms with 100,000 transactions, ${quick.toFixed(2)} ms with 100`
  return isInfo ? figure(full, ratio, { digits: 2 }) : atMost(full, ratio, mostRatio, { digits: 2 })
}

/**
 * An export of everything takes longer for a long history, but needs no more memory. A server that held the whole file
 * would grow by its size.
 */
async function measureExport(agent: Agent, veteran: Person): Promise<BenchRow> {
  const before = readMemoryMiB(veteran.server)
  const start = performance.now()
  const text = await get(agent, veteran, exportRequests.path)
  const seconds = (performance.now() - start) / 1_000
  const ratio = readMemoryMiB(veteran.server) / before
  const size = `${text.split('\r\n').length - 2} requests, ${(text.length / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s`
  return atMost(`memory of the server after saving ${size} ÷ before`, ratio, mostGrowth, { digits: 2 })
}

/** Lists every call of /dashboard, then the pages of activity and of referrals. */
async function listVisits(agent: Agent, person: Person): Promise<Visit[]> {
  const { userId } = person
  const visit = (name: string, operation: Operation, query: Query = {}, isInfo = false): Visit => ({
    name,
    path: buildUrl(operation, { params: { userId }, query }),
    isInfo,
  })
  const requests = (name: string, query: Query) =>
    visit(`activity, ${name}`, listRequests, { limit: pageSize, ...query })
  const friends = (name: string, query: Query) =>
    visit(`referrals, ${name}`, listReferrals, { limit: pageSize, ...query })
  const deep = await findCursor(agent, person, listRequests, {})
  const others = requestKinds.filter((kind) => kind !== 'buy')
  const deepBuys = await findCursor(agent, person, listRequests, { kind: 'buy' })
  return [
    visit('session', getSession),
    visit('dashboard data', getUserDashboardData),
    visit('own stats', getUserDashboardStats),
    visit('platform stats', getGlobalPlatformStats),
    ...balanceRanges.map((range) => visit(`balance history, ${range}`, getBalanceHistory, { range })),
    visit('unread count', getUnreadCount),
    visit('settings', getPlatformSettings),
    visit('packages', listPackages),
    visit('own profile', getProfile),
    visit('conversation', getConversation),
    visit('newest messages', listMessages, { limit: pageSize }),
    visit('recent recipients', listRecentRecipients),
    requests('first page', {}),
    requests(`${pagesDeep} pages deep`, { cursor: deep }),
    requests('buys', { kind: 'buy' }),
    requests(`buys, ${pagesDeep} pages deep`, { kind: 'buy', cursor: deepBuys }),
    ...others.map((kind) => requests(`${kind}s`, { kind })),
    requests('approved', { status: 'approved' }),
    requests('pending, the oldest five', { status: 'pending' }),
    // Of withdrawals the oldest five, of others none.
    ...others.map((kind) => requests(`rejected ${kind}s`, { kind, status: 'rejected' })),
    visit('statement, first page', getStatement, { limit: pageSize }),
    visit('statement, a month', getStatement, { limit: pageSize, ...lastMonth() }),
    visit('statement, sums of the year', getStatementSums, thisYear(), true),
    friends('first page', {}),
    friends('purchase pending, the oldest five', { status: 'First Purchase Pending' }),
    friends('awarded, of which there are none', { status: 'Bonus Awarded' }),
    visit('referral summary, 10,000 friends or 10', getReferralSummary, {}, true),
  ]
}

/** The whole month before this one, in UTC. */
function lastMonth(): Query {
  const now = new Date()
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 10)
  return { from: dayOf(now.getUTCMonth() - 1, 1), to: dayOf(now.getUTCMonth(), 0) }
}

function thisYear(): Query {
  const year = new Date().getUTCFullYear()
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

async function findCursor(agent: Agent, person: Person, operation: typeof listRequests, query: Query): Promise<string> {
  let cursor: string | undefined
  for (let count = 0; count < pagesDeep; count += 1) {
    const text = await get(agent, person, buildUrl(operation, { query: { limit: pageSize, ...query, cursor } }))
    const page = JSON.parse(text) as OutputOf<typeof listRequests>
    // Under a filter the short history has fewer pages, so its last full page is measured instead.
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return cursor ?? ''
}

async function timeMs(agent: Agent, person: Person, path: string): Promise<number> {
  const start = performance.now()
  await get(agent, person, path)
  return performance.now() - start
}

async function get(agent: Agent, { server, session }: Person, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { cookie: `${session.name}=${session.value}` }
  const call = request(server.url + path, { agent, headers }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      if (response.statusCode === 200) resolve(text)
      else reject(new Error(`${path} answered ${response.statusCode} ${text}`))
    })
  })
  call.on('error', reject).end()
  return promise
}

async function checkBooks(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('SELECT rule, user_id FROM ledger.find_violations() LIMIT 5')
  if (rows.length > 0) throw new Error(`the books are broken: ${JSON.stringify(rows)}`)
}
