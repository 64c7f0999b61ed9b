import { sql, type RawBuilder } from 'kysely'
import type { UserSort } from '../../../contract/users.ts'

export interface UserOrder {
  /** The expression to sort by, as the index of this order has it. */
  key: RawBuilder<unknown>
  /** `text` turns the key into the text of a cursor, `form` is the pattern of that text, and `read` turns it back. */
  text: RawBuilder<string>
  form: RegExp
  read: (text: string | null) => RawBuilder<unknown>
  /** True if some people have no such key. */
  isOptional: boolean
  /** The column that this order sorts by, if a search looks at its beginning. */
  heads?: 'name' | 'member_id'
}

const texts = {
  text: sql<string>`key`,
  form: /^[^\0]{0,300}$/,
  read: (text: string | null) => sql`${text}::text`,
  isOptional: false,
}

/** Moments are sent as microseconds, because a text could name a moment that does not exist. */
const moments = {
  text: sql<string>`(extract(epoch from key) * 1000000)::bigint::text`,
  form: /^\d{1,16}$/,
  read: (text: string | null) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`,
  isOptional: false,
}

export const userOrders: Record<UserSort, UserOrder> = {
  name: { ...texts, key: sql`lower(full_name)`, heads: 'name' },
  member_id: { ...texts, key: sql`member_id`, isOptional: true, heads: 'member_id' },
  wallet: { ...texts, key: sql`wallet_address`, isOptional: true },
  status: { ...texts, key: sql`status` },
  joined: { ...moments, key: sql`created_at` },
}
