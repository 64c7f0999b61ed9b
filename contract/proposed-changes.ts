import * as z from 'zod/mini'
import * as endpoints from './endpoints/proposed-changes.ts'
import { profileStatuses } from './endpoints/profiles.ts'
import { decimal, defineOperation, emptyObject, id, moment } from './operation.ts'
import { changeOutlook } from './outlook.ts'

export const changeKinds = [
  'adjustment',
  'settings',
  'policy',
  'package',
  'duty',
  'status',
  'invitation',
  'reversal',
] as const
export type ChangeKind = (typeof changeKinds)[number]

const person = z.object({ id, full_name: z.string() })
/** Values by the name of the setting or column, as the audit log has them. */
const values = z.record(z.string(), z.unknown())

/** A change that waits for a second owner. */
export const proposedChange = z.object({
  id,
  kind: z.enum(changeKinds),
  /** The person whom the change is about; null for settings, rules, packages and invitations. */
  subject: z.nullable(person),
  before: z.nullable(values),
  after: values,
  reason: z.nullable(z.string()),
  proposer: person,
  created_at: moment,
  /** The proposal is void from this time on. */
  expires_at: moment,
  /** The time from which its proposer can approve it, because there is no other owner; null while there is one. */
  ready_at: z.nullable(moment),
  /** True if the caller can approve it now. An owner can decline every change. */
  may_approve: z.boolean(),
})
export type ProposedChange = z.infer<typeof proposedChange>

export const listProposedChanges = defineOperation(endpoints.listProposedChanges, {
  summary:
    'The changes that wait for a second person, the oldest first; the first hundred. An approver reads the reversals alone.',
  output: z.object({ items: z.array(proposedChange) }),
})

export const decideChange = defineOperation(endpoints.decideChange, {
  summary:
    'Approve or decline a change that waits for a second person. An owner approves what another one has proposed, and declines anything, also to withdraw it. An approver does so with reversals.',
  params: z.strictObject({ changeId: id }),
  body: z.strictObject({ decision: z.enum(['approved', 'declined']) }),
  output: emptyObject,
  errors: [
    'not_found',
    'change_closed',
    'edited_meanwhile',
    'account_closed',
    'approval_given_already',
    'step_up_required',
  ],
})

/** The values of a change that its rules ask for. Those that do not belong to its kind are ignored. */
const changeFacts = z
  .strictObject({
    kind: z.enum(changeKinds),
    /** The member of a correction, or the administrator with another duty. */
    user_id: z.optional(id),
    /** The request of a reversal. */
    request_id: z.optional(id),
    /** The coins of a correction, below zero if they are taken away; or those of a package. */
    coins: z.optional(decimal),
    /** The price of a coin of a package, and its bonus in percent. */
    price: z.optional(decimal),
    bonus: z.optional(decimal),
    /** The new status of an administrator. */
    status: z.optional(z.enum(profileStatuses)),
    /** The names of the settings, separated by commas. */
    settings: z.optional(z.string().check(z.regex(/^[a-z_,]{1,500}$/))),
  })
  .check(
    z.refine(({ kind, ...facts }) => neededFacts[kind].every((name) => facts[name] !== undefined), {
      path: ['kind'],
    }),
  )

const neededFacts = {
  adjustment: ['user_id', 'coins'],
  settings: ['settings'],
  policy: [],
  package: ['coins', 'price', 'bonus'],
  duty: ['user_id'],
  status: ['user_id', 'status'],
  invitation: [],
  reversal: ['user_id', 'request_id'],
} as const

export const getChangeOutlook = defineOperation(endpoints.getChangeOutlook, {
  summary:
    'The needs of a change by the caller now: nothing, a second owner, or a delay where there is no other owner.',
  query: changeFacts,
  output: changeOutlook,
})
