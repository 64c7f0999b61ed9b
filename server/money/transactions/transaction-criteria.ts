import type { InputOf } from '../../../contract/operation.ts'
import { transactionTypeNames, transactionTypes } from '../../../contract/endpoints/transactions.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import type { getTransactionTotals } from '../../../contract/transactions.ts'
import type { Db } from '../../platform/db/client.ts'
import {
  findMembers,
  isFoundMember,
  readMemberSearch,
  type FoundMembers,
  type MemberSearch,
} from '../../accounts/users/member-search.ts'

export type Filter = InputOf<typeof getTransactionTotals>['query']

/**
 * Transactions of some types, within bounds. A filter matches one such set, or two sets without a common transaction.
 */
export interface TransactionCriteria {
  types: readonly TransactionType[]
  /** Undefined for all members. */
  members: FoundMembers | undefined
  /** Days of UTC, both ends included. */
  from: string | undefined
  to: string | undefined
  minCoins: string | undefined
  maxCoins: string | undefined
}

/**
 * Turns a filter into sets. A search finds all transactions of the types that it names, and the other types of the
 * members that it finds.
 */
export async function readCriteria(db: Db, filter: Filter, mostNamed?: number): Promise<TransactionCriteria[]> {
  const { type, user_id: userId, from, to, min_coins: minCoins, max_coins: maxCoins } = filter
  const bounds = { from, to, minCoins, maxCoins }
  const types = type ? [type] : transactionTypes
  const own = userId === undefined ? undefined : { ids: [userId] }
  const search = readMemberSearch(filter.search)
  if (!search || filter.search === undefined) return [{ types, members: own, ...bounds }]
  const named = typesNamed(filter.search).filter((one) => types.includes(one))
  const others = types.filter((one) => !named.includes(one))
  const members = await findMatchingMembers(db, { userId, search, mostNamed })
  const sets: TransactionCriteria[] = [
    { types: named, members: own, ...bounds },
    { types: others, members, ...bounds },
  ]
  return sets.filter(({ types: some, members: whose }) => some.length > 0 && !(whose?.ids && whose.ids.length === 0))
}

async function findMatchingMembers(
  db: Db,
  { userId, search, mostNamed }: { userId: string | undefined; search: MemberSearch; mostNamed: number | undefined },
): Promise<FoundMembers> {
  if (userId === undefined) return findMembers(db, search, mostNamed)
  return { ids: (await isFoundMember(db, search, userId)) ? [userId] : [] }
}

/**
 * Returns the types that a search names. As with people, a text of three characters is found anywhere, a shorter one
 * only at the beginning of a word.
 */
function typesNamed(words: string): TransactionType[] {
  const text = words.toLowerCase()
  const sought = Array.from(text).length >= 3 ? text : ` ${text}`
  return transactionTypes.filter((type) =>
    ` ${transactionTypeNames[type]} ${type} ${type.replaceAll('_', ' ')}`.toLowerCase().includes(sought),
  )
}
