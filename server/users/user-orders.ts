import { sql, type RawBuilder } from 'kysely'
import type { UserSort } from '../../contract/users.ts'

export interface UserOrder {
  /** What is sorted by, as the index of this order has it. */
  key: RawBuilder<unknown>
  type: RawBuilder<unknown>
  /** What a cursor may carry for it. */
  form: RegExp
  /** Some people have none. */
  isOptional: boolean
}

const text = { type: sql`text`, form: /^[^\0]{0,300}$/, isOptional: false }
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

export const userOrders: Record<UserSort, UserOrder> = {
  name: { ...text, key: sql`lower(full_name)` },
  member_id: { ...text, key: sql`member_id`, isOptional: true },
  wallet: { ...text, key: sql`wallet_address`, isOptional: true },
  status: { ...text, key: sql`status` },
  joined: { type: sql`timestamptz`, form: moment, key: sql`created_at`, isOptional: false },
}
