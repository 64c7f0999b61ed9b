import * as z from 'zod/mini'

/** A text to find, as it is typed: no character in it is a wildcard. The database takes NUL in no text. */
export const listSearch = z.optional(z.string().check(z.trim(), z.maxLength(100), z.regex(/^[^\0]*$/)))

/** A day of the calendar in UTC, of this millennium. */
export const utcDay = z.optional(z.iso.date().check(z.regex(/^2/)))
