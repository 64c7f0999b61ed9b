import * as z from 'zod/mini'
import { waitingClosure } from './account-closure.ts'
import { emailChange } from './email-change.ts'
import * as endpoints from './endpoints/users.ts'
import { maturingCoins, outgoingState } from './holds.ts'
import { loginAttempt, wallet } from './dashboards.ts'
import { sortOrders } from './list-criteria.ts'
import { listSearch } from './list-filters.ts'
import { defineOperation, id, emptyObject, pageQuery, pageOf } from './operation.ts'
import { profileStatuses } from './endpoints/profiles.ts'
import { profile } from './profiles.ts'
import { ownSession } from './sessions.ts'
import { addUserBody, changeStatusBody, reasonBody } from './user-bodies.ts'

const userId = z.strictObject({ userId: id })

export type UserSort = (typeof endpoints.userSorts)[number]

const filters = {
  search: listSearch,
  status: z.optional(z.enum(profileStatuses)),
  sort: z._default(z.enum(endpoints.userSorts), 'joined'),
  order: z._default(z.enum(sortOrders), 'desc'),
}

export const listUsers = defineOperation(endpoints.listUsers, {
  summary: 'All people with an account, by default the newest first. Searches name, email and member id.',
  query: z.strictObject({ ...filters, ...pageQuery }),
  output: pageOf(profile),
})

export const exportUsers = defineOperation(endpoints.exportUsers, {
  summary: 'All people with an account as a CSV file, filtered and sorted as the list. Each export is recorded.',
  query: z.strictObject(filters),
  download: true,
  output: z.any(),
})

/** The details of one person that administrators see. */
export const userDetails = z.object({
  profile,
  /** Null for administrators, who hold no coins. */
  wallet: z.nullable(wallet),
  referrer: z.nullable(z.object({ id, full_name: z.string(), member_id: z.nullable(z.string()) })),
  email_confirmed: z.boolean(),
  two_factor_on: z.boolean(),
  /** The number of sessions that are open now. */
  session_count: z.number(),
  /** The number of requests that wait for a decision, counted up to `openRequestsMax`. */
  open_request_count: z.number(),
  /** The hold or stop of the member's withdrawals and transfers; null for administrators. */
  outgoing: z.nullable(outgoingState),
  /** The member’s available coins that still wait; null without any, and for administrators. */
  maturing: z.nullable(maturingCoins),
  /** Another email of the member that waits for its confirmation. */
  email_change: z.nullable(emailChange),
  /** The closing of the member’s account that waits. */
  closure: z.nullable(waitingClosure),
  /** True if there is a conversation between this member and the administrators. */
  has_conversation: z.boolean(),
  /** Other members with the same wallet address, at most `walletTwinsMax`. */
  wallet_twins: z.array(z.object({ id, full_name: z.string(), member_id: z.nullable(z.string()) })),
})
export type UserDetails = z.infer<typeof userDetails>

export const getUser = defineOperation(endpoints.getUser, {
  summary: 'One person with wallet, referrer and the state of the account.',
  params: userId,
  output: userDetails,
  errors: ['not_found'],
})

export const listLoginHistory = defineOperation(endpoints.listLoginHistory, {
  summary: 'Attempts to sign in to one account, newest first.',
  params: userId,
  query: z.strictObject({ ...pageQuery }),
  output: pageOf(z.object({ ...loginAttempt.shape, user_agent: z.string() })),
  errors: ['not_found'],
})

export const listUserSessions = defineOperation(endpoints.listUserSessions, {
  summary: 'The sessions of an account, the last used first. An account has few, so all of them are on one page.',
  params: userId,
  output: z.object({ items: z.array(z.omit(ownSession, { is_current: true })) }),
  errors: ['not_found'],
})

export const addUser = defineOperation(endpoints.addUser, {
  summary: 'Add a member, who gets a mail with a link to set a password. The link also confirms the address.',
  body: addUserBody,
  output: z.object({ profile }),
  errors: ['email_taken', 'referral_not_found', 'package_not_found'],
})

export const changeUserStatus = defineOperation(endpoints.changeUserStatus, {
  summary:
    'Activate, deactivate or suspend an account, with a reason. An account that is not active is signed out at once. An owner does so for another administrator, with a proof; all owners are told by mail. To bring an administrator back, or to take an owner away, needs a second owner.',
  params: userId,
  body: changeStatusBody,
  output: z.object({
    profile,
    /** True if the change waits for a second owner. The status is still the one before. */
    is_proposed: z.optional(z.boolean()),
  }),
  errors: [
    'not_found',
    'status_of_oneself',
    'account_closed',
    'last_owner',
    'email_not_confirmed',
    'step_up_required',
    'approval_given_already',
    'proposals_full',
  ],
})

export const signOutUser = defineOperation(endpoints.signOutUser, {
  summary: 'End every session of a person. An owner does so for another administrator, with a proof.',
  params: userId,
  body: reasonBody,
  output: z.object({ ended: z.number() }),
  errors: ['not_found', 'step_up_required'],
})

export const resendConfirmation = defineOperation(endpoints.resendConfirmation, {
  summary: 'Mail the confirmation link again; the earlier links are void.',
  params: userId,
  output: emptyObject,
  errors: ['not_found', 'email_confirmed_already'],
})

export const resetTwoFactor = defineOperation(endpoints.resetTwoFactor, {
  summary: 'Turn off a lost second factor of an account, with a reason. The owner gets a mail.',
  params: userId,
  body: reasonBody,
  output: emptyObject,
  errors: ['not_found', 'two_factor_off', 'step_up_required', 'status_of_oneself'],
})
