import * as z from 'zod/mini'
import { sessionAnswer } from './auth.ts'
import * as endpoints from './endpoints/passkeys.ts'
import { defineOperation, emptyObject, id, moment } from './operation.ts'
import { assertionOptions, creationOptions, newPasskey, passkeyAssertion } from './passkey-answers.ts'
import { plainText } from './text-fields.ts'
import { t } from './translate.ts'

export const passkey = z.object({ id, name: z.string(), created_at: moment, last_used_at: z.nullable(moment) })
export type Passkey = z.infer<typeof passkey>

const name = plainText(t('Name'), 50)
const params = z.strictObject({ passkeyId: id })
export const renamePasskeyBody = z.strictObject({ name })

export const listPasskeys = defineOperation(endpoints.listPasskeys, {
  summary: 'The passkeys of the caller, the oldest first.',
  output: z.object({ items: z.array(passkey) }),
})

export const startPasskey = defineOperation(endpoints.startPasskey, {
  summary: 'Create the challenge for a new passkey. It is valid once, in this session, within 5 minutes.',
  output: creationOptions,
  errors: ['step_up_required', 'passkeys_full'],
})

export const addPasskey = defineOperation(endpoints.addPasskey, {
  summary:
    'Add a passkey to the account, which turns the second factor on. If it is the first factor, the answer has recovery ' +
    'codes, which are never shown again.',
  body: z.strictObject({ name, passkey: newPasskey }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['passkey_wrong', 'passkeys_full'],
})

export const renamePasskey = defineOperation(endpoints.renamePasskey, {
  summary: 'Give a passkey of the caller another name.',
  params,
  body: renamePasskeyBody,
  output: emptyObject,
  errors: ['not_found'],
})

export const removePasskey = defineOperation(endpoints.removePasskey, {
  summary: 'Remove a passkey of the caller. The last second factor stays where one is required.',
  params,
  output: emptyObject,
  errors: ['step_up_required', 'not_found', 'two_factor_required'],
})

export const startPasskeySignIn = defineOperation(endpoints.startPasskeySignIn, {
  summary:
    'Create a challenge for a passkey, for a sign-in without a password or as its second factor. It is valid once, in this ' +
    'browser, within 5 minutes.',
  output: assertionOptions,
})

export const signInWithPasskey = defineOperation(endpoints.signInWithPasskey, {
  summary:
    'Start a session with a passkey that has verified its user, without a password; the token is set as a cookie.',
  body: z.strictObject({ portal: z.enum(['member', 'admin']), passkey: passkeyAssertion }),
  output: sessionAnswer,
  errors: ['passkey_wrong', 'account_suspended', 'account_inactive', 'account_deactivated', 'admin_login_required'],
})
