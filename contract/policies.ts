import * as z from 'zod/mini'
import * as endpoints from './endpoints/policies.ts'
import { fault } from './faults.ts'
import { numberText } from './number-text.ts'
import { decimal, defineOperation } from './operation.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

/** Decisions about coins, which are compared by worth. "money" means all four kinds together. */
export const moneySubjects = ['money', 'deposit', 'withdrawal', 'transfer', 'adjustment'] as const
/** Changes, for which there is a rule or not. */
export const changeSubjects = ['settings', 'deposit_address', 'package', 'administrator'] as const
export const policyScopes = ['single', 'by_administrator_24h', 'by_member_24h', 'by_platform_24h'] as const
export const policyOutcomes = ['second', 'hold'] as const

const rule = {
  subject: z.enum([...moneySubjects, ...changeSubjects]),
  /** The worth that is compared: of one decision, or of all decisions of 24 hours with it. */
  scope: z.enum(policyScopes),
  outcome: z.enum(policyOutcomes),
}

/** A rule: above this worth, a decision needs a second administrator or is held. */
export const policy = z.object({
  ...rule,
  over_usd: decimal,
  /** For `hold`: the hours from the submission of a request until it can be approved. */
  hold_hours: z.nullable(z.number()),
})
export type Policy = z.infer<typeof policy>

export const listPolicies = defineOperation(endpoints.listPolicies, {
  summary: 'The rules for decisions of great worth and for changes.',
  output: z.object({ items: z.array(policy) }),
})

export const overUsdField = numberText(t('Amount'), { max: '1000000000000', decimals: 2 })
export const holdHoursField = numberText(t('Hours'), { min: '1', max: '720', decimals: 0 })

const changePolicyBody = z
  .strictObject({
    ...rule,
    /** Null removes the rule. */
    over_usd: z.nullable(overUsdField),
    hold_hours: z.nullable(holdHoursField),
    reason: plainText(t('Reason'), 500),
  })
  .check(
    z.refine(
      ({ over_usd: over, hold_hours: hours, outcome }) => (over !== null && outcome === 'hold') === (hours !== null),
      {
        path: ['hold_hours'],
        ...fault('policyNotPossible'),
      },
    ),
    z.refine(({ subject, outcome }) => outcome === 'second' || subject !== 'adjustment', {
      path: ['outcome'],
      ...fault('policyNotPossible'),
    }),
    z.refine(
      ({ subject, scope, outcome, over_usd: over }) =>
        !(changeSubjects as readonly string[]).includes(subject) ||
        (scope === 'single' && outcome === 'second' && (over === null || Number(over) === 0)),
      { path: ['scope'], ...fault('policyNotPossible') },
    ),
  )

export const changePolicy = defineOperation(endpoints.changePolicy, {
  summary:
    'Add, change or remove one rule, with a reason and a proof. Such a change always waits for a second owner, or for 24 hours where there is none.',
  body: changePolicyBody,
  output: z.object({
    items: z.array(policy),
    /** True if the change waits for a second owner. */
    is_proposed: z.boolean(),
  }),
  errors: ['step_up_required', 'approval_given_already', 'proposals_full'],
})
