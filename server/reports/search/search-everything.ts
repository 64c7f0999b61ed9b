import { sql } from 'kysely'
import { searchResultsMax } from '../../../contract/endpoints/search.ts'
import { requestKinds, requestStatuses } from '../../../contract/endpoints/requests.ts'
import type { FoundMember, FoundRequest, searchEverything as operation } from '../../../contract/search.ts'
import type { OutputOf } from '../../../contract/operation.ts'
import { readRequestNumber, requestNumber } from '../../../contract/request-number.ts'
import { listUsers } from '../../accounts/users/list-users.ts'
import type { Db } from '../../platform/db/client.ts'

/** The longest text that the list of people can search for. A longer text can only be the hash of a payment. */
const personTextMax = 100
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const transactionHash = /^[A-Za-z0-9_-]{6,128}$/

/** Finds the people and requests that a text may name, the newest people first. */
export async function searchEverything(db: Db, text: string): Promise<OutputOf<typeof operation>> {
  const [members, named] = await Promise.all([findMembers(db, text), findNamed(db, text)])
  const rest = searchResultsMax - named.length
  const known = named.map(({ id }) => id)
  const newest = rest > 0 ? await findNewest(db, members, { known, count: rest }) : []
  return { members, requests: [...named, ...newest] }
}

async function findMembers(db: Db, text: string): Promise<FoundMember[]> {
  if (text.length > personTextMax) return []
  const { items } = await listUsers(db, { search: text, sort: 'joined', order: 'desc', limit: searchResultsMax })
  return items.map(({ id, full_name, email, member_id, status }) => ({ id, full_name, email, member_id, status }))
}

/** Finds the requests that the text names: by number, by id, or by the hash of their payment. */
async function findNamed(db: Db, text: string): Promise<FoundRequest[]> {
  if (uuid.test(text)) return findById(db, text)
  const number = readRequestNumber(text)
  const numbered = number
    ? await toFound(select(db).where('r.number', '=', number.value).where('r.kind', '=', number.kind))
    : []
  if (!transactionHash.test(text)) return numbered
  const paid = await findPaid(db, text)
  return [...numbered, ...paid.filter(({ id }) => id !== numbered[0]?.id)].slice(0, searchResultsMax)
}

async function findPaid(db: Db, text: string): Promise<FoundRequest[]> {
  const requests = select(db)
    .where('r.transaction_hash', 'is not', null)
    .where(sql<boolean>`ledger.comparable_hash(r.transaction_hash) = ledger.comparable_hash(${text})`)
    .orderBy('r.id', 'desc')
    .limit(searchResultsMax)
  return toFound(requests)
}

/**
 * Finds a request by its id. The key of requests begins with the member, who is not known here. So the query looks
 * among pending requests, in the settled history of decided ones, and in the few calls since the last roll-up.
 */
async function findById(db: Db, requestId: string): Promise<FoundRequest[]> {
  const owners = sql<string>`(
    select user_id from ledger.requests
     where kind = any(${requestKinds}::text[]) and status = 'pending' and id = ${requestId}::uuid
     union all
    select user_id from ledger.decided
     where kind = any(${requestKinds}::text[]) and status = any(${requestStatuses}::text[]) and id = ${requestId}::uuid
     union all
    select subject_id from ledger.fresh_commands() where request_id = ${requestId}::uuid
     limit 1)`
  return toFound(select(db).where('r.user_id', '=', owners).where('r.id', '=', requestId))
}

/** Finds the newest requests of these people, without those that are known already. */
async function findNewest(
  db: Db,
  members: FoundMember[],
  { known, count }: { known: string[]; count: number },
): Promise<FoundRequest[]> {
  const perMember = members.map(({ id }) =>
    toFound(select(db).where('r.user_id', '=', id).orderBy('r.id', 'desc').limit(searchResultsMax)),
  )
  const requests = (await Promise.all(perMember)).flat().filter(({ id }) => !known.includes(id))
  return requests.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, count)
}

function select(db: Db) {
  return db
    .selectFrom('ledger.requests as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .select(['r.user_id', 'r.id', 'r.number', 'r.kind', 'r.status', 'r.amount_coins', 'p.full_name', 'r.created_at'])
}

async function toFound(requests: ReturnType<typeof select>): Promise<FoundRequest[]> {
  const rows = await requests.execute()
  return rows.map((row) => ({ ...row, number: requestNumber(row.kind, row.number) }))
}
