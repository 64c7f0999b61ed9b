import * as z from 'zod/mini'
import { defineOperation, id, moment } from './operation.ts'
import { memberOnly, signedIn } from './roles.ts'

export const profileStatuses = ['Active', 'Inactive', 'Suspended'] as const

export const profile = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  /** Null for administrators, who hold no coins. */
  member_id: z.nullable(z.string()),
  wallet_address: z.nullable(z.string()),
  wallet_link: z.nullable(z.string()),
  usdt_qr_code_url: z.nullable(z.string()),
  status: z.enum(profileStatuses),
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
  package_id: z.nullable(id),
})
export type Profile = z.infer<typeof profile>

/** The details that a request shows of a person. */
export const person = z.object({ full_name: z.string(), email: z.string(), member_id: z.string() })

export const getProfile = defineOperation({
  id: 'get_profile',
  summary: 'Read one profile: members their own, administrators any.',
  method: 'GET',
  path: '/api/profiles/:userId',
  access: signedIn,
  params: z.strictObject({ userId: id }),
  output: profile,
  errors: ['not_found'],
})

export const getProfileByMemberId = defineOperation({
  id: 'get_profile_by_member_id',
  summary: 'The full name of the active member with exactly this member id, in any case, or null.',
  method: 'GET',
  path: '/api/rpc/get_profile_by_member_id',
  access: memberOnly,
  query: z.strictObject({ p_member_id: z.string().check(z.minLength(1), z.maxLength(32)) }),
  output: z.nullable(z.object({ full_name: z.string() })),
})
