import { ApiError, isNotConfirmed } from './api-error.ts'

/** The part of a draft that makes a repeated call the same call. */
export interface AttemptState {
  /** The idempotency key: made once for each draft, and kept until the call has been accepted. */
  key: string
  /** The last body that was sent without an answer, as text; null if no call may have arrived. */
  attempt: string | null
}

/**
 * Returns what is known of a failed call with its key: the attempt that may have arrived, and a new key if the old one
 * belongs to an earlier call.
 */
export function attemptAfterFailure(
  error: unknown,
  attempt: string,
  earlierAttempt: string | null,
): Partial<AttemptState> {
  if (isKeyReused(error)) return { key: crypto.randomUUID(), attempt: null }
  // The call was refused before it was read, so the outcome of an earlier attempt is as unknown as before.
  if (isNotConfirmed(error)) return { attempt: earlierAttempt }
  // There is no answer, or one that does not tell the outcome of the call.
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { attempt }
  return { attempt: [401, 403, 429].includes(error.status) ? earlierAttempt : null }
}

export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused'
}
