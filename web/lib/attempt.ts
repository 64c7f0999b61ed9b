import { ApiError } from './api-error.ts'

/**
 * What is known of a call with its key once it has failed: the attempt that may have arrived, and a new key where the old one
 * belongs to an earlier call. An attempt is the body that was sent, as text.
 */
export function afterFailure(
  error: unknown,
  attempt: string,
  earlierAttempt: string | null,
): { attempt: string | null; key?: string } {
  if (isReused(error)) return { key: crypto.randomUUID(), attempt: null }
  // No answer, or one that says nothing about what became of the call.
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { attempt }
  // Turned away at the door: whether an earlier attempt arrived is as unknown as before.
  return { attempt: [401, 403, 429].includes(error.status) ? earlierAttempt : null }
}

export function isReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused'
}
