import * as z from 'zod/mini'
import { policyName } from './endpoints/requests.ts'
import { fault, type FaultParameter } from './faults.ts'
import { t } from './translate.ts'

const letters = /^[\p{L}\p{M}]+(?:[ ][\p{L}\p{M}]+)*$/u
// Matches every blank of Unicode, and the tabulator that comes with a name copied from a table.
const spaces = /[\p{Zs}\t]+/gu
const nameMaxLength = 100
const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
// A password is kept to the letter, spaces included. Only NUL is refused, which no keyboard makes.
const noNul = /^[^\0]*$/

/** An email address, trimmed and in lower case, so that one person cannot hold two accounts by spelling. */
export function emailField(message: FaultParameter) {
  return z.string(message).check(z.trim(), z.toLowerCase(), z.maxLength(254, message), z.regex(address, message))
}

/** Accepts letters and single spaces. Several spaces in a row, as people paste them, count as one. */
export function nameField(empty: FaultParameter, notLetters: FaultParameter) {
  return z.string(empty).check(
    z.overwrite((name) => name.replaceAll(spaces, ' ')),
    z.trim(),
    z.minLength(1, empty),
    z.maxLength(nameMaxLength, fault('tooLong', { field: t('Full Name'), max: String(nameMaxLength) })),
    z.regex(letters, notLetters),
    z.refine((name) => name.toLowerCase() !== policyName.toLowerCase(), fault('nameOfPolicy')),
  )
}

export function passwordField(short: FaultParameter) {
  return z
    .string(short)
    .check(z.minLength(8, short), z.maxLength(128, fault('passwordTooLong')), z.regex(noNul, fault('notPlainText')))
}

export function passwordsMatch(message: FaultParameter) {
  return z.refine<{ password: string; retypePassword: string }>((data) => data.password === data.retypePassword, {
    ...message,
    path: ['retypePassword'],
    // The passwords are compared even while other fields are wrong, so one submit shows every mistake.
    when: ({ value }) => typeof (value as Record<string, unknown>)['password'] === 'string',
  })
}

/** Accepts six digits of an authenticator app, or a recovery code, with or without blanks and hyphens. */
export const codeField = z
  .string(fault('codeForm'))
  .check(z.trim(), z.minLength(6, fault('codeForm')), z.maxLength(40, fault('codeForm')))
