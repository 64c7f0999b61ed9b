import * as z from 'zod/mini'
import { listSearchMax } from './list-criteria.ts'

/**
 * A text to find as it is typed: no character in it is a wildcard. NUL is refused, as PostgreSQL stores it in no text.
 */
export const listSearch = z.optional(z.string().check(z.trim(), z.maxLength(listSearchMax), z.regex(/^[^\0]*$/)))

/** A calendar day in UTC from the year 2000 on. */
export const utcDay = z.optional(z.iso.date().check(z.regex(/^2/)))
