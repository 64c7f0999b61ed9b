import { sql, type RawBuilder } from 'kysely'
import { transactionTypeNames } from '../../../contract/endpoints/transactions.ts'
import type { TransactionType } from '../../../contract/endpoints/transactions.ts'
import type { TransactionSort } from '../../../contract/transactions.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../../platform/db/key-cursor.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { isIncoming } from './types.ts'

/** The columns of ledger.entries with an index that sorts the rows of each type. */
export type KeyColumn = 'created_at' | 'amount' | 'rate' | 'total_usd_value' | 'balance_after'

/** A part of a list in which one column sorts all rows. The segments of an order follow one another. */
export interface Segment {
  name: string
  types: readonly TransactionType[]
  key: KeyColumn
  isAscending: boolean
}

/** A place in a list: the segment, the key as text, and the id of a row. */
export interface Cursor {
  segment: string
  key: string
  id: string
}

export type SegmentSort = Exclude<TransactionSort, 'user'>

export function splitIntoSegments(
  sort: SegmentSort,
  order: 'asc' | 'desc',
  types: readonly TransactionType[],
): Segment[] {
  const isAscending = order === 'asc'
  const all = (key: KeyColumn): Segment[] => [{ name: 'all', types, key, isAscending }]
  switch (sort) {
    case 'date':
      return all('created_at')
    case 'rate':
      return all('rate')
    case 'value':
      return all('total_usd_value')
    case 'balance':
      return all('balance_after')
    case 'type': {
      const sorted = types.toSorted((one, other) => compare(transactionTypeNames[one], transactionTypeNames[other]))
      const inOrder = isAscending ? sorted : sorted.toReversed()
      return inOrder.map((type) => ({ name: type, types: [type], key: 'created_at', isAscending }))
    }
    case 'coins_in':
    case 'coins_out': {
      // Transactions in the other direction have no value in this column. They come last in both orders.
      const hasCoins = (type: string) => isIncoming(type) === (sort === 'coins_in')
      return [
        { name: 'some', types: types.filter((type) => hasCoins(type)), key: 'amount', isAscending } as const,
        { name: 'none', types: types.filter((type) => !hasCoins(type)), key: 'created_at', isAscending } as const,
      ].filter((segment) => segment.types.length > 0)
    }
  }
}

/**
 * Returns the SQL of the column as text for a cursor. A moment becomes microseconds, as a text could spell a moment
 * that does not exist.
 */
export function keyText(key: KeyColumn): RawBuilder<string> {
  return key === 'created_at'
    ? sql<string>`(extract(epoch from key) * 1000000)::bigint::text`
    : sql<string>`trim_scale(key)::text`
}

export function readKey(key: KeyColumn, text: string): RawBuilder<unknown> {
  return key === 'created_at'
    ? sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`
    : sql`${text}::numeric`
}

const momentForm = /^\d{1,16}$/
const decimalForm = /^-?\d{1,20}(\.\d{1,12})?$/

export function encodeCursor({ segment, key, id }: Cursor): string {
  return encodeKeyCursor({ key: `${segment} ${key}`, id })
}

/** Reads a cursor. Refuses a cursor of another order, which has other segments. */
export function decodeCursor(cursor: string, segments: readonly Segment[]): Cursor {
  const { key, id } = decodeKeyCursor(cursor, /^\w{1,20} [\d.-]{1,40}$/)
  const [name = '', text = ''] = key?.split(' ') ?? []
  const segment = segments.find((one) => one.name === name)
  if (!segment || !(segment.key === 'created_at' ? momentForm : decimalForm).test(text))
    throw new Refusal('invalid_request')
  return { segment: name, key: text, id }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
