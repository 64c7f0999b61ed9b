import { ApiError } from './api-error.ts'

/**
 * Decides about a failed call with a key: returns the attempt that may have arrived, and a new key if the old one
 * belongs to an earlier call. An attempt is the body that was sent, as text.
 */
export function afterFailure(
  error: unknown,
  attempt: string,
  earlierAttempt: string | null,
): { attempt: string | null; key?: string } {
  if (isReused(error)) return { key: crypto.randomUUID(), attempt: null }
  // Without an answer, or after a server error, the call may have arrived.
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { attempt }
  // A refusal before the call was handled tells nothing about an earlier attempt, so that one stays.
  return { attempt: [401, 403, 429].includes(error.status) ? earlierAttempt : null }
}

export function isReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused'
}
