import { getRateImpact } from '../contract/admin-settings.ts'
import { listAuditEvents, type AuditEvent } from '../contract/audit.ts'
import { getAllRequestTotals, listAllRequests } from '../contract/admin-request-list.ts'
import { getUnreadCount, listConversations, searchChatMembers } from '../contract/chat.ts'
import { balanceRanges } from '../contract/endpoints/dashboards.ts'
import { requestKinds } from '../contract/endpoints/requests.ts'
import { transactionSorts } from '../contract/endpoints/transactions.ts'
import { userSorts } from '../contract/endpoints/users.ts'
import { getAdminDashboardData, getPlatformHistory } from '../contract/dashboards.ts'
import type { Operation } from '../contract/operation.ts'
import { getRequestCounts, getRequestReview } from '../contract/request-review.ts'
import { listQueue } from '../contract/queue.ts'
import { type Request, type RequestKind } from '../contract/requests.ts'
import { searchEverything } from '../contract/search.ts'
import { getTransactionTotals, listTransactionDays, listTransactions } from '../contract/transactions.ts'
import { getUser, listLoginHistory, listUsers, listUserSessions } from '../contract/users.ts'
import { readPlatformTotals } from '../server/money/ledger/totals.ts'
import { buildUrl, type UrlInput } from '../web/lib/build-url.ts'
import type { BenchRow } from './figures.ts'
import { folderOf, listKeptPlans, seedFolder } from './seed/folders.ts'
import { openSeededApp, type Query, type Timing, type SeededApp } from './seed/open-seeded-app.ts'

const small = { members: 10_000, transactions: 100_000 }
/** Set ROUNDS for a quick run: `ROUNDS=20 npm run bench -- admin-lists`. */
const rounds = Number(process.env['ROUNDS'] ?? 100)
const warmUpRounds = Math.ceil(rounds / 10)
/** Other work on the machine can make one attempt miss a bar. Code that is too slow misses it at each attempt. */
const attempts = 3
const mostRatio = 2
const mostDatabaseMs = 100
const pageSize = 20
const pagesDeep = 10
const toDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const rareAction = { action: 'balance_adjusted' }
const aMonth = { from: toDay(120), to: toDay(90) }
/** Set LISTS to measure only the look-ups with this text in their name: `LISTS=users npm run bench -- admin-lists`. */
const requested = process.env['LISTS'] ?? ''

/** One view that an administrator opens. `look` makes the call. The ids that the call needs are read beforehand. */
interface Look {
  name: string
  look: () => Promise<unknown>
}
type Lookup = (world: SeededApp) => Promise<Look>
type Side = Look & { world: SeededApp; taken: Timing[] }
type Sides = [Side, Side]

/**
 * Measures how much slower every list, search, sort and counter of the administrators gets with more members. It
 * compares the largest database that `npm run bench:seed` has made with one of 10,000 members. Both run in an
 * application of their own, and the calls alternate between them.
 */
export const bench = {
  name: 'admin-lists',
  async run(): Promise<{ rows: BenchRow[] }> {
    const [largest] = listKeptPlans()
    if (!largest || largest.members <= small.members)
      throw new Error('there is nothing to measure yet: run npm run bench:seed first, and see its --members')
    await seedFolder(small)
    const worlds = [await openSeededApp(folderOf(largest)), await openSeededApp(folderOf(small))] as const
    try {
      return { rows: await measure(...worlds) }
    } finally {
      await Promise.all(worlds.map((world) => world.close()))
    }
  },
}

/** The filters to measure on a list of transactions, from those that an index serves to those that no index serves. */
const transactionFilters = {
  all: {},
  'of one type': { type: 'REFERRAL_BONUS' },
  'of a month': { from: '2026-03-01', to: '2026-03-31' },
  'of one type and a month': { type: 'BUY', from: '2026-03-01', to: '2026-03-31' },
  'of some amounts': { min_coins: '50000', max_coins: '60000' },
  'of an amount that is hardly there': { min_coins: '123456', max_coins: '123457' },
  'search for “Greta”': { search: 'Greta' },
  'search for “member”': { search: 'member' },
  'search for “nobody at all”': { search: 'nobody at all' },
  'search for “Ka”': { search: 'Ka' },
  'search for “王”': { search: '王' },
  'search for “adjustment”': { search: 'adjustment' },
  'search, type, month and amounts': {
    search: 'ka',
    type: 'BUY',
    from: '2026-03-01',
    to: '2026-03-31',
    min_coins: '2000',
    max_coins: '50000',
  },
} satisfies Record<string, UrlInput['query']>

/** All look-ups to measure: a new list needs one new line. */
const lookups: Lookup[] = [
  visit('dashboard data', getAdminDashboardData),
  ...balanceRanges.map((range) => visit(`platform history of ${range}`, getPlatformHistory, { query: { range } })),
  async ({ db }) => ({ name: 'platform totals, read anew', look: () => readPlatformTotals(db) }),
  visit('request counts', getRequestCounts),
  visit('unread count', getUnreadCount),
  ...requestKinds.flatMap((kind) => [
    visit(`queue of ${kind}s`, listQueue, { params: { kind } }),
    visit(`queue of ${kind}s, newest first`, listQueue, { params: { kind }, query: { order: 'newest' } }),
    deepPage(`queue of ${kind}s`, listQueue, { params: { kind } }),
    ...['Greta', 'nobody at all'].map((search) =>
      visit(`queue of ${kind}s, search for “${search}”`, listQueue, { params: { kind }, query: { search } }),
    ),
    ofOldest(kind),
  ]),
  visit('inbox', listConversations),
  deepPage('inbox', listConversations),
  visit('inbox, unread', listConversations, { query: { unread: 'true' } }),
  ...['Greta', 'Ka', 'nobody at all'].map((search) =>
    visit(`inbox, search for “${search}”`, searchChatMembers, { query: { search } }),
  ),
  ...transactionLookups(),
  ...allRequestLookups(),
  ...userSorts.flatMap((sort) => [
    visit(`users by ${sort}`, listUsers, { query: { sort, order: 'asc' } }),
    visit(`users by ${sort}, descending`, listUsers, { query: { sort, order: 'desc' } }),
    deepPage(`users by ${sort}`, listUsers, { query: { sort, order: 'asc' } }),
    visit(`users by ${sort}, suspended`, listUsers, { query: { sort, order: 'asc', status: 'Suspended' } }),
    ...['Greta', 'member', 'nobody at all', 'Ka', '王', 'ET-7'].map((search) =>
      visit(`users by ${sort}, search for “${search}”`, listUsers, { query: { sort, order: 'asc', search } }),
    ),
  ]),
  ofOneUser('users, search for a member id', listUsers, (user) => ({ query: { search: String(user['member_id']) } })),
  ofOneUser('users, search for an address', listUsers, (user) => ({ query: { search: String(user['email']) } })),
  ofOneUser('users, search for a full name', listUsers, (user) => ({ query: { search: String(user['full_name']) } })),
  ofOneUser('users, search everything for a member id', searchEverything, (user) => ({
    query: { q: String(user['member_id']) },
  })),
  visit('users, search everything for “Ka”', searchEverything, { query: { q: 'Ka' } }),
  visit('users, search everything for a request', searchEverything, {
    query: { q: '01920000-0000-7000-8000-000000000000' },
  }),
  visit('users, search everything for a payment', searchEverything, { query: { q: 'f'.repeat(64) } }),
  ofOneUser('one user', getUser, (user) => ({ params: { userId: String(user['id']) } })),
  ofOneUser('sessions of one user', listUserSessions, (user) => ({ params: { userId: String(user['id']) } })),
  ofOneUser('logins of one user', listLoginHistory, (user) => ({ params: { userId: String(user['id']) } })),
  visit('audit log', listAuditEvents),
  deepPage('audit log', listAuditEvents),
  visit('audit log of a month, a rare action', listAuditEvents, { query: { ...rareAction, ...aMonth } }),
  visit('audit log, an action that never was', listAuditEvents, { query: { action: 'user_added' } }),
  ofOneUser('audit log of one member', listAuditEvents, (user) => ({ query: { subject_id: String(user['id']) } })),
  ofLatest('audit log of one administrator', ({ actor_id }) => ({ actor_id })),
  ofLatest('audit log of one administrator, a rare action', ({ actor_id }) => ({ actor_id, ...rareAction })),
  ofLatest('audit log of what nobody did', ({ actor_id }) => ({ actor_id, action: 'user_added' })),
  ofLatest('audit log of one address', ({ ip_address }) => ({ ip_address })),
  ofLatest('audit log of one address, a rare action', ({ ip_address }) => ({ ip_address, ...rareAction })),
  visit('audit log of an address that nobody had', listAuditEvents, { query: { ip_address: '203.0.113.254' } }),
  visit('audit: impact of a rate', getRateImpact, { query: { rate: '0.02' } }),
]

function transactionLookups(): Lookup[] {
  const filters = Object.entries(transactionFilters)
  const lists = transactionSorts.flatMap((sort) => [
    ...filters.map(([name, filter]) =>
      visit(`transactions by ${sort}, ${name}`, listTransactions, { query: { ...filter, sort } }),
    ),
    visit(`transactions by ${sort}, ascending`, listTransactions, { query: { sort, order: 'asc' } }),
    deepPage(`transactions by ${sort}`, listTransactions, { query: { sort } }),
    ofOneUser(`transactions by ${sort}, of a member`, listTransactions, (user) => ({
      query: { sort, user_id: String(user['id']) },
    })),
  ])
  const sums = filters.flatMap(([name, query]) => [
    visit(`transaction totals, ${name}`, getTransactionTotals, { query }),
    visit(`transaction days, ${name}`, listTransactionDays, { query }),
  ])
  return [...lists, ...sums]
}

function allRequestLookups(): Lookup[] {
  const filters = {
    all: {},
    pending: { status: 'pending' },
    ...Object.fromEntries(requestKinds.map((kind) => [`rejected ${kind}s`, { kind, status: 'rejected' }])),
    'of a month': { from: '2026-03-01', to: '2026-03-31' },
    'search for “Greta”': { search: 'Greta' },
    'search for “member”': { search: 'member' },
    'search for “Ka” of cancelled buys': { search: 'Ka', kind: 'buy', status: 'cancelled' },
  }
  return Object.entries(filters).flatMap(([name, query]) => [
    visit(`all requests, ${name}`, listAllRequests, { query }),
    visit(`all requests, ${name}, oldest first`, listAllRequests, { query: { ...query, order: 'oldest' } }),
    deepPage(`all requests, ${name}`, listAllRequests, { query }),
    visit(`all request totals, ${name}`, getAllRequestTotals, { query }),
  ])
}

function visit(name: string, operation: Operation, input: UrlInput = {}): Lookup {
  return async (world) => ({ name, look: () => world.get(pathOf(operation, input)) })
}

/** Measures a page several pages down, or the last full page of a shorter list. */
function deepPage(name: string, operation: Operation, input: UrlInput = {}): Lookup {
  return async (world) => {
    let path = pathOf(operation, input)
    for (let count = 0; count < pagesDeep; count += 1) {
      const { next_cursor: cursor } = (await world.get(path)) as { next_cursor: string | null }
      if (cursor === null) break
      path = pathOf(operation, { ...input, query: { ...input.query, cursor } })
    }
    return { name: `${name}, ${pagesDeep} pages down`, look: () => world.get(path) }
  }
}

/** Measures a look-up about a member from the middle of the first page, which is a comparable member in every world. */
function ofOneUser(name: string, operation: Operation, toInput: (user: Record<string, unknown>) => UrlInput): Lookup {
  return async (world) => {
    const page = await world.get(pathOf(listUsers, { query: { sort: 'member_id', order: 'asc' } }))
    const { items } = page as { items: Record<string, unknown>[] }
    return { name, look: () => world.get(pathOf(operation, toInput(items[pageSize / 2] ?? {}))) }
  }
}

/** Measures a search of the audit log for the latest approval's administrator or IP address. */
function ofLatest(name: string, toQuery: (of: Record<'actor_id' | 'ip_address', string>) => UrlInput['query']): Lookup {
  return async (world) => {
    const latest = pathOf(listAuditEvents, { query: { action: 'request_approved' } })
    const { items } = (await world.get(latest)) as { items: AuditEvent[] }
    const query = toQuery({ actor_id: items[0]?.actor?.id ?? '', ip_address: items[0]?.ip_address ?? '' })
    return { name, look: () => world.get(pathOf(listAuditEvents, { query })) }
  }
}

/** Measures the comparison that administrators read before they decide the oldest pending request. */
function ofOldest(kind: RequestKind): Lookup {
  return async (world) => {
    const { items } = (await world.get(pathOf(listQueue, { params: { kind } }))) as { items: Request[] }
    const [oldest] = items
    if (!oldest) throw new Error(`no ${kind} is pending`)
    const userId = 'sender_id' in oldest ? oldest.sender_id : oldest.user_id
    const path = pathOf(getRequestReview, { params: { userId, requestId: oldest.id } })
    return { name: `review of a ${kind}`, look: () => world.get(path) }
  }
}

function pathOf(operation: Operation, { params, query }: UrlInput): string {
  const isList = operation.query !== undefined && 'limit' in operation.query.shape
  return buildUrl(operation, { params, query: { ...(isList && { limit: pageSize }), ...query } })
}

async function measure(large: SeededApp, reference: SeededApp): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const lookup of lookups) {
    const look = await lookup(large)
    if (!look.name.includes(requested)) continue
    const sides: Sides = [
      { world: large, ...look, taken: [] },
      { world: reference, ...(await lookup(reference)), taken: [] },
    ]
    let row = await measureOnce(sides)
    for (let attempt = 1; attempt < attempts && !row.pass; attempt += 1) row = await measureOnce(sides)
    if (!row.pass) await printCostliest(row.name, sides[0])
    rows.push(row)
  }
  return rows
}

async function measureOnce(sides: Sides): Promise<BenchRow> {
  for (const side of sides) side.taken = []
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    // The second side finds the program warm, so the two sides take turns at going first.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const timed = await side.world.time(side.look)
      if (round >= 0) side.taken.push(timed)
    }
  }
  return toRow(...sides)
}

function toRow(large: Side, reference: Side): BenchRow {
  const slow = p95(large.taken.map(({ ms }) => ms))
  const quick = p95(reference.taken.map(({ ms }) => ms))
  const databaseMs = p95(large.taken.map((timed) => timed.databaseMs))
  const ratio = slow / quick
  const figures = `${slow.toFixed(1)} ms with ${large.world.plan.members} members, ${quick.toFixed(1)} with ${small.members}`
  return {
    name: `${large.name}: p95 ${figures}; database ${databaseMs.toFixed(1)}`,
    value: ratio.toFixed(2),
    bar: `≤ ${mostRatio}, database ≤ ${mostDatabaseMs} ms`,
    pass: ratio <= mostRatio && databaseMs <= mostDatabaseMs,
  }
}

/** Prints the plan of the query that took the most time in total. A missed bar is best studied there first. */
async function printCostliest(name: string, { world, taken }: Side): Promise<void> {
  const totals = new Map<string, { query: Query; ms: number }>()
  for (const query of taken.flatMap(({ queries }) => queries)) {
    const before = totals.get(query.sql)?.ms ?? 0
    totals.set(query.sql, { query, ms: before + query.endMs - query.startMs })
  }
  const [costliest] = [...totals.values()].toSorted((one, other) => other.ms - one.ms)
  if (!costliest) return
  console.log(`\n${name}\n${costliest.query.sql}\n${await world.explain(costliest.query)}\n`)
}

function p95(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}
