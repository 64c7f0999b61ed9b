import * as z from 'zod/mini'
import * as endpoints from './endpoints/admin-settings.ts'
import { fault, type FaultCode } from './faults.ts'
import { numberText } from './number-text.ts'
import { decimal, defineOperation, id, moment, pageQuery, pageOf } from './operation.ts'
import { getOperator } from './operator.ts'
import { optionalLine, optionalText, plainText } from './text-fields.ts'
import { t } from './translate.ts'

/**
 * The faults of a deposit address. An administrator cannot save an address with one. An address of the configuration is
 * used all the same, and administrators see the fault beside it.
 */
export const depositWarnings = ['checksum', 'network'] as const
export type DepositWarning = (typeof depositWarnings)[number]
export const depositWarningFaults = {
  checksum: 'depositChecksum',
  network: 'depositNetwork',
} as const satisfies Record<DepositWarning, FaultCode>

export const switchStates = ['off', 'on'] as const

/** Everything that administrators set, and the parts of it that the configuration of the server decides. */
export const adminSettings = z.object({
  /** Each change raises it by one. A change names the revision that it is based on. */
  revision: z.number(),
  /** USD per coin: the one rate of estimates, requests and the ledger. */
  et_rate: decimal,
  /** The price of a coin in a top-up, in USD. */
  topup_coin_price: decimal,
  /** Share of the base coins of a friend's first package that the referrer receives. */
  referral_percentage: decimal,
  /** Decisions on more USD than this need the password or a code again. */
  step_up_usd: decimal,
  /** The most USD that one request may be worth. */
  request_limit_usd: decimal,
  /** The hours for which a change of an account holds its withdrawals and transfers; 0 switches holds off. */
  hold_hours: decimal,
  /** The days for which bonus and reward coins can be neither withdrawn nor sent; 0 switches the waiting off. */
  maturity_days: decimal,
  /** A package that gives more than so many times what it costs needs a second owner. */
  package_gain_max: decimal,
  /** On while each new buy costs a tail of at most 0.0099 USDT more, which tells its payment apart. */
  unique_amounts: z.enum(switchStates),
  /** On while the policy approves small buys that are paid exactly. */
  automatic_approval: z.enum(switchStates),
  /** The most USD that one buy may be worth for that, and all of 24 hours together. */
  automatic_approval_usd: decimal,
  automatic_approval_day_usd: decimal,
  /**
   * True while the configuration has STEP_UP_USD. It is in force again at every start, so administrators cannot set
   * another.
   */
  is_step_up_usd_fixed: z.boolean(),
  deposit_network: z.string(),
  /** Null while administrators have set none. */
  deposit_address: z.nullable(z.string()),
  /**
   * The address that members send to now: that of the settings, else of the configuration, else a placeholder or none.
   */
  deposit_in_force: z.object({
    source: z.enum(['settings', 'configuration', 'placeholder', 'none']),
    address: z.nullable(z.string()),
    warnings: z.array(z.enum(depositWarnings)),
  }),
  /** Null while members see the default instructions, which pages show in their own language. */
  deposit_instructions: z.nullable(z.string()),
  /** The operator of the site; null while administrators have not named one. */
  operator_name: z.nullable(z.string()),
  operator_address: z.nullable(z.string()),
  operator_email: z.nullable(z.string()),
  /** The operator that the legal pages name: each detail as set here, else as the configuration has it. */
  operator_in_force: getOperator.output,
  /** True when a mail server sends the mails; false when they are only kept in the data folder. */
  has_mail_server: z.boolean(),
  /** True while the rate indicator may show a cosmetic movement. */
  simulated_movement: z.boolean(),
  updated_at: moment,
  /** True in the answer to a change that waits for a second owner. */
  is_proposed: z.optional(z.boolean()),
})
export type AdminSettings = z.infer<typeof adminSettings>

export const getAdminSettings = defineOperation(endpoints.getAdminSettings, {
  summary: 'Every setting of the platform.',
  output: adminSettings,
})

export const maxReferralPercentage = '100'

const rate = numberText(t('Rate'), { max: '1000000', decimals: 8, isAboveZero: true })

export const settingFields = {
  et_rate: rate,
  topup_coin_price: numberText(t('Top-up price'), { max: '1000000', decimals: 8, isAboveZero: true }),
  referral_percentage: numberText(t('Referral reward'), { max: maxReferralPercentage, decimals: 4 }),
  step_up_usd: numberText(t('Amount'), { max: '1000000000000', decimals: 2 }),
  request_limit_usd: numberText(t('Limit'), { max: '1000000000000', decimals: 2, isAboveZero: true }),
  hold_hours: numberText(t('Hours'), { max: '720', decimals: 0 }),
  maturity_days: numberText(t('Days'), { max: '365', decimals: 0 }),
  package_gain_max: numberText(t('Factor'), { max: '1000', decimals: 2, min: '1' }),
  unique_amounts: z.enum(switchStates),
  automatic_approval: z.enum(switchStates),
  automatic_approval_usd: numberText(t('Limit'), { max: '1000000000000', decimals: 2 }),
  automatic_approval_day_usd: numberText(t('Limit of a day'), { max: '1000000000000', decimals: 2 }),
  deposit_network: plainText(t('Network'), 40),
  /** An empty text takes the address away. */
  deposit_address: z.string().check(z.trim(), z.regex(/^([\w.:-]{10,128})?$/, fault('depositAddressForm'))),
  /** One instruction on each line. An empty text restores the default ones. */
  deposit_instructions: optionalText(t('Instructions'), 4000),
  /** An empty text brings back the name that the configuration has. */
  operator_name: optionalLine(t('Name of the operator'), 200),
  operator_address: optionalLine(t('Postal address'), 300),
  operator_email: z
    .string()
    .check(z.trim(), z.maxLength(254, fault('emailNeeded')), z.regex(/^([^\s<>@]+@[^\s<>@]+)?$/, fault('emailNeeded'))),
  simulated_movement: z.boolean(),
}

export const changeSettings = defineOperation(endpoints.changeSettings, {
  summary:
    'Change the named settings, unless another administrator has changed any since the revision. All but the simulated movement need a proof.',
  body: z.strictObject({
    revision: z.number().check(z.int()),
    ...z.partial(z.object(settingFields)).shape,
  }),
  output: adminSettings,
  errors: ['edited_meanwhile', 'step_up_required', 'setting_fixed', 'approval_given_already', 'proposals_full'],
})

export const rateImpact = z.object({
  rate: decimal,
  current_rate: decimal,
  /** All coins that members hold. */
  circulation_coins: decimal,
  /** The USD that members have paid for approved buys. */
  total_invested_usd: decimal,
  /** USD paid per coin ever issued. */
  average_purchase_price: decimal,
  /** The coins of all members in USD, at the current rate and at `rate`. */
  worth_now_usd: decimal,
  worth_usd: decimal,
  /** `worth_usd` less the USD that members have paid; below zero when members have paid more. */
  beyond_invested_usd: decimal,
})
export type RateImpact = z.infer<typeof rateImpact>

export const getRateImpact = defineOperation(endpoints.getRateImpact, {
  summary: 'The value of all members’ coins at a rate, beside the sum that they have paid.',
  query: z.strictObject({ rate }),
  output: rateImpact,
})

export const checkDeposit = defineOperation(endpoints.checkDeposit, {
  summary: 'The faults of a deposit address on a network.',
  query: z.strictObject({ network: settingFields.deposit_network, address: settingFields.deposit_address }),
  output: z.object({ warnings: z.array(z.enum(depositWarnings)) }),
})

export const rateChange = z.object({
  id,
  actor: z.object({ id, full_name: z.string() }),
  old_rate: decimal,
  new_rate: decimal,
  created_at: moment,
})
export type RateChange = z.infer<typeof rateChange>

export const listRateChanges = defineOperation(endpoints.listRateChanges, {
  summary: 'The changes of the rate with administrator, time, old and new value, newest first.',
  query: z.strictObject({ ...pageQuery }),
  output: pageOf(rateChange),
})
