import type * as z from 'zod/mini'
import { signInBody } from '../../../contract/auth-bodies.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

interface Checked {
  /** Undefined if the typed text has a fault. */
  body: z.output<typeof signInBody> | undefined
  faults: Record<string, string>
}

/** Checks the typed values with the server's schema. */
export function checkSignIn(typed: object): Checked {
  const { data: body, error } = signInBody.safeParse(typed)
  return { body, faults: error ? fieldErrors(error) : {} }
}
