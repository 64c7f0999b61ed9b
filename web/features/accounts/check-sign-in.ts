import type * as z from 'zod/mini'
import { signInBody } from '../../../contract/auth-bodies.ts'
import { fieldErrors } from '../../lib/field-errors.ts'

interface Checked {
  /** Undefined where something is wrong with what was typed. */
  body: z.output<typeof signInBody> | undefined
  faults: Record<string, string>
}

/** By the schema of the server. */
export function checkSignIn(typed: object): Checked {
  const { data: body, error } = signInBody.safeParse(typed)
  return { body, faults: error ? fieldErrors(error) : {} }
}
