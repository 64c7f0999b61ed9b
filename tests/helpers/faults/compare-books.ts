import { sql } from 'kysely'
import type { Db, Tx } from '../../../server/platform/db/client.ts'
import { inSnapshot } from '../../../server/platform/db/transaction.ts'
import { judgeBuys } from './compare-buys.ts'
import { isSubmission, type Journal, type MoneyCall } from './journal.ts'

interface Booked {
  key: string
  caller_id: string
  operation: string
  request_id: string
}

interface Request {
  id: string
  user_id: string
  kind: string
  status: string
  coins: number
  recipient_id: string | null
}

interface Balance {
  user_id: string
  available: number
  locked: number
}

/** The books, as far as they are about the members of a journal. */
interface Books {
  commands: Map<string, Booked>
  requests: Map<string, Request>
  balances: Map<string, Balance>
  /** The coins of all members, and the coins that all accepted calls have issued. */
  held: number
  issued: number
  violations: string[]
}

/** A call that is in the books, with the request that they name. */
export type Happened = MoneyCall & { requestId: string }

const operations = {
  buy: 'submit',
  withdrawal: 'submit',
  transfer: 'submit',
  cancelled: 'cancel',
  approved: 'approve',
  rejected: 'reject',
} as const satisfies Record<MoneyCall['what'], string>

/**
 * Compares the books with the journal, in one snapshot, and returns a sentence for each breach: an acknowledged call that is missing
 * or differs, a call that happened in part, a request that no caller asked for, coins, bonuses and rewards that do not follow from the
 * calls, a slip that paid for two buys, and each broken rule of the ledger. A call with an unknown outcome may have happened or not. Expects that no other calls move coins of these members.
 */
export async function findBreaches(db: Db, journal: Journal<MoneyCall>): Promise<string[]> {
  return inSnapshot(db, async (tx) => {
    // The rules of the ledger read everything, which a long load makes long.
    await sql`set local statement_timeout = '120s'`.execute(tx)
    return findBreachesIn(tx, journal)
  })
}

/** Does the same in the transaction of the caller, who may have changed the books in it. */
export async function findBreachesIn(tx: Tx, journal: Journal<MoneyCall>): Promise<string[]> {
  const books = await readBooks(tx, journal)
  const happened = journal.entries.flatMap((entry): Happened[] => {
    const booked = books.commands.get(nameOf(entry.callerId, entry.key))
    return booked ? [{ ...entry, requestId: booked.request_id }] : []
  })
  return [
    ...journal.entries.flatMap((entry) => judgeEntry(entry, books)),
    ...findUnasked(journal, books),
    ...judgeRequests(happened, books),
    ...judgeBalances(happened, journal, books),
    ...(await judgeBuys(tx, happened, journal)),
    ...(books.held === books.issued ? [] : [`members hold ${books.held} coins, and ${books.issued} were issued`]),
    ...books.violations,
  ]
}

const nameOf = (callerId: string, key: string) => `${callerId} ${key}`

async function readBooks(tx: Tx, { opening, deciders }: Journal<MoneyCall>): Promise<Books> {
  const members = [...opening.keys()]
  const { rows: commands } = await sql<Booked>`
    select key::text, user_id as caller_id, operation, request_id from ledger.commands
     where operation = any (${[...new Set(Object.values(operations))]})
       and user_id = any (${[...members, ...deciders]}::uuid[])`.execute(tx)
  const { rows: requests } = await sql<Request>`
    select id, user_id, kind, status, amount_coins::float8 as coins, recipient_id from ledger.requests
     where user_id = any (${members}::uuid[])`.execute(tx)
  const { rows: balances } = await sql<Balance>`
    select user_id, available::float8, locked::float8 from ledger.accounts
     where user_id = any (${members}::uuid[])`.execute(tx)
  const { rows: sums } = await sql<{ held: number; issued: number }>`
    select coalesce(sum(available + locked), 0)::float8 as held,
           (select coins from ledger.issued_by_totals)::float8 as issued from ledger.accounts`.execute(tx)
  const violations = await tx.selectFrom('ledger.violations').selectAll().execute()
  return {
    commands: new Map(commands.map((one) => [nameOf(one.caller_id, one.key), one])),
    requests: new Map(requests.map((one) => [one.id, one])),
    balances: new Map(balances.map((one) => [one.user_id, one])),
    held: sums[0]?.held ?? 0,
    issued: sums[0]?.issued ?? 0,
    violations: violations.map((row) => `a rule of the ledger is broken: ${JSON.stringify(row)}`),
  }
}

function judgeEntry(entry: MoneyCall, { commands, requests }: Books): string[] {
  const booked = commands.get(nameOf(entry.callerId, entry.key))
  const label = `the call ${entry.what} ${entry.key}`
  if (!booked) return entry.answeredAt === undefined ? [] : [`${label} was acknowledged and is not in the books`]
  if (booked.operation !== operations[entry.what]) return [`${label} is in the books as ${booked.operation}`]
  if (entry.requestId !== undefined && booked.request_id !== entry.requestId) {
    return [`${label} was answered with ${entry.requestId}, and the books have ${booked.request_id}`]
  }
  const request = requests.get(booked.request_id)
  if (!request) return [`${label} has no request`]
  const isSame =
    request.user_id === entry.memberId &&
    request.coins === entry.coins &&
    (request.recipient_id ?? undefined) === entry.recipientId
  return isSame ? [] : [`${label} has a request with other members or coins`]
}

/** Finds accepted calls, and requests, that no entry asked for. */
function findUnasked({ entries }: Journal<MoneyCall>, { commands, requests }: Books): string[] {
  const asked = new Set(entries.map(({ callerId, key }) => nameOf(callerId, key)))
  const unasked = [...commands]
    .filter(([name]) => !asked.has(name))
    .map(([, { operation, key }]) => `${operation} ${key}`)
  const submitted = new Set(
    [...commands.values()].filter(({ operation }) => operation === 'submit').map((one) => one.request_id),
  )
  return [
    ...unasked.map((what) => `no caller asked for ${what}`),
    ...[...requests.keys()].filter((id) => !submitted.has(id)).map((id) => `the request ${id} has no submission`),
  ]
}

/** Compares the kind and the status of each request with the calls about it that happened. */
function judgeRequests(happened: readonly Happened[], { requests }: Books): string[] {
  const expected = new Map<string, { kind?: string; status: string }>()
  const breaches: string[] = []
  for (const entry of happened) {
    const { requestId: id } = entry
    const known = expected.get(id) ?? { status: 'pending' }
    if (isSubmission(entry)) known.kind = entry.what
    else if (known.status === 'pending') known.status = entry.what
    else breaches.push(`the request ${id} was ${known.status} and ${entry.what}`)
    expected.set(id, known)
  }
  for (const [id, { kind, status }] of expected) {
    const request = requests.get(id)
    if (request && (request.kind !== kind || request.status !== status)) {
      breaches.push(`the request ${id} is a ${request.status} ${request.kind} in place of a ${status} ${kind}`)
    }
  }
  return breaches
}

/** Works the balances out from the calls alone, and compares. */
function judgeBalances(
  happened: readonly MoneyCall[],
  { opening, referrers }: Journal<MoneyCall>,
  { balances }: Books,
): string[] {
  const expected = new Map([...opening].map(([id, coins]) => [id, { available: coins, locked: 0 }]))
  const add = (id: string | undefined, available: number, locked: number) => {
    const account = expected.get(id ?? '')
    if (!account) return
    account.available += available
    account.locked += locked
  }
  const hasBought = new Set<string>()
  for (const entry of happened) {
    const { coins, memberId, recipientId, purchase } = entry
    if (purchase) {
      if (entry.what !== 'approved') continue
      add(memberId, coins + purchase.bonus, 0)
      if (!hasBought.has(memberId)) add(referrers.get(memberId), purchase.reward, 0)
      hasBought.add(memberId)
    } else if (isSubmission(entry)) add(memberId, -coins, coins)
    else if (entry.what === 'approved') {
      add(memberId, 0, -coins)
      add(recipientId, coins, 0)
    } else add(memberId, coins, -coins)
  }
  return [...expected].flatMap(([id, { available, locked }]) => {
    const found = balances.get(id)
    return found?.available === available && found.locked === locked
      ? []
      : [`member ${id} has ${found?.available} and ${found?.locked} locked in place of ${available} and ${locked}`]
  })
}
