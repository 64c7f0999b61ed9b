import { sql, type RawBuilder } from 'kysely'
import type { UserSort } from '../../../contract/users.ts'

export interface UserOrder {
  /** What is sorted by, as the index of this order has it. */
  key: RawBuilder<unknown>
  /** The column `key` as a cursor carries it, the form this has, and the way back. */
  text: RawBuilder<string>
  form: RegExp
  read: (text: string | null) => RawBuilder<unknown>
  /** Some people have none. */
  isOptional: boolean
  /** What a search looks at the beginning of, where this is the order of it. */
  heads?: 'name' | 'member_id'
}

const texts = {
  text: sql<string>`key`,
  form: /^[^\0]{0,300}$/,
  read: (text: string | null) => sql`${text}::text`,
  isOptional: false,
}

/** Microseconds: a moment in text could be one that does not exist. */
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
