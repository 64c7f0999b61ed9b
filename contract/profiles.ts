import * as z from 'zod/mini'
import * as endpoints from './endpoints/profiles.ts'
import { defineOperation, id, moment } from './operation.ts'
import { duties } from './roles.ts'

export const profile = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  /** Null for administrators, who hold no coins. */
  member_id: z.nullable(z.string()),
  wallet_address: z.nullable(z.string()),
  wallet_link: z.nullable(z.string()),
  usdt_qr_code_url: z.nullable(z.string()),
  status: z.enum(endpoints.profileStatuses),
  created_at: moment,
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  area: z.nullable(z.string()),
  contact_number: z.nullable(z.string()),
  referral_code: z.nullable(z.string()),
  referred_by_id: z.nullable(id),
  first_purchase_done: z.boolean(),
  role: z.enum(['user', 'admin']),
  /** The duty of an administrator; null for a member. */
  duty: z.nullable(z.enum(duties)),
  package_id: z.nullable(id),
})
export type Profile = z.infer<typeof profile>

/** The details that a request shows of a person. */
export const person = z.object({ full_name: z.string(), email: z.string(), member_id: z.string() })

export const getProfile = defineOperation(endpoints.getProfile, {
  summary: 'Read one profile: members their own, administrators any.',
  params: z.strictObject({ userId: id }),
  output: profile,
  errors: ['not_found'],
})

export const getProfileByMemberId = defineOperation(endpoints.getProfileByMemberId, {
  summary: 'The full name of the active member with exactly this member id, in any case, or null.',
  query: z.strictObject({ p_member_id: z.string().check(z.minLength(1), z.maxLength(32)) }),
  output: z.nullable(z.object({ full_name: z.string() })),
})
