import type { ErrorCode } from './errors.ts'

/**
 * Refusals that ask a person for one more thing, and are no failure to them. A client that sends `softRefusalHeader` gets
 * them with `softRefusalStatus`, as browsers report every answer from 400 on as a fault of the page.
 */
export const softRefusals: readonly ErrorCode[] = ['step_up_required', 'code_required']
export const softRefusalHeader = { name: 'prefer', value: 'asking' } as const
/** 202 Accepted says that the server has done nothing yet. */
export const softRefusalStatus = 202

export function isSoftRefusal(code: ErrorCode): boolean {
  return softRefusals.includes(code)
}
