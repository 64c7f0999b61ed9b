import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '../../platform/db/refusal.ts'

/** The last row of a page: the time of its order as the database writes it, and its name. */
interface Place {
  place: string
  transaction_hash: string
  log_index: number
}

const timeForm = /^[\d :.+-]{20,40}$/
const hashForm = /^[0-9a-f]{64}$/
const amountForm = /^\d{1,12}(\.\d{1,6})?$/

export function writePlace({ place, transaction_hash: hash, log_index: index }: Place): string {
  return Buffer.from(JSON.stringify([place, hash, index])).toString('base64url')
}

/** Reads a cursor. Refuses any text that is none. */
export function readPlace(cursor: string): Place {
  const [place, hash, index] = readParts(cursor)
  const isPlace = typeof place === 'string' && timeForm.test(place) && typeof hash === 'string' && hashForm.test(hash)
  if (!isPlace || !Number.isSafeInteger(index)) throw new Refusal('invalid_request')
  return { place, transaction_hash: hash, log_index: Number(index) }
}

function readParts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** The columns that order a list: a time, the hash and the index of the log. They stand in one index. */
export type TransferOrder = [time: RawBuilder<unknown>, hash: RawBuilder<unknown>, index: RawBuilder<unknown>]

export function isBefore(order: TransferOrder, { place, transaction_hash: hash, log_index: index }: Place) {
  return sql`(${sql.join(order)}) < (${place}::timestamptz, ${hash}::text, ${index}::integer)`
}

/** Finds transfers by the whole hash, by the address of the sender, or by the exact amount in USDT. Each has an index. */
export function findTransfers(search: string): RawBuilder<unknown> {
  const text = search.trim()
  if (text === '') return sql`true`
  const hash = text.toLowerCase().replace(/^0x/, '')
  if (hashForm.test(hash)) return sql`t.transaction_hash = ${hash}`
  const amount = text.replace(',', '.')
  if (amountForm.test(amount)) return sql`t.units = ${amount}::numeric * 1000000`
  return sql`t.from_address = ${text}`
}
