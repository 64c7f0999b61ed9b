import * as z from 'zod/mini'
import { fault } from './faults.ts'
import { t } from './translate.ts'

// Refuses control characters and invisible marks. They have no place in the name of a town or in a note, and can hide
// text from a reader.
const noControls = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]*$/u

/**
 * Returns a schema for one line of a person's own words: trimmed, not empty, without control or direction characters.
 */
export function plainText(field: string, maxLength: number) {
  return z
    .string(fault('required', { field }))
    .check(
      z.trim(),
      z.minLength(1, fault('required', { field })),
      z.maxLength(maxLength, fault('tooLong', { field, max: String(maxLength) })),
      z.regex(noControls, fault('notPlainText')),
    )
}

/** Returns a schema for words that may be empty and may span lines, such as a note. */
export function optionalText(field: string, maxLength: number) {
  return z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxLength, fault('tooLong', { field, max: String(maxLength) })),
        z.regex(noControls, fault('notPlainText')),
      ),
  )
}

/** Returns a schema for one line that may be empty. */
export function optionalLine(field: string, maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength, fault('tooLong', { field, max: String(maxLength) })),
      z.regex(noControls, fault('notPlainText')),
      z.regex(/^[^\t\r\n]*$/, fault('oneLine')),
    )
}

/** A country as ISO 3166-1 alpha-2 in upper case. The server knows which countries exist and which list states. */
export const country = z
  .string(fault('required', { field: t('Country') }))
  .check(z.regex(/^[A-Z]{2}$/, fault('required', { field: t('Country') })))
