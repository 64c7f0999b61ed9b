import * as z from 'zod/mini'
import { fieldTexts, requiredText, tooLongText } from './texts.ts'
import { t } from './translate.ts'

// Control characters have no place in a name of a town or in a note, and hide what a person reads.
const noControls = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]*$/u

/** One line of a person's own words: trimmed, not empty, without control or direction characters. */
export function plainText(field: string, maxLength: number) {
  return z
    .string(requiredText(field))
    .check(
      z.trim(),
      z.minLength(1, requiredText(field)),
      z.maxLength(maxLength, tooLongText(field, maxLength)),
      z.regex(noControls, fieldTexts.notPlainText),
    )
}

/** Words that may be empty and may span lines, such as a note. */
export function optionalText(field: string, maxLength: number) {
  return z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(maxLength, tooLongText(field, maxLength)),
        z.regex(noControls, fieldTexts.notPlainText),
      ),
  )
}

/** One line that may be empty. */
export function optionalLine(field: string, maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength, tooLongText(field, maxLength)),
      z.regex(noControls, fieldTexts.notPlainText),
      z.regex(/^[^\t\r\n]*$/, fieldTexts.oneLine),
    )
}

/** ISO 3166-1 alpha-2, upper case. The server knows which exist and which list states. */
export const country = z.string(requiredText(t('Country'))).check(z.regex(/^[A-Z]{2}$/, requiredText(t('Country'))))
