import * as z from 'zod/mini'
import * as endpoints from './endpoints/two-factor.ts'
import { fault } from './faults.ts'
import { codeField } from './account-fields.ts'
import { defineOperation, moment, emptyObject } from './operation.ts'
import { assertionOptions, passkeyAssertion } from './passkey-answers.ts'
import { secondFactors } from './second-factors.ts'
import { stepUpActions } from './step-up.ts'

export const recoveryCodeCount = 10
const code = z.strictObject({ code: codeField })
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const getTwoFactor = defineOperation(endpoints.getTwoFactor, {
  summary: 'The state of the caller’s second factor, and the number of unused recovery codes.',
  output: z.object({
    is_on: z.boolean(),
    factors: z.array(z.enum(secondFactors)),
    is_required: z.boolean(),
    /** The time at which the authenticator app was set up; null without one. */
    enabled_at: z.nullable(moment),
    recovery_codes_left: z.number(),
  }),
})

export const startTwoFactor = defineOperation(endpoints.startTwoFactor, {
  summary: 'Create a secret for an authenticator app. It takes effect with a first code within 15 minutes.',
  output: z.object({ secret: z.string(), uri: z.string(), expires_at: moment }),
  errors: ['step_up_required'],
})

export const enableTwoFactor = defineOperation(endpoints.enableTwoFactor, {
  summary:
    'Turn the second factor on with a first code. The answer has the recovery codes, which are never shown again.',
  body: code,
  output: recoveryCodes,
  errors: ['code_wrong', 'two_factor_off'],
})

export const disableTwoFactor = defineOperation(endpoints.disableTwoFactor, {
  summary: 'Turn the second factor off, with a code of it or a recovery code. Refused if it is required.',
  body: code,
  output: emptyObject,
  errors: ['code_wrong', 'two_factor_off', 'two_factor_required'],
})

export const renewRecoveryCodes = defineOperation(endpoints.renewRecoveryCodes, {
  summary:
    'Make new recovery codes, with a code of the authenticator app or a proof by a passkey; the old ones are void. ' +
    'A recovery code is no proof for this.',
  body: z.strictObject({ code: z.optional(codeField) }),
  output: recoveryCodes,
  errors: ['code_wrong', 'two_factor_off', 'step_up_required'],
})

/** The name of a call, as its refusal without a proof gives it. */
const callName = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** The password or, while a second factor is on, a code of it or a passkey. */
export const stepUpBody = z.strictObject({
  action: z.enum(stepUpActions),
  call: callName,
  password: z.optional(
    z
      .string(fault('passwordRequired'))
      .check(z.minLength(1, fault('passwordRequired')), z.maxLength(128, fault('passwordTooLong'))),
  ),
  code: z.optional(codeField),
  /** A passkey in place of the code, with the challenge of start_passkey_proof for the same call. */
  passkey: z.optional(passkeyAssertion),
})

export const startPasskeyProof = defineOperation(endpoints.startPasskeyProof, {
  summary:
    'Create a challenge for a passkey that proves one call. It is valid once, for that call in this session, within 5 minutes.',
  body: z.strictObject({ call: callName }),
  output: assertionOptions,
  errors: ['two_factor_off'],
})

export const stepUp = defineOperation(endpoints.stepUp, {
  summary:
    'Create a proof for one call with the password, a code or a passkey. The refusal of that call without a proof names it, in `call`. ' +
    'The proof is valid once, for the same operation with the same input in this session within 5 minutes, in its ' +
    'Step-Up-Proof header.',
  body: stepUpBody,
  output: z.object({ proof: z.string(), expires_at: moment }),
  errors: ['password_wrong', 'code_required', 'code_wrong', 'passkey_wrong'],
})
